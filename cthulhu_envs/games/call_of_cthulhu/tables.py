"""ACTIONS and OBSERVATIONS: the two declarations from which ids, masks, text, docs and offsets
come.

A play is a short chain of choices, each one action: the card, the domain that pays, the targets.
"""

from __future__ import annotations

from cthulhu_envs.engine.game import Settings
from cthulhu_envs.engine.layout import Axis, Block, Table, axis_of, count, seats
from cthulhu_envs.games.call_of_cthulhu.cards import Faction, Icon, Trigger
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    ASKS,
    KINDS,
    LASTING_KINDS,
    MAX_DOMAINS,
    MODES,
    NUMBERS,
    PHASES,
    SLOTS,
    STEPS,
    STORY_SLOTS,
    TITLES,
    TOP_SHOWN,
    TRACK,
)

ASKED_SUBTYPES = (  # those that texts ask for; the others follow from the kind
    "Ancient One",
    "Attachment",
    "Cultist",
    "Dark Young",
    "Deep One",
    "Investigator",
    "Location",
    "Mi-Go",
)
CODE = 8  # bits of a kind
KIND_AXIS = Axis(tuple(range(KINDS)), TITLES)
STORY_AXIS = Axis(
    tuple(range(STORY_SLOTS)),
    ("story 1", "story 2", "story 3", "my conspiracy", "their conspiracy"),
)
FEATURES = (
    "there",
    "exhausted",
    "insane",
    "unique",
    "attached",
    "blank",
    "owned",  # by the side it is on
    "committed_1",
    "committed_2",
    "committed_3",
    "committed_4",
    "committed_5",
    "wounds",
    "toughness",
    "skill",
    "cost",
    "terror",
    "combat",
    "arcane",
    "investigation",
    "fast",
    "willpower",
    "invulnerability",
    "heroic",
    "villainous",
    "cannot_commit_at_home",
    "host_slot",
    "host_side",
    "host_story",
    "support",
    *(f"kind_bit_{bit}" for bit in range(CODE)),
    *(f"faction_{faction.name.lower()}" for faction in Faction),
    *(f"subtype_{name.lower().replace(' ', '_')}" for name in ASKED_SUBTYPES),
)


KEEP, MULLIGAN = "keep this hand", "shuffle this hand back and draw eight new cards"
EXECUTE, DECLINE = "execute the effect of the story", "decline the effect of the story"
LOSE, DISCARD = "lose the resource", "keep it and discard the top two cards of the deck"
FROM_HAND, FROM_PILE = "take a character from hand", "take a character from the discard pile"


def _choices(*words: str) -> Axis:
    return Axis(tuple(range(len(words))), words)


def _numbered(n: int) -> Axis:
    return Axis(tuple(range(n)), tuple(str(i + 1) for i in range(n)))


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
        Block("number", "choose the number {number}", number=count(NUMBERS)),
        Block("mulligan", "{choice}", choice=_choices(KEEP, MULLIGAN)),
        Block("effect", "{choice}", choice=_choices(EXECUTE, DECLINE)),
        Block("freeze", "{choice}", choice=_choices(LOSE, DISCARD)),
        Block("whence", "{choice}", choice=_choices(FROM_HAND, FROM_PILE)),
        Block("way", "use text {choice} of the card", choice=_numbered(MODES)),
        Block("order", "let forced response {choice} come first", choice=_numbered(MODES)),
    )


def observations(values: Settings) -> Table:
    """Everything a seat is entitled to know (R11), seen from its own chair."""
    both, kinds = seats(2), KIND_AXIS
    slots, domains, stories = count(SLOTS), count(MAX_DOMAINS), STORY_AXIS
    names = Axis(tuple(range(len(FEATURES))), FEATURES)
    factions = axis_of(Faction)
    code = count(CODE)
    return Table(
        Block("hand", "cards in my hand, copies by kind", high=64, card=kinds),
        Block("their_hand", "cards I know in the other hand", high=64, card=kinds),
        Block("pile", "discard piles, copies by kind", high=64, seat=both, card=kinds),
        Block("listed", "cards I know to be in their deck list", high=64, card=kinds),
        Block("my_deck", "cards left in my deck, in no order", high=64, card=kinds),
        Block("resource_kind", "resources by kind", high=64, seat=both, card=kinds),
        Block("slot", "each card in play as it is now", high=64, seat=both, slot=slots, what=names),
        Block("domain", "1 for each domain there is", seat=both, domain=domains),
        Block("drained", "1 if drained", seat=both, domain=domains),
        Block(
            "resources",
            "resources by faction",
            high=64,
            seat=both,
            domain=domains,
            faction=factions,
        ),
        Block("transient", "how many of them are Transient", high=64, seat=both, domain=domains),
        Block(
            "hidden_domain", "1 if a card I know lies there face down", seat=both, domain=domains
        ),
        Block("story_code", "the story there, in binary", story=stories, bit=code),
        Block("story", "1 if there is a story", story=stories),
        Block("success", "success tokens on a side", high=TRACK, story=stories, seat=both),
        Block("struggles", "struggles of each type", high=64, story=stories, icon=axis_of(Icon)),
        Block("resolving", "1 for the story being resolved", story=stories),
        Block("struggle", "the struggle that is decided at it", icon=axis_of(Icon)),
        Block("more_struggles", "how many of that type follow it", high=64),
        Block("resolved", "1 if resolved this turn", story=stories),
        Block("won", "stories won", high=16, seat=both),
        Block(
            "won_story",
            "1 if that story was won by a seat, a conspiracy last",
            seat=both,
            story=Axis(tuple(range(11)), (*TITLES[-10:], "a conspiracy")),
        ),
        Block("deck", "cards left in the deck", high=64, seat=both),
        Block("hand_size", "cards in hand", high=64, seat=both),
        Block(
            "top_known",
            "1 if I know the card at a place from the top",
            seat=both,
            place=count(TOP_SHOWN),
        ),
        Block("top_code", "that card in binary", seat=both, place=count(TOP_SHOWN), bit=code),
        Block("deep", "cards I know elsewhere in a deck", high=64, seat=both, card=kinds),
        Block("active", "1 for the player whose turn it is", seat=both),
        Block("to_act", "1 for the seat that decides", seat=both),
        Block("turn", "turns begun", high=10000),
        Block("phase", "the phase", phase=Axis(tuple(range(len(PHASES))), PHASES)),
        Block("step", "what is going on", step=Axis(tuple(range(len(STEPS))), STEPS)),
        Block("ask", "what is to be chosen", ask=Axis(tuple(range(len(ASKS))), ASKS)),
        Block(
            "source",
            "the card whose text is being used, or the story being won, in binary",
            bit=code,
        ),
        Block("source_owner", "who uses it", seat=both),
        Block("paid", "the X that was paid", high=64),
        Block("overpaid", "1 if it was overpaid"),
        Block("target", "cards in play chosen so far, or about to commit", seat=both, slot=slots),
        Block("chosen_domain", "domains chosen so far", seat=both, domain=domains),
        Block("chosen_story", "the story chosen so far", story=stories),
        Block("asked_seat", "whose cards the question is about", seat=both),
        Block("asked_card", "the resource a way is chosen for, in binary", bit=code),
        Block(
            "ways",
            "the text behind each way, by its row in binary",
            mode=count(MODES),
            bit=code,
        ),
        Block("passed", "1 if the other player has just passed in this window"),
        Block("wounds_coming", "wounds about to be dealt", high=64),
        Block("forced_card", "the card a wound or struggle is about", seat=both, slot=slots),
        Block(
            "triggers",
            "what has happened that can be responded to",
            high=128,
            event=axis_of(Trigger),
        ),
        Block("trigger_card", "cards in play it has happened to", seat=both, slot=slots),
        Block(
            "lasting",
            "effects that last for the phase, by card and player",
            high=64,
            seat=both,
            card=Axis(LASTING_KINDS, tuple(TITLES[kind] for kind in LASTING_KINDS)),
        ),
    )


ACTION_NAMES = tuple(actions({}).starts)
OBSERVATION_NAMES = tuple(observations({}).starts)
MAX_ACTIONS = actions({}).size
