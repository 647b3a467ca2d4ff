"""ACTIONS and OBSERVATIONS: the two declarations from which ids, masks, text, docs and offsets
come.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from cthulhu_envs.authoring.game import Settings, default_values
from cthulhu_envs.authoring.layout import Axis, Block, Table, axis_of, count, seats
from cthulhu_envs.games.death_may_die.components import (
    ACTION_WORDS,
    DEADLY_WOUNDS,
    MADNESS,
    MAX_STRESS,
    N_DICE,
    SIDES,
    SKILLS_EACH,
    TRACK_CELLS,
    Die,
)
from cthulhu_envs.games.death_may_die.content.records import Library, figures_of
from cthulhu_envs.games.death_may_die.content.vocabulary import Roll
from cthulhu_envs.games.death_may_die.rules.questions import Question, Reply
from cthulhu_envs.games.death_may_die.rules.steps import TURN, Effect, Source, Step
from cthulhu_envs.games.death_may_die.settings import SETTINGS, investigators_of, library_of
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_CARDS,
    MAX_ELDER_ONES,
    MAX_EPISODES,
    MAX_FIGURES,
    MAX_INSANITIES,
    MAX_INVESTIGATORS,
    MAX_KINDS,
    MAX_MYTHOS,
    MAX_PIECES,
    MAX_SKILLS,
    MAX_SPACES,
    MAX_VALUES,
    N_OPTIONS,
)

MOST_SHOWN, MOST_BURNING, MOST_KEPT = 25.0, 8.0, 32.0  # where an entry stops to grow
ITSELF, LATER, BEFORE = 1.0, 1 / 2, 1 / 4  # what a question is about, its sequel, what came before
ABOUT = (
    f"the question is about, {Fraction(LATER)} for those that come later, "
    f"{Fraction(BEFORE)} for those that came before"
)


def _named(labels: list[str], size: int, what: str) -> Axis:
    """Names where they are the same in every game, numbers for the rest."""
    rest = [f"{what} {i + 1}" for i in range(len(labels), size)]
    return Axis(tuple(range(size)), (*labels, *rest))


def _labels(values: Settings) -> tuple[Axis, Axis, list[str]]:
    """Cards, figures and Episode actions, by name where it is the same in every game."""
    found = library_of(values)
    cards: list[str] = []
    actions = ["the first Episode action", "the second Episode action"]
    if len(found.episodes) == 1:
        cards = [card.name for card in found.episodes[0].discovery]
        actions = [action.name for action in found.episodes[0].actions]
    return (
        _named(cards, MAX_CARDS, "card"),
        _named(_figures(found), MAX_FIGURES, "figure"),
        actions,
    )


def _figures(found: Library) -> list[str]:
    """Names of figures: Cultists in every game, others if one Episode and Elder One are chosen."""
    pairs = product(range(len(found.elder_ones)), range(len(found.episodes)))
    boxes = [figures_of(found, elder, episode) for elder, episode in pairs]
    names = ["the Elder One"]
    for i in range(1, MAX_FIGURES):
        said = {
            f"{found.kinds[box[i]].name} {box[:i].count(box[i]) + 1}" if i < len(box) else ""
            for box in boxes
        }
        name = said.pop() if len(said) == 1 else ""
        names.append(name or f"figure {i + 1}")
    return names


def _people(values: Settings) -> Axis:
    """Investigators from the one who decides or looks; a single player's two are no seats."""
    if values["num_players"] == 1:
        return Axis((0, 1), ("this investigator", "the other one"))
    return seats(investigators_of(values))


def actions(values: Settings) -> Table:
    """One flat list; investigators are counted from the one who decides."""
    people = _people(values)
    spaces = Axis(tuple(range(MAX_SPACES)), tuple(str(i + 1) for i in range(MAX_SPACES)))
    cards, figures, own = _labels(values)
    pieces = count(MAX_PIECES, "piece ")
    go_on, rest, trade, stand_up = ACTION_WORDS
    return Table(
        Block("done", go_on),
        Block("run", "run to space {space}", space=spaces),
        Block("attack", "attack {figure}", figure=figures),
        Block("rest", rest),
        Block("trade", trade),
        Block("first", own[0]),
        Block("second", own[1]),
        Block("stand", stand_up),
        Block("use", "use {card}", card=cards),
        Block("space", "choose space {space}", space=spaces),
        Block("figure", "choose {figure}", figure=figures),
        Block("person", "choose {seat}", seat=people),
        Block("piece", "choose {piece}", piece=pieces),
        Block("card", "choose {card}", card=cards),
        Block("reroll", "roll one {die} again", die=axis_of(Die)),
        Block("level", "raise skill {skill}", skill=count(SKILLS_EACH)),
        Block("option", "choose option {option}", option=count(N_OPTIONS)),
        Block("claim", "claim the {side} side", side=Axis((0, 1), ("left", "right"))),
        Block("calm", "heal 1 stress of {seat}", seat=people),
        Block("mend", "heal 1 wound of {seat}", seat=people),
        Block("shed", "shed a token of the Elder One"),
    )


def observations(values: Settings) -> Table:
    """Everything a seat is entitled to know (R15), from the investigator who looks."""
    people = _people(values)
    spaces, figures = count(MAX_SPACES), count(MAX_FIGURES)
    cards, pieces, mythos = count(MAX_CARDS), count(MAX_PIECES), count(MAX_MYTHOS)
    return Table(
        Block("episode", "which Episode is played", episode=count(MAX_EPISODES)),
        Block("elder_one", "which Elder One is played", elder=count(MAX_ELDER_ONES)),
        Block("space", "where an investigator stands", seat=people, space=spaces),
        Block("alive", "1 while alive", seat=people),
        Block("wounds", "wounds, as a share of death", scale=1 / DEADLY_WOUNDS, seat=people),
        Block(
            "stress", "stress, as a share of what can be taken", scale=1 / MAX_STRESS, seat=people
        ),
        Block("sanity", "sanity lost, as a share of madness", scale=1 / MADNESS, seat=people),
        Block("brink", "cells to the next threshold", scale=1 / 4, seat=people),
        Block("burning", "Fire tokens held", high=MOST_BURNING, scale=1 / 8, seat=people),
        Block("signs", "Elder One tokens held", high=25, scale=1 / 4, seat=people),
        Block("lying", "1 while lying down", seat=people),
        Block(
            "keeps",
            "tokens on the Insanity card",
            high=MOST_KEPT,
            scale=1 / 8,
            seat=people,
        ),
        Block(
            "skills",
            "levels of skills",
            scale=1 / 4,
            seat=people,
            skill=count(MAX_SKILLS),
        ),
        Block("levels", "own levels", scale=1 / 4, seat=people, skill=count(SKILLS_EACH)),
        Block("insanity", "the Insanity card", seat=people, card=count(MAX_INSANITIES)),
        Block("revived", "deaths cancelled", high=33, scale=1 / 3, seat=people),
        Block("partner", "1 for the partner named by Codependency", seat=people),
        Block("held", "cards held, by side", seat=people, card=cards, side=count(SIDES)),
        Block("card_wounds", "wounds of a Companion", high=33, scale=1 / 3, card=cards),
        Block("card_gain", "1 if a Companion has raised its holder's skill", card=cards),
        Block("fire", "Fire tokens on a space", high=2, scale=1 / 4, space=spaces),
        Block("token", "1 if an Elder One token lies there", space=spaces),
        Block("marker", "the Episode's markers there", high=25, scale=1 / 4, space=spaces),
        Block("near", "nearness to me: 1 here, 1/2 one step away, 1/3 two ...", space=spaces),
        Block("kinds", "enemies on a space", high=MAX_FIGURES, space=spaces, kind=count(MAX_KINDS)),
        Block("figure_near", "nearness of a figure to me, 0: not on the map", figure=figures),
        Block(
            "figure_at",
            "the number of its space",
            scale=1 / MAX_SPACES,
            figure=figures,
        ),
        Block("figure_health", "health left", high=10, scale=1 / 12, figure=figures),
        Block("figure_dice", "dice it attacks with", high=32, scale=1 / 4, figure=figures),
        Block("sites", "pieces there, face down and face up", high=16, space=spaces, up=count(2)),
        Block("piece_near", "nearness of an objective piece to me", piece=pieces),
        Block(
            "piece_at",
            "the number of its space",
            scale=1 / MAX_SPACES,
            piece=pieces,
        ),
        Block("piece_face", "its value, if I know it", piece=pieces, value=count(MAX_VALUES)),
        Block("piece_hidden", "1 while it lies face down", piece=pieces),
        Block("piece_wounds", "wounds", high=25, scale=1 / 4, piece=pieces),
        Block("piece_held", "who holds it", piece=pieces, seat=people),
        Block("piece_done", "1 if it is done", piece=pieces),
        Block("mythos_out", "1 for each Mythos card in the discard", card=mythos),
        Block("mythos_under", "known under the deck: 1 the lowest, then 1/2 ...", card=mythos),
        Block("mythos_drawn", "1 for the one drawn, 1/2 for a second one", card=mythos),
        Block("mythos_kept", "1 for the one of Recurring Trauma", card=mythos),
        Block("mythos_left", "cards in the Mythos deck", scale=1 / MAX_MYTHOS),
        Block("symbols", "symbols showing", high=6, scale=1 / 3),
        Block("discovery_left", "cards in the Discovery deck", scale=1 / MAX_CARDS),
        Block("discovery_out", "1 for each card discarded", card=cards),
        Block("discovery_drawn", "1 for the card being resolved", card=cards),
        Block("track", "cell of the track", scale=1 / TRACK_CELLS),
        Block("advances", "1 if it advances this turn without symbols"),
        Block("stage", "Stages revealed", stage=count(4)),
        Block("disrupted", "1 once the ritual is disrupted"),
        Block("goal", "share of the ritual's goal", high=16),
        Block("turn", "1 for the active investigator", seat=people),
        Block("decides", "1 for the investigator who decides", seat=people),
        Block("actions_left", "actions left", high=34, scale=1 / 3),
        Block("free_actions", "free Runs, shots and Rests left", high=99, kind=count(3)),
        Block("boost", "bonus dice for the next attack", high=32, scale=1 / 4),
        Block("steps_left", "steps left of a Run", high=32, scale=1 / 4),
        Block("sneaks_left", "Sneaks left of a Run", high=43, scale=1 / 3),
        Block("rerolls", "free rerolls of the turn left", high=33, scale=1 / 3, seat=people),
        Block(
            "rerolls_attacked",
            "the same when attacked",
            high=66,
            scale=1 / 3,
            seat=people,
        ),
        Block("thresholds", "thresholds to be settled", high=33, scale=1 / 3, seat=people),
        Block(
            "coming_wounds",
            "wounds still to be dealt",
            high=MOST_SHOWN,
            scale=1 / 4,
            seat=people,
        ),
        Block(
            "coming_sanity",
            "sanity still to be lost",
            high=MOST_SHOWN,
            scale=1 / 4,
            seat=people,
        ),
        Block("attacked", "1 for each enemy that has attacked in this fight", figure=figures),
        Block("redirected", "1 if the attack was meant for somebody else"),
        Block("phase", "parts of the turn left, this one included", part=count(len(TURN))),
        Block("question", "what is asked", question=axis_of(Question)),
        Block("step", "in the course of what", step=axis_of(Step)),
        Block("about", "the number asked about", high=MOST_SHOWN, scale=1 / 4),
        Block("about_stage", "how far that step has come", scale=1 / 4),
        Block("about_figures", f"1 for enemies {ABOUT}", figure=figures),
        Block("about_spaces", f"1 for spaces {ABOUT}", space=spaces),
        Block("about_cards", f"1 for Discovery cards {ABOUT}", card=cards),
        Block("about_pieces", f"1 for pieces {ABOUT}", piece=pieces),
        Block("about_people", f"1 for investigators {ABOUT}", seat=people),
        Block("about_source", "where the wounds asked about come from", source=axis_of(Source)),
        Block(
            "taken",
            "wounds of the same source taken already",
            high=MOST_SHOWN,
            scale=1 / 4,
        ),
        Block("effect", "whose effect is being carried out", effect=axis_of(Effect)),
        Block("effect_number", "which Stage, card, value or action it is of", scale=1 / 32),
        Block("effect_line", "rows of it that are done", high=99, scale=1 / 16),
        Block("outer_effect", "the effect that set it off, or itself", effect=axis_of(Effect)),
        Block("outer_number", "which Stage, card, value or action that is of", scale=1 / 32),
        Block("outer_line", "rows of that which are done", high=99, scale=1 / 16),
        Block("repeats", "repetitions in it still to come", high=MOST_SHOWN, scale=1 / 4),
        Block("successes", "successes of the last roll", high=MOST_SHOWN, scale=1 / 4),
        Block("roll", "what the dice are rolled for", roll=axis_of(Roll)),
        Block(
            "dice",
            "dice lying there, by class",
            high=MOST_SHOWN,
            scale=1 / 4,
            die=count(N_DICE),
        ),
        Block("free", "free rerolls left", high=100, scale=1 / 3),
    )


DEFAULTS = default_values(MAX_INVESTIGATORS, SETTINGS)
ACTION_NAMES = tuple(reply.name.lower() for reply in Reply)
OBSERVATION_NAMES = tuple(observations(DEFAULTS).starts)
