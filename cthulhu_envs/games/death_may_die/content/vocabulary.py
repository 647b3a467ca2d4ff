"""The words of content files as numbers: what an effect can count, choose, and where; traits.

effect_rows.py has what an effect can do. effect_text.py and effect_verbs.py turn text into rows;
nothing else knows the text. A skill, item or enemy is a row of traits.
"""

from __future__ import annotations

import enum

from cthulhu_envs.games._script.families import families_of

ALL = 99  # "as many as there are"
NOTHING = -1  # no figure, card, space, subject
MAX_ARGUMENT = 100  # a Where and its argument are kept as where * MAX_ARGUMENT + argument


class Var(enum.IntEnum):
    """What can be counted. *Here* and *one* are the subject's space and the subject."""

    CONST = 0
    SIGNS = 1  # Elder One tokens held by one
    STRESS = 2
    WOUNDS = 3
    FIRE = 4  # Fire tokens here
    TOKEN = 5  # Elder One token here
    MARKER = 6  # the episode's markers here
    ENEMIES = 7  # here, of the kinds given
    INVESTIGATORS = 8  # here
    OTHERS = 9  # figures here other than you
    HAS = 10  # cards with the tag that one holds
    ANYONE_HAS = 11
    ON_BOARD = 12  # figures of the kinds given
    TOKEN_PAIRS = 13  # pairs of Elder One tokens on adjacent spaces
    DISTANCE = 14  # from here to a Where
    SUCCESSES = 15
    TENTACLES = 16
    INSANITY_TOKENS = 17
    MOST_SIGNS = 18  # held by any one investigator
    PIECES = 19  # of the group, here, not done
    HIDDEN = 20  # of them, face down
    REVEALED = 21  # of them, face up
    DAMAGED = 22  # of them, with wounds
    MATCH = 23  # of them, that a held piece of the same value opens
    DONE = 24  # of the group, done, anywhere
    TRAUMA = 25  # 1 if a Mythos card is kept by Recurring Trauma
    LOOT = 26  # cards and pieces that could be stolen here
    PARTNER_AWAY = 27  # 1 if the partner lives elsewhere
    NEAR = 28  # figures of the kinds given, here or one space away
    ITEMS = 29  # Items that one holds
    UNMASKED = 30  # of the group, face up and not done, anywhere
    SAFE = 31  # 1 if one is Safe: no enemy here, or lying down


class VarFamily(enum.IntEnum):
    """Of what something is counted; counting.py has a kernel for each family."""

    NUMBER = 0
    ROLL = 1
    OWN = 2  # of one investigator
    PIECES = 3
    INSANITY = 4  # what single Insanity cards ask for
    TABLE = 5  # everywhere
    SPACE = 6  # of one space


VAR_FAMILY = families_of(
    Var,
    {
        VarFamily.NUMBER: (Var.CONST,),
        VarFamily.ROLL: (Var.SUCCESSES, Var.TENTACLES),
        VarFamily.OWN: (
            *(Var.SIGNS, Var.STRESS, Var.WOUNDS, Var.HAS, Var.INSANITY_TOKENS, Var.ITEMS),
            Var.SAFE,
        ),
        VarFamily.PIECES: (
            *(Var.PIECES, Var.HIDDEN, Var.REVEALED, Var.DAMAGED, Var.MATCH, Var.DONE),
            Var.UNMASKED,
        ),
        VarFamily.INSANITY: (Var.TRAUMA, Var.LOOT, Var.PARTNER_AWAY),
        VarFamily.TABLE: (Var.ON_BOARD, Var.ANYONE_HAS, Var.MOST_SIGNS, Var.TOKEN_PAIRS),
        VarFamily.SPACE: (
            *(Var.FIRE, Var.TOKEN, Var.MARKER, Var.ENEMIES, Var.INVESTIGATORS, Var.OTHERS),
            *(Var.DISTANCE, Var.NEAR),
        ),
    },
)


class Mode(enum.IntEnum):
    """How SELECT goes through what it found."""

    EACH = 0
    NEAREST = 1
    FARTHEST = 2
    MOST = 3  # by the filter's Var
    FEWEST = 4
    CHOICE = 5


class Among(enum.IntEnum):
    """What SELECT looks through, and what a subject is."""

    NONE = 0
    INVESTIGATORS = 1
    FIGURES = 2  # argument: bits of kinds
    SPACES = 3
    ADJACENT = 4
    NEAR = 5  # own space and adjacent ones
    PIECES = 6  # argument: group * 4 + Face
    COMPANY = 7  # investigators here


class Where(enum.IntEnum):
    """A space, or several to be near to."""

    YOU = 0
    HERE = 1
    START = 2
    ELDER = 3
    GATE = 4  # argument: 0 Yellow, 1 Red, 2 Blue
    PIECES = 5  # argument: group * 4 + Face: those not done
    PARTNER = 6


class Whom(enum.IntEnum):
    """Who takes wounds."""

    ONE = 0  # the subject if it is an investigator or enemy, else you
    YOU = 1
    FIGURES = 2  # all figures here
    ENEMIES = 3  # all enemies here
    OTHERS = 4  # all figures here but you


class Who(enum.IntEnum):
    """Who is placed."""

    ONE = 0
    YOU = 1
    ELDER = 2
    PARTNER = 3


class Roll(enum.IntEnum):
    """Whose roll, which decides on bonus dice and conversions."""

    ATTACK = 0
    ACTION = 1
    PLAIN = 2  # an own roll without bonus dice
    AGAINST = 3  # an enemy attacks you
    FIRE = 4
    AGAINST_SELF = 5  # an effect makes you roll


FACES = 4  # a group of pieces and a Face are kept as group * FACES + Face


class Face(enum.IntEnum):
    """Which pieces of a group are meant."""

    ANY = 0
    HIDDEN = 1
    REVEALED = 2


# Plain numbers where a kernel takes either a constant or a row's entry: one type, one compilation.
ANY_FACE, HIDDEN_FACE, REVEALED_FACE = (int(face) for face in Face)
NO_SUBJECT, A_SPACE = int(Among.NONE), int(Among.SPACES)


class Trait(enum.IntEnum):
    """What skills and cards add up to. Amounts; the comment says of what."""

    BONUS_ROLL = 0  # bonus dice on all own rolls
    BONUS_ATTACK = 1  # on attacks
    BONUS_HERE = 2  # on attacks on the own space
    BONUS_AWAY = 3  # on attacks on other spaces
    BONUS_FIRST = 4  # on the Episode's first action
    BONUS_SECOND = 5
    BONUS_THRESHOLD = 6  # while on a threshold
    BONUS_BRINK = 7  # one cell before a threshold
    BONUS_GATE = 8  # within one space of a Gate
    REROLL_HERE = 9  # free rerolls of an attack on the own space
    REROLL_ATTACKED = 10  # when attacked or burning
    REROLL_ATTACKED_TURN = 11  # when attacked, in a turn
    REROLL_PROTECTING = 12  # of a redirected attack
    REROLL_TURN = 13  # of any roll, in a turn
    REROLL_ROLL = 14  # of any roll
    GUARD_WOUNDS = 15  # less when attacked or burning
    GUARD_SANITY = 16
    WARD_WOUNDS = 17  # less from any source
    WARD_SANITY = 18
    SIGN_SUCCESS = 19  # elder signs that count as successes
    SIGN_WORTH = 20  # successes that such a sign counts more than one
    SIGN_HEAL = 21  # stress healed by each
    SIGN_PAW = 22  # elder signs that count as success and tentacle
    TENTACLE_SUCCESS = 23  # tentacles that also count as successes
    TENTACLE_HEAL = 24  # wounds healed by each
    TENTACLE_SURGE = 25  # successes added with two tentacles or more
    RANGE = 26  # spaces
    FREE_SHOT = 27  # free attacks in a turn on another space
    ANY_TARGETS = 28  # several targets in the own space
    FULL_WOUNDS = 29  # each of them takes all
    SNEAKS = 30  # in a Run
    SNEAK_WOUND = 31  # wounds to those sneaked past
    RUN = 32  # spaces more
    FREE_RUN = 33  # in a turn
    BRING = 34  # investigators that come along
    ACTIONS = 35  # more in a turn
    SAVAGE = 36  # wounds more against a lone enemy
    SAVAGE_HEAL = 37  # all stress when it dies
    VENGEANCE = 38  # wounds back
    VENGEANCE_WIDE = 39  # to all enemies with the attacker
    VENGEANCE_HEAL = 40  # stress
    PROTECT = 41  # may redirect attacks
    PROTECT_RANGE = 42  # spaces away
    PROTECT_HEAL = 43  # all stress afterwards
    UNKILLABLE = 44  # deaths cancelled
    UNKILLABLE_HEAL = 45
    OMENS_REDRAW = 46  # may draw another Mythos card
    OMENS_TWO = 47  # draws two
    OMENS_HEAL = 48  # stress
    OMENS_CANCEL = 49  # wounds that cancel a card
    PRAYER_MIX = 50  # points of stress or wounds
    PRAYER_BOTH = 51  # stress and as many wounds
    PRAYER_ALL = 52  # for everyone here
    GATE_HALVE = 53  # summoned enemies lose half their health
    GATE_REACH = 54  # spaces away
    GATE_SAFE = 55  # Rest within one space of a Gate
    FREE_REST = 56  # in a turn, within one space of a Gate
    CALM = 57  # stress healed at the end of each own turn
    MYTHOS_SANITY = 58  # more sanity lost to Mythos cards
    FIRE_AWAY = 59  # wounds of Fire may go to an enemy here
    CANCEL_ATTACK = 60  # discard it to cancel the wounds of an attack


N_TRAITS = len(Trait)


class EnemyTrait(enum.IntEnum):
    """Special rules of enemies (R13.9)."""

    TOKEN_TENTACLES = 0  # tentacles added on a space with an Elder One token
    FIRE_FIRST = 1  # Fire tokens laid before it attacks
    SIGN_SUCCESS = 2  # its elder signs are successes
    SIGN_ON_WOUND = 3  # tokens of the Elder One for those it wounds
    EAT_MARKER = 4  # standard dice for a marker it eats
    NEAR_PLACE = 5  # standard dice within one space of the Episode's place
    FLEE = 6  # goes to the nearest other Gate when attacked
    LEAVE_WOUND = 7  # wounds for leaving its space
    MEND = 8  # wounds healed at each advance


N_ENEMY_TRAITS = len(EnemyTrait)
