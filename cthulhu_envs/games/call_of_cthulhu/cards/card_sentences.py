"""The texts of a card in plain words, made from the numbers that the interpreter runs."""

from __future__ import annotations

from collections.abc import Mapping

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import CardBook
from cthulhu_envs.games.call_of_cthulhu.cards.card_nouns import a, named, noun
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    CARD_COST,
    NONE,
    OF_X,
    Aim,
    Cond,
    Faction,
    From,
    Icon,
    Op,
    Per,
    Scope,
    Stat,
    Timing,
    Trigger,
    When,
    While,
    Whom,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import OF_AIM, TOKENS, A, K, M, O

TIMINGS = {
    Timing.ACTION: "Action",
    Timing.RESPONSE: "Response",
    Timing.FORCED: "Forced Response",
    Timing.DISRUPT: "Disrupt",
    Timing.PASSIVE: "Always",
    Timing.WIN: "When won",
}
TRIGGERS = {
    Trigger.ENTERS: "after it enters play",
    Trigger.COMMITS: "after it commits",
    Trigger.RESTORED: "after it is restored",
    Trigger.WOUNDED: "after it takes a wound",
    Trigger.DIES: "after it goes from play to the discard pile",
    Trigger.STRUGGLE: "after you win a struggle by two or more icons",
    Trigger.DREW: "after a player has drawn in his draw phase",
    Trigger.RESOLVED: "after a story it was at is resolved",
    Trigger.PLAYED: "after you play a character of its faction from hand",
    Trigger.OVERPAID: "after you overpay for an ability",
    Trigger.EFFECT: "when an effect of the opponent is about to happen",
    Trigger.ABILITY: "when an ability is about to happen",
}
CONDITIONS = {
    Cond.COMMITTED: "while it is committed",
    Cond.OPERATIONS: "in your operations phase",
    Cond.FRESH: "in the phase in which it got there",
    Cond.OVERPAID: "if it was overpaid from hand",
    Cond.ATTACHED: "while it is attached",
    Cond.UNATTACHED: "while it is not attached",
    Cond.EVENT_DESTROYS_ME: "an event that would destroy it",
    Cond.TARGETS_ME: "one that has chosen it",
    Cond.IS_ABILITY: "an ability",
    Cond.IS_ACTION_OR_RESPONSE: "an Action or a Response",
    Cond.WOUNDS_ME: "when it is about to be wounded",
    Cond.WOUNDS_HOST: "when the card it is attached to is about to be wounded",
    Cond.WOUNDS_MINE: "when a character of yours is about to be wounded",
    Cond.WOUNDS_ANY: "when a character is about to be wounded",
    Cond.DAY: "while it is Day",
    Cond.NIGHT: "while it is Night",
}
AIMS = {
    Aim.STORY: "a story",
    Aim.EMPTY_STORY: "a story without success tokens",
    Aim.SEAT: "a player",
    Aim.ICON: "a type of struggle",
    Aim.DRAINED: "a drained domain of yours",
    Aim.UNDRAINED: "an undrained domain",
}
SEATS = {
    Whom.ME: "you",
    Whom.THEM: "the opponent",
    Whom.EACH: "each player",
    Whom.TRIGGER: "that player",
    Whom.T1: "that player",
}
ON_CARDS = {  # {it} is what the operation works on, {n} its number
    Op.WOUND: "wound {it}{times}",
    Op.DESTROY: "destroy {it}",
    Op.EXHAUST: "exhaust {it}",
    Op.READY: "ready {it}",
    Op.MADDEN: "{it} goes insane",
    Op.EXHAUST_OR_MADDEN: "exhaust {it}, or drive it insane if it is exhausted",
    Op.RESTORE_READY: "restore {it}, ready",
    Op.BOUNCE: "return {it} to its owner's hand",
    Op.UNCOMMIT: "{it} leaves its story",
    Op.CONTROL: "take control of {it} until the phase ends",
    Op.COPY_ICONS: "add its printed icons to this card's until the phase ends",
    Op.COPY_TEXT: "this card has its keywords and used texts until the phase ends",
    Op.ATTACH: "attach this card to it, as an Attachment support card",
    Op.DETACH: "this card is a character again",
    Op.NAME_STRUGGLE: "its story has one struggle of that type less while it is there",
    Op.REMOVE_STRUGGLE: "it has one struggle of that type less until the phase ends",
    Op.OBLIGE: "it has to commit, if it can, where this card commits in this phase",
    Op.CANCEL_WOUND: "prevent one wound",
    Op.CANCEL_EFFECT: "cancel it",
    Op.SACRIFICE_ALL: "each player sacrifices every {noun}",
    Op.THEIR_WOUND: "its controller may wound {noun_a}",
    Op.SEARCH: "put {noun_a} from your deck into play, or none, and shuffle",
    Op.RECOVER: "take {it} from the discard pile to hand",
    Op.RECOVER_ATTACHMENTS: "every Attachment in a discard pile returns to its owner's hand",
    Op.PUT_INTO_PLAY: "put {it} into play",
    Op.RETURN_FRESH: "all characters that reached a discard pile in this phase enter play",
    Op.HAND_OR_PILE_ENTERS: "you may put {noun_a} from hand or discard pile into play",
    Op.PILES_ENTER_INSANE: "every character in a discard pile enters play insane",
    Op.MOVE_DRAIN: "move the drain marker from the first to the second",
    Op.DESTROY_RESOURCE: "destroy it",
    Op.DRAIN_TO_KEEP: "you may drain a domain of yours to return this card to hand",
    Op.ADD_SUCCESS: "put {n} success token on your side of it",
    Op.REMOVE_SUCCESS: "remove exactly {n} success tokens from it",
    Op.MOVE_SUCCESS: "move {n} success token from it to the other side",
    Op.CLEAR_SUCCESS: "remove all success tokens from all stories",
}
FOR_SEATS = {  # the verb, as for 'you', and what follows
    Op.DRAW: ("draw", "{n} card{s}"),
    Op.DISCARD: ("discard", "exactly {n} card{s} from hand, of his own choice"),
    Op.SACRIFICE: ("sacrifice", "{noun_a}, if able"),
    Op.MILL: ("put", "the top {n} card{s} of the deck on the discard pile"),
    Op.FETCH: ("take", "any card from the deck to hand; the deck is shuffled"),
    Op.PILE_TO_BOTTOM: ("put", "exactly {n} cards of the discard pile under the deck"),
    Op.ADD_DOMAIN: ("add", "the top card of the deck as a domain"),
    Op.TOP_TO_DOMAIN: ("attach", "the next card of the deck to it"),
    Op.CHARACTERS_TO_DOMAIN: ("attach", "all characters of the discard pile to it"),
    Op.LOSE_RESOURCE: ("give", "up a resource, if there is one"),
    Op.FREEZE: ("give", "up each resource, or the top two cards of the deck instead"),
    Op.MAY_ADD_SUCCESS: ("may put", "{n} success token on a story with at most {most} of his own"),
    Op.SWAP_HAND_AND_PILE: ("may swap", "cards of the hand for as many off the discard pile's top"),
    Op.RETURN_WON: ("shuffle", "a story he has won into the story deck"),
    Op.LOOK_BOTTOM: (
        "look",
        "look at the top {n} cards of that player's deck, put one under it and the others back in "
        "any order",
    ),
    Op.LOOK_ORDER: (
        "look",
        "look at the top {n} cards of your deck and put them back in any order; if overpaid, you "
        "may keep one",
    ),
}
STATS = {
    Stat.BLANK: "has an empty text box",
    Stat.FAST: "is Fast",
    Stat.WILLPOWER: "has Willpower",
    Stat.INVULNERABILITY: "has Invulnerability",
    Stat.NO_FAST: "is not Fast",
    Stat.NO_TOUGHNESS: "has no Toughness",
    Stat.BARE_ICONS: "has no printed icons",
    Stat.BARE_TERROR: "has no printed terror icons",
    Stat.BARE_SKILL: "has a printed skill of 0",
    Stat.STAYS_HOME: "cannot commit on its controller's turn",
    Stat.NO_RESTORE: "cannot be restored",
    Stat.NO_REFRESH_RESTORE: "is not restored in the refresh phase",
    Stat.ENTERS_EXHAUSTED: "enters play exhausted if its player has no support card",
}
PERS = {
    Per.INVESTIGATION: "for each of its investigation icons",
    Per.ATTACHMENTS: "for each Attachment in play",
    Per.CULTISTS: "for each Cultist of yours",
    Per.WEAKER: "for each committed character of the opponent with less skill",
    Per.YOG_CHARACTERS: "for each Yog-Sothoth character in play",
    Per.SPELLS: "for each Spell in your discard pile",
    Per.STRANGE: "for each other faction among the resources of the drained domain",
}
WHILES = {
    While.COMMITTED: "while it is committed, ",
    While.ATTACHMENT: "while any Attachment is in play, ",
    While.DAY: "while it is Day, ",
    While.NIGHT: "while it is Night, ",
}


def sentences(book: CardBook, kind: int) -> list[str]:
    """Every text of a card; playing it, which needs no words, is left out."""
    row = book.kinds[kind]
    found: list[str] = []
    texts = book.texts[row[K.FIRST_TEXT] : row[K.FIRST_TEXT] + row[K.NUM_TEXTS]]
    for text in texts:
        if text[A.TIMING] == Timing.PLAY and row[K.ATTACH] != Aim.NOTHING:
            found.insert(0, f"Attaches to {_aim(book, text, A.AIM1)}.")
    boosts = [
        f"{row[K.BOOST_TERROR + i]} {i.name.lower()}" for i in Icon if row[K.BOOST_TERROR + i]
    ]
    if boosts:
        found.append(f"Its story has more struggles: {', '.join(boosts)}.")
    for mod in book.mods[row[K.FIRST_MOD] : row[K.FIRST_MOD] + row[K.NUM_MODS]]:
        found.append(_constant(book, mod))
    found += [text_words(book, text) for text in texts if text[A.TIMING] != Timing.PLAY]
    return found


def _constant(book: CardBook, mod: list[int]) -> str:
    """A text that works by itself."""
    if mod[M.SCOPE] == Scope.HOST:
        whom = "the card it is attached to"
    elif mod[M.FILTER] == NONE:
        whom = "it" if mod[M.SCOPE] == Scope.SELF else "every insane character"
    else:
        whom = f"every {noun(book, mod[M.FILTER])}"
    words = f"{WHILES.get(While(mod[M.WHILE]), '')}{whom} {_change(mod)}"
    return f"{words[0].upper()}{words[1:]}."


def _change(mod: list[int]) -> str:
    stat, n = Stat(mod[M.STAT]), mod[M.AMOUNT]
    if stat == Stat.MAD_AT:
        return f"goes insane as soon as {n} characters are in play"
    if stat in STATS:
        return STATS[stat]
    if stat == Stat.COST:
        words = f"costs {abs(n)} {'more' if n > 0 else 'less'}"
    else:
        words = f"has {stat.name.lower().replace('toughness', 'Toughness')} {n:+d}"
    words += f" {PERS[Per(mod[M.PER])]}" if mod[M.PER] else ""
    return f"{words}, but at least {mod[M.LEAST]}" if mod[M.LEAST] else words


def text_words(book: CardBook, text: list[int]) -> str:
    """A text that is used: timing, trigger and condition, costs, choices, operations."""
    timing = Timing(text[A.TIMING])
    if timing == Timing.PLAY:
        return "Play it."
    head = [TIMINGS[timing]]
    if text[A.FROM] == From.PILE and text[A.TRIGGER] == Trigger.NOTHING:
        head.append("from the discard pile")
    if text[A.FROM] == From.HOST:
        head.append("of the card it is attached to")
    if text[A.TRIGGER] and text[A.TRIGGER] != Trigger.WOUND:
        head.append(TRIGGERS[Trigger(text[A.TRIGGER])])
    if text[A.COND]:
        head.append(CONDITIONS[Cond(text[A.COND])])
    steps = _costs(book, text)
    if text[A.AIM1]:
        chosen = _aim(book, text, A.AIM1)
        if text[A.AIM2]:
            joint = " and, if you like, " if text[A.MAYBE2] else " and "
            chosen += joint + _aim(book, text, A.AIM2)
        steps.append(f"choose {chosen}")
    operations = book.ops[text[A.FIRST_OP] : text[A.FIRST_OP] + text[A.NUM_OPS]]
    effect = "; ".join(_operation(book, text, row) for row in operations)
    return f"{', '.join(head)}: {', '.join([*steps, effect]) if steps else effect}."


def _costs(book: CardBook, text: list[int]) -> list[str]:
    costs = []
    if text[A.PAY] not in (0, CARD_COST):
        costs.append(f"pay {'X' if text[A.PAY] == OF_X else text[A.PAY]}")
    for column, verb in ((A.EXHAUST, "exhaust"), (A.SACRIFICE, "sacrifice")):
        if text[column]:
            costs.append(f"{verb} this card")
    for column, verb in ((A.EXHAUST_FILTER, "exhaust"), (A.SACRIFICE_FILTER, "sacrifice")):
        if text[column] != NONE:
            costs.append(f"{verb} {a(noun(book, text[column]))}")
    return costs


def _aim(book: CardBook, text: list[int], column: int) -> str:
    aim, extra = Aim(text[column]), text[column + OF_AIM]
    if aim == Aim.CARD:
        return a(noun(book, extra))
    if aim in (Aim.PILE, Aim.THEIR_PILE):
        whose = "your" if aim == Aim.PILE else "the opponent's"
        return f"{a(noun(book, extra))} in {whose} discard pile"
    if aim == Aim.RESOURCE:
        return f"a resource that is not of {named(Faction(extra))}"
    if aim == Aim.TOKENS:
        least, most = extra // TOKENS, extra % TOKENS
        return f"a side of a story with {least}{f' to {most}' if most < 99 else ' or more'} tokens"
    return AIMS[aim]


def _operation(book: CardBook, text: list[int], row: list[int]) -> str:
    op, whom, n = Op(row[O.OP]), Whom(row[O.WHOM]), row[O.AMOUNT]
    what = noun(book, row[O.FILTER]) if row[O.FILTER] != NONE and op != Op.MAY_ADD_SUCCESS else ""
    two = text[A.AIM2] != Aim.NOTHING
    words = {
        "it": {
            Whom.SELF: "this card",
            Whom.T1: "the first" if two else "it",
            Whom.T2: "the second",
            Whom.ALL: f"every {what}",
        }.get(whom, "it"),
        "n": "X" if n == OF_X else n,
        "times": f" {n} times" if n > 1 else "",
        "s": "" if n == 1 else "s",
        "noun": what,
        "noun_a": a(what) if what else "",
        "most": row[O.MOST],
    }
    if op == Op.PHASE:
        effect = _for_the_phase(book, row, str(words["it"]))
    elif op in FOR_SEATS:
        effect = _for_a_seat(op, SEATS[whom], words)
    else:
        effect = ON_CARDS[op].format(**words)
    prefix = {When.THEN: "then, if that was done, ", When.IF_OVERPAID: "if overpaid, "}
    return prefix.get(When(row[O.WHEN]), "") + effect


def _for_the_phase(book: CardBook, row: list[int], it: str) -> str:
    mod = book.mods[row[O.MOD]]
    if mod[M.NEXT]:
        return f"the next {noun(book, row[O.FILTER])} {_change(mod)}, in this phase"
    return f"{it} {_change(mod)} until the phase ends"


def _for_a_seat(op: Op, who: str, words: Mapping[str, str | int]) -> str:
    verb, rest = FOR_SEATS[op]
    rest = rest.format(**words)
    if rest.startswith("look "):
        return rest
    if who == "you":
        rest = rest.replace("his own choice", "your own choice").replace("of his own", "of yours")
    else:
        rest = rest.replace(" of yours", " of his own")
        if not verb.startswith("may "):
            verb += "es" if verb.endswith("ch") else "s"
    return f"{who} {verb} {rest}"
