"""Components and the words of card texts, as numbers: every enum that the card files, the kit and
the kernels share (R1, R10).
"""

from __future__ import annotations

import enum

import numpy as np

from cthulhu_envs.games._script.families import families_of


class CardType(enum.IntEnum):
    """R1.2: what a card is."""

    CHARACTER = 0
    SUPPORT = 1
    EVENT = 2
    CONSPIRACY = 3
    STORY = 4


class Faction(enum.IntEnum):
    """R1.3: seven factions, and neutral cards."""

    THE_AGENCY = 0
    MISKATONIC_UNIVERSITY = 1
    CTHULHU = 2
    THE_SYNDICATE = 3
    HASTUR = 4
    YOG_SOTHOTH = 5
    SHUB_NIGGURATH = 6
    NEUTRAL = 7


N_FACTIONS = 7  # without neutral


class Icon(enum.IntEnum):
    """The four struggles in the order of the stories (R6.2)."""

    TERROR = 0
    COMBAT = 1
    ARCANE = 2
    INVESTIGATION = 3


N_ICONS = len(Icon)


class Keyword(enum.IntEnum):
    """R9, as bits; Toughness is a number of its own."""

    FAST = 1
    WILLPOWER = 2
    INVULNERABILITY = 4
    HEROIC = 8
    VILLAINOUS = 16
    LOYAL = 32
    TRANSIENT = 64
    DAY = 128  # R10.7: while it is in play, it is Day
    NIGHT = 256


SUBTYPES = (
    "Ancient One",
    "Attachment",
    "Criminal",
    "Cultist",
    "Curse",
    "Dark Young",
    "Deep One",
    "Environment",
    "Government",
    "Independent",
    "Investigator",
    "Item",
    "Location",
    "Madness",
    "Messenger",
    "Mi-Go",
    "Monster",
    "Research",
    "Ritual",
    "Scientist",
    "Servitor",
    "Sorcerer",
    "Spell",
    "Tome",
    "Vehicle",
    "Weapon",
)
ATTACHMENT = 1 << SUBTYPES.index("Attachment")
CULTIST = 1 << SUBTYPES.index("Cultist")
SPELL = 1 << SUBTYPES.index("Spell")

# Amounts that are not plain numbers.
NONE = -1
OF_X = 100  # the X that was paid
BELOW_X = 101  # one less than X
BELOW_SELF = 102  # one less than the skill of the card whose text it is
OF_DOMAINS = 103  # the number of domains of the player
CARD_COST = 104  # the printed cost, with its modifiers


class Timing(enum.IntEnum):
    """When a text is used (R7)."""

    PLAY = 0  # a character, support or conspiracy is played from hand
    ACTION = 1
    RESPONSE = 2
    FORCED = 3
    DISRUPT = 4
    PASSIVE = 5  # a choice that a constant text asks for; nothing can answer it
    WIN = 6  # a story's effect


class From(enum.IntEnum):
    """Where the card is when its text is used."""

    HAND = 0
    PLAY = 1
    PILE = 2  # its owner's discard pile
    HOST = 3  # the attachment gives the text to the card it is attached to


class Trigger(enum.IntEnum):
    """What responses, forced responses and disrupts wait for (R7.5-R7.12)."""

    NOTHING = 0
    ENTERS = 1  # it enters play
    COMMITS = 2  # it commits to a story
    RESTORED = 3  # it is restored
    WOUNDED = 4  # it takes a wound
    DIES = 5  # it goes from play to a discard pile, neither insane nor blank
    STRUGGLE = 6  # its player wins an icon struggle by two or more
    DREW = 7  # a player has drawn in the own draw phase
    RESOLVED = 8  # a story it was committed to is resolved
    PLAYED = 9  # its player plays a character of the card's faction from hand
    OVERPAID = 10  # its player overpays for an ability (R7.16)
    WOUND = 11  # disrupt: a wound is about to be dealt
    EFFECT = 12  # disrupt: an effect of the opponent is about to resolve
    ABILITY = 13  # disrupt: anybody's ability (R7.16) is about to resolve


class Cond(enum.IntEnum):
    """What else must hold for a text to be used."""

    NOTHING = 0
    COMMITTED = 1  # it is committed
    OPERATIONS = 2  # its player's own operations phase
    FRESH = 3  # it reached the discard pile in this phase
    OVERPAID = 4  # it was played from hand and overpaid
    ATTACHED = 5  # it is attached
    UNATTACHED = 6
    EVENT_DESTROYS_ME = 7
    TARGETS_ME = 8
    IS_ABILITY = 9  # the effect is an ability (R7.16)
    IS_ACTION_OR_RESPONSE = 10
    WOUNDS_ME = 11  # the wound is about to be dealt to it
    WOUNDS_HOST = 12
    WOUNDS_MINE = 13
    WOUNDS_ANY = 14
    DAY = 15
    NIGHT = 16


class Aim(enum.IntEnum):
    """What a text chooses."""

    NOTHING = 0
    CARD = 1  # a card in play
    STORY = 2
    EMPTY_STORY = 3  # without success tokens
    SEAT = 4
    ICON = 5
    DRAINED = 6  # a drained domain of one's own
    UNDRAINED = 7  # any undrained domain
    RESOURCE = 8  # a domain, then a resource on it, of any faction but one
    PILE = 9  # a card in one's own discard pile
    THEIR_PILE = 10
    TOKENS = 11  # a side of a story whose success tokens are within bounds


class Op(enum.IntEnum):
    """The operations that effects are made of (R10)."""

    ENTER = 0  # the card played enters play
    WOUND = 1
    DESTROY = 2
    SACRIFICE = 3  # a player chooses and sacrifices
    SACRIFICE_ALL = 4
    EXHAUST = 5
    READY = 6
    MADDEN = 7
    EXHAUST_OR_MADDEN = 8
    RESTORE_READY = 9
    BOUNCE = 10  # to its owner's hand
    UNCOMMIT = 11
    CONTROL = 12
    PHASE = 13  # a modifier until the end of the phase
    COPY_ICONS = 14
    COPY_TEXT = 15
    ATTACH = 16
    DETACH = 17
    NAME_STRUGGLE = 18
    REMOVE_STRUGGLE = 19
    OBLIGE = 20
    CANCEL_WOUND = 21
    CANCEL_EFFECT = 22
    DRAW = 23
    DISCARD = 24  # from hand, of the player's own choice
    MILL = 25
    LOOK_BOTTOM = 26
    LOOK_ORDER = 27
    SEARCH = 28  # a character from deck into play
    FETCH = 29  # any card from deck to hand
    RECOVER = 30  # from discard pile to hand
    RECOVER_ATTACHMENTS = 31
    PUT_INTO_PLAY = 32
    RETURN_FRESH = 33  # characters that reached a discard pile this phase enter play
    HAND_OR_PILE_ENTERS = 34
    PILES_ENTER_INSANE = 35
    PILE_TO_BOTTOM = 36
    ADD_DOMAIN = 37
    TOP_TO_DOMAIN = 38
    CHARACTERS_TO_DOMAIN = 39
    MOVE_DRAIN = 40
    DESTROY_RESOURCE = 41
    LOSE_RESOURCE = 42
    FREEZE = 43
    DRAIN_TO_KEEP = 44
    ADD_SUCCESS = 45
    REMOVE_SUCCESS = 46
    MOVE_SUCCESS = 47
    CLEAR_SUCCESS = 48
    MAY_ADD_SUCCESS = 49
    SWAP_HAND_AND_PILE = 50
    RETURN_WON = 51
    THEIR_WOUND = 52  # the wounded character's controller may wound another


LASTING = frozenset(  # operations with an effect until the end of the phase
    {
        Op.CONTROL,
        Op.PHASE,
        Op.COPY_ICONS,
        Op.COPY_TEXT,
        Op.NAME_STRUGGLE,
        Op.REMOVE_STRUGGLE,
        Op.OBLIGE,
    }
)


class Whom(enum.IntEnum):
    """What an operation works on: a card, or a player."""

    SELF = 0
    T1 = 1
    T2 = 2
    ALL = 3  # every card in play that the operation's filter accepts
    ME = 4
    THEM = 5
    EACH = 6  # each player, the active one first
    TRIGGER = 7  # the player the trigger is about


class When(enum.IntEnum):
    """Which operations of an effect take place."""

    ALWAYS = 0
    THEN = 1  # only if the operation before it succeeded
    IF_OVERPAID = 2


class Stat(enum.IntEnum):
    """What a modifier changes. The order is that of working them out (R10.5)."""

    BLANK = 0
    FAST = 1
    WILLPOWER = 2
    INVULNERABILITY = 3
    NO_FAST = 4
    TOUGHNESS = 5
    NO_TOUGHNESS = 6
    BARE_ICONS = 7  # no printed icons
    BARE_TERROR = 8
    BARE_SKILL = 9
    TERROR = 10
    COMBAT = 11
    ARCANE = 12
    INVESTIGATION = 13
    SKILL = 14
    COST = 15
    STAYS_HOME = 16  # cannot commit on its controller's turn
    NO_RESTORE = 17
    NO_REFRESH_RESTORE = 18
    MAD_AT = 19  # goes insane when as many characters as its amount are in play
    ENTERS_EXHAUSTED = 20  # without a support card
    OBLIGED = 21  # commits with the card in the modifier's second place
    STRUGGLE = 22  # a story without one struggle of a type
    COPY_TEXT = 23
    COPY_ICONS = 24
    CONTROL = 25  # returns to the side it came from


class Layer(enum.IntEnum):
    """Where modifiers are worked out, one layer after the other (R10.5)."""

    BLANK = 0  # texts that are blank
    GAINED = 1  # keywords gained, what is forbidden, texts copied
    LOST = 2  # keywords lost
    BARE = 3  # printed values taken away
    ICONS = 4
    SKILL = 5
    ICONS_BY_SKILL = 6  # icons that count characters of lower skill
    NONE = 7  # read elsewhere


N_LAYERS = int(Layer.NONE)
_LAYERS = {
    Layer.BLANK: (Stat.BLANK,),
    Layer.GAINED: (
        *(Stat.FAST, Stat.WILLPOWER, Stat.INVULNERABILITY, Stat.TOUGHNESS, Stat.STAYS_HOME),
        *(Stat.NO_RESTORE, Stat.NO_REFRESH_RESTORE, Stat.COPY_TEXT),
    ),
    Layer.LOST: (Stat.NO_FAST, Stat.NO_TOUGHNESS),
    Layer.BARE: (Stat.BARE_ICONS, Stat.BARE_TERROR, Stat.BARE_SKILL),
    Layer.ICONS: (
        *(Stat.TERROR, Stat.COMBAT, Stat.ARCANE, Stat.INVESTIGATION),
        Stat.COPY_ICONS,
    ),
    Layer.SKILL: (Stat.SKILL,),
    Layer.NONE: (
        *(Stat.COST, Stat.MAD_AT, Stat.ENTERS_EXHAUSTED, Stat.OBLIGED, Stat.STRUGGLE),
        Stat.CONTROL,
    ),
}
LAYER_OF = families_of(Stat, _LAYERS)  # the Layer of each Stat
NO_ICON = -1
ICON_OF = np.full(len(Stat), NO_ICON)  # the Icon of each Stat that is a number of icons
for _icon in Icon:
    ICON_OF[Stat[_icon.name]] = _icon
ICON_OF.flags.writeable = False


def layer_of(stat: int, per: int) -> Layer:
    """The layer in which a modifier works; icons for characters of lower skill wait for skills."""
    layer = Layer(LAYER_OF[stat])
    return Layer.ICONS_BY_SKILL if layer == Layer.ICONS and per == Per.WEAKER else layer


class Effect(enum.IntEnum):
    """What else is noted of the cards in play, as bits beside those of the layers."""

    DEAR = 256  # it changes what cards cost
    MOODY = 512  # it cannot bear company
    GRANTS = 1024  # it gives a text to the card it is attached to
    COPIES = 2048  # some card has copied the texts of another


class Scope(enum.IntEnum):
    """Which cards a modifier reaches."""

    SELF = 0
    HOST = 1
    ALL = 2  # its filter


class Per(enum.IntEnum):
    """What a modifier is multiplied with."""

    ONCE = 0
    INVESTIGATION = 1  # investigation icons of the card it changes
    ATTACHMENTS = 2  # Attachment cards in play
    CULTISTS = 3  # Cultists of the player
    WEAKER = 4  # opposing committed characters of lower skill
    YOG_CHARACTERS = 5  # Yog-Sothoth characters in play
    SPELLS = 6  # Spell cards in the player's discard pile
    STRANGE = 7  # other factions among the resources of the drained domain


class While(enum.IntEnum):
    """When a constant text works."""

    ALWAYS = 0
    COMMITTED = 1
    ATTACHMENT = 2  # any Attachment card is in play
    DAY = 3
    NIGHT = 4
