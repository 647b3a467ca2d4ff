"""ACTIONS and OBSERVATIONS: the two declarations from which ids, masks, text, docs and offsets
come.

A play is a short chain of choices, each one action: the card, the domain that pays, the targets.
"""

from __future__ import annotations

from cthulhu_envs.authoring.game import Settings
from cthulhu_envs.authoring.layout import Axis, Block, Table, axis_of, count, seats
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Faction, Icon, Trigger
from cthulhu_envs.games.call_of_cthulhu.features import (
    DECK_KINDS,
    DIES,
    FLAGS,
    IN_PLAY,
    MOST,
    NUMBERS,
    TEXTS,
    USE_FIELDS,
    USES,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    ASKS,
    COPIES_SHOWN,
    DECK_MAX,
    FEW,
    KINDS,
    LASTING_KINDS,
    MAX_DOMAINS,
    MAX_TRIGGERS,
    MODES,
    MOMENTS,
    MOST_COPIES,
    MOST_X,
    PHASES,
    SLOTS,
    STEPS,
    STORIES_TO_WIN,
    STORY_SLOTS,
    TITLES,
    TOP_SHOWN,
    TRACK,
    TURNS,
    WINDOWS,
)

KIND_AXIS = Axis(tuple(range(KINDS)), TITLES)
CARD_AXIS = Axis(tuple(range(DECK_KINDS)), TITLES[:DECK_KINDS])
STORY_AXIS = Axis(
    tuple(range(STORY_SLOTS)),
    ("story 1", "story 2", "story 3", "my conspiracy", "their conspiracy"),
)
KEEP, MULLIGAN = "keep this hand", "shuffle this hand back and draw eight new cards"
EXECUTE, DECLINE = "execute the effect of the story", "decline the effect of the story"
LOSE, DISCARD = "lose the resource", "keep it and discard the top two cards of the deck"
FROM_HAND, FROM_PILE = "take a character from hand", "take a character from the discard pile"


def _named(*words: str) -> Axis:
    return Axis(tuple(range(len(words))), words)


def _kinds(kinds: tuple[int, ...]) -> Axis:
    return Axis(kinds, tuple(TITLES[kind] for kind in kinds))


def _from_one(n: int) -> Axis:
    return _named(*(str(i + 1) for i in range(n)))


def actions(values: Settings) -> Table:
    """One flat space for all choices; seats are relative to the one who chooses."""
    both = seats(2)
    return Table(
        Block("done", "pass, decline, or be done"),
        Block("card", "choose {card}", card=KIND_AXIS),
        Block("slot", "choose the card in slot {slot} of {seat}", seat=both, slot=count(SLOTS)),
        Block("domain", "choose domain {domain} of {seat}", seat=both, domain=count(MAX_DOMAINS)),
        Block("story", "choose {story}", story=STORY_AXIS),
        Block("seat", "choose {seat}", seat=both),
        Block("icon", "choose {icon}", icon=axis_of(Icon)),
        Block("number", "choose the number {number}", number=count(MOST_X + 1)),
        Block("mulligan", "{choice}", choice=_named(KEEP, MULLIGAN)),
        Block("effect", "{choice}", choice=_named(EXECUTE, DECLINE)),
        Block("freeze", "{choice}", choice=_named(LOSE, DISCARD)),
        Block("hand_or_pile", "{choice}", choice=_named(FROM_HAND, FROM_PILE)),
        Block("way", "use text {choice} of those offered", choice=_from_one(MODES)),
        Block("order", "let forced response {choice} come first", choice=_from_one(MODES)),
    )


def observations(values: Settings) -> Table:
    """Everything a seat is entitled to know (R11), as its seat sees it."""
    limit = values.get("turn_limit", TURNS)
    return Table(*_cards(), *_table(), *_stories(), *_turn(limit), *_pending(), *_lasting())


def _cards() -> list[Block]:
    """Hands, decks, discard piles and resources."""
    both, kinds, places = seats(2), CARD_AXIS, count(DECK_MAX)
    code = "by place, each as the number of its kind"
    few = MOST_COPIES
    return [
        Block("hand", "cards in my hand, copies by kind", high=few, card=kinds),
        Block("shown", "those of them that the other seat knows", high=few, card=kinds),
        Block("their_hand", "cards I know in the other hand", high=few, card=kinds),
        Block("pile", "discard piles, copies by kind", high=few, seat=both, card=kinds),
        Block(
            "pile_order",
            f"discard piles from the top, under cards set aside to be swapped, {code}",
            high=DECK_KINDS,
            seat=both,
            place=places,
        ),
        Block("aside", "cards set aside to be swapped", high=DECK_MAX),
        Block(
            "fresh",
            "cards on top of a discard pile that reached it in this phase",
            high=DECK_MAX,
            seat=both,
        ),
        Block("listed", "cards I know to be in their deck list", high=few, card=kinds),
        Block("my_deck", "cards left in my deck, in no order", high=few, card=kinds),
        Block("resource_kind", "resources by kind", high=few, seat=both, card=kinds),
        Block(
            "resource_order",
            f"resources of the first domain, then of the second and so on, {code}",
            high=DECK_KINDS,
            seat=both,
            place=places,
        ),
        Block("deck", "cards left in the deck", high=DECK_MAX, seat=both),
        Block("hand_size", "cards in hand", high=DECK_MAX, seat=both),
        Block(
            "soon",
            f"cards I know near the top of a deck: {TOP_SHOWN} for the top card, 1 for the last "
            "place that is shown so",
            high=TOP_SHOWN,
            seat=both,
            card=kinds,
        ),
        Block(
            "deck_order",
            f"cards I know in a deck from the top, {code}; 0 is one I do not know",
            high=DECK_KINDS,
            seat=both,
            place=places,
        ),
        Block(
            "top_seen",
            "1 if the other seat knows the card at a place from the top",
            seat=both,
            place=count(TOP_SHOWN),
        ),
    ]


def _table() -> list[Block]:
    """Cards in play and domains."""
    both, slots, domains = seats(2), count(SLOTS), count(MAX_DOMAINS)
    return [
        Block(
            "in_play",
            "cards in play by kind",
            high=2 * MOST_COPIES,
            seat=both,
            card=_kinds(IN_PLAY),
        ),
        Block("slot", "each card in play as it is now", seat=both, slot=slots, what=_named(*FLAGS)),
        Block(
            "number",
            "numbers of each card in play as it is now",
            high=MOST,
            seat=both,
            slot=slots,
            what=_named(*NUMBERS),
        ),
        Block("domain", "1 for each domain there is", seat=both, domain=domains),
        Block("drained", "1 if drained", seat=both, domain=domains),
        Block(
            "resources",
            f"resources by faction, at most {FEW} are shown",
            high=FEW,
            seat=both,
            domain=domains,
            faction=axis_of(Faction),
        ),
        Block(
            "transient",
            f"how many of them are Transient, at most {FEW} are shown",
            high=FEW,
            seat=both,
            domain=domains,
        ),
        Block(
            "hidden_domain",
            "the card I know to lie there face down, as the number of its kind",
            high=DECK_KINDS,
            seat=both,
            domain=domains,
        ),
    ]


def _stories() -> list[Block]:
    both, stories, icons = seats(2), STORY_AXIS, axis_of(Icon)
    names = (*TITLES[DECK_KINDS:], "a conspiracy")
    won = (*TITLES[DECK_KINDS:], "my conspiracy", "their conspiracy")
    return [
        Block("story", "the story there", story=stories, title=_named(*names)),
        Block("success", "success tokens on a side", high=TRACK, story=stories, seat=both),
        Block(
            "struggles",
            f"struggles of each type, at most {FEW} are shown",
            high=FEW,
            story=stories,
            icon=icons,
        ),
        Block("removed", "struggles taken away for the phase", high=FEW, story=stories, icon=icons),
        Block("named", "the struggle named by a Professor Albert Wilmarth", seat=both, icon=icons),
        Block("resolving", "1 for the story being resolved", story=stories),
        Block("struggle", "the struggle that is decided at it", icon=icons),
        Block("more_struggles", f"how many of that type follow it, at most {FEW}", high=FEW),
        Block("resolved", "1 if resolved this turn", story=stories),
        Block("won", "stories won", high=STORIES_TO_WIN, seat=both),
        Block(
            "won_story",
            "that story was won by a seat, conspiracies by whose they were",
            high=STORIES_TO_WIN,
            seat=both,
            story=_named(*won),
        ),
        Block("winning", "the story that is being won", title=_named(*names)),
        Block("winner", "who wins it", seat=both),
    ]


def _turn(limit: int) -> list[Block]:
    both = seats(2)
    return [
        Block("active", "1 for the player whose turn it is", seat=both),
        Block("to_act", "1 for the seat that decides", seat=both),
        Block("turn", "turns begun", high=limit + 1),
        Block("phase", "the phase", phase=_named(*PHASES)),
        Block("moment", "where the turn is: the step that comes next", step=_named(*MOMENTS)),
        Block("step", "what is going on", step=_named(*STEPS)),
        Block("ask", "what is to be chosen", ask=_named(*ASKS)),
        Block("next", "who is next in a window", window=_named(*WINDOWS), seat=both),
        Block("passed", "1 if the one before has just passed in it", window=_named(*WINDOWS)),
    ]


def _pending() -> list[Block]:
    """The text that is used, and what the question is about."""
    both, slots, domains = seats(2), count(SLOTS), count(MAX_DOMAINS)
    return [
        Block("source", "the card whose text is used, or the story being won", card=KIND_AXIS),
        Block("source_owner", "who uses it", seat=both),
        Block("source_card", "where it is in play", seat=both, slot=slots),
        Block("cost_card", "the card exhausted or sacrificed for it", seat=both, slot=slots),
        Block("target", "the card in play chosen, or about to commit", seat=both, slot=slots),
        Block("target_2", "the second card in play chosen", seat=both, slot=slots),
        Block("paid", "the X that was paid", high=MOST_X),
        Block("overpaid", "1 if it was overpaid"),
        Block(
            "chosen_domain", "the domain that pays, or is asked about", seat=both, domain=domains
        ),
        Block("target_domain", "domains chosen otherwise", seat=both, domain=domains),
        Block("chosen_story", "the story chosen", story=STORY_AXIS),
        Block(
            "use",
            "texts in use, the topmost first: numbers for each, 0 is none",
            high=KINDS,
            depth=count(USES),
            what=_named(*USE_FIELDS),
        ),
        Block("asked_seat", "whose cards the question is about", seat=both),
        Block("asked_card", "the resource it is about, as the number of its kind", high=DECK_KINDS),
        Block(
            "way_text", "which of its texts each way is", mode=_from_one(MODES), which=count(TEXTS)
        ),
        Block(
            "way_card",
            "the card of each way: the number of its kind, 1 mine or 2 theirs, its slot",
            high=KINDS,
            mode=_from_one(MODES),
            what=_named("kind", "whose", "slot"),
        ),
        Block("wounds_coming", "wounds about to be dealt", high=FEW),
        Block("wounded", "the card they are for", seat=both, slot=slots),
        Block(
            "triggers",
            "what has happened that can be responded to, by the player it is about",
            high=MAX_TRIGGERS,
            event=axis_of(Trigger),
            seat=both,
        ),
        Block("waiting", "how much of it may still force a response", high=MAX_TRIGGERS),
        Block(
            "played",
            "characters just played from hand",
            high=FEW,
            seat=both,
            faction=axis_of(Faction),
        ),
        Block(
            "died",
            "cards that may still answer their own leaving play",
            high=FEW,
            seat=both,
            card=_kinds(DIES),
        ),
    ]


def _lasting() -> list[Block]:
    both = seats(2)
    return [
        Block(
            "lasting",
            f"effects that last for the phase, by card and player, at most {FEW} are shown",
            high=FEW,
            seat=both,
            card=_kinds(LASTING_KINDS),
        ),
        Block(
            "copied",
            "cards whose texts a Richard Upton Pickman has, as the numbers of their kinds",
            high=DECK_KINDS,
            seat=both,
            place=count(COPIES_SHOWN),
        ),
    ]


ACTION_NAMES = tuple(actions({}).starts)
OBSERVATION_NAMES = tuple(observations({}).starts)
MAX_ACTIONS = actions({}).size
