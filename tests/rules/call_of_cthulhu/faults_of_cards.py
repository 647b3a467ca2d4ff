"""Ways to break where cards lie and what they carry, by the fault that is found."""

from __future__ import annotations

from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    FIRST_STORY,
    NOTHING,
    Zone,
)


def peeler(s):
    return int(s.play[0])


def lost(s):
    s.hand_n[0] -= 1


def doubled(s):
    s.pile[0, 0] = s.pile[0, 1]


def with_another_owner(s):
    mine, theirs = int(s.deck[0, 0]), int(s.deck[1, 0])
    s.deck[0, 0], s.deck[1, 0] = theirs, mine


def in_another_zone(s):
    s.zone[s.hand[0, 0]] = Zone.PILE


def in_another_slot(s):
    s.place[peeler(s)] = 1


def beyond_the_deck(s):
    s.zone[DECK_MAX - 1] = Zone.DOMAIN


def too_many_set_aside(s):
    s.aside_n[0] = DECK_MAX


def of_another_list(s):
    s.kind[peeler(s)] += 1


def of_a_deck_that_is_not_met(s):
    s.pair[0] = 1


def of_another_story(s):
    s.kind[FIRST_STORY], s.kind[FIRST_STORY + 1] = s.kind[FIRST_STORY + 1], s.kind[FIRST_STORY]


def event_in_play(s):
    event, card = int(s.hand[0, 0]), peeler(s)
    s.kind[event], s.kind[card] = int(s.kind[card]), int(s.kind[event])


def placed_in_hand(s):
    s.place[s.hand[0, 0]] = 0


def on_a_domain_that_is_not_there(s):
    s.place[s.laid[0, s.laid_n[0] - 1]] = 9


def on_the_first_domain_face_down(s):
    s.deck_n[0] -= 1
    card = int(s.deck[0, s.deck_n[0]])
    s.zone[card], s.place[card], s.seen[card] = Zone.DOMAIN, 0, 1


def story_on_the_wrong_side(s):
    s.side[s.story[0]] = 1


def story_among_conspiracies(s):
    s.story[3], s.story[0] = s.story[0], NOTHING
    s.place[s.story[3]] = 3


def slots_that_do_not_end(s):
    s.reach[0] += 1


def card_that_one_seat_sees(s):
    s.seen[peeler(s)] = 1


def hand_unknown_to_its_owner(s):
    s.seen[s.hand[0, 0]] = 0


def seen_but_never_listed(s):
    card = int(s.deck[0, 0])
    s.seen[card], s.listed[card] = 3, 1


def insane_and_committed(s):
    s.insane[peeler(s)], s.at_story[peeler(s)] = 1, 0


def committed_to_no_story(s):
    s.at_story[peeler(s)] = 4


def insane_and_wounded(s):
    s.insane[peeler(s)], s.wounds[peeler(s)] = 1, 1


def wounded_beyond_death(s):
    s.wounds[peeler(s)] = 9


def attached_to_a_card_in_hand(s):
    s.host[peeler(s)] = s.hand[0, 0]


def attached_to_itself(s):
    s.host[peeler(s)] = peeler(s)


def something_on_a_card_out_of_play(name, value):
    def fault(s):
        s[name][s.hand[0, 0]] = value

    fault.__name__ = f"{name}_out_of_play"
    return fault


def more_resources(s):
    s.res[0, 0, 0] += 1


def more_transient(s):
    s.trans[0, 0, 0] += 1


def worth_more(s):
    s.worth[0, 0] += 1


def resources_out_of_order(s):
    first = s.laid[0, 0]
    s.laid[0, 0], s.laid[0, s.laid_n[0] - 1] = s.laid[0, s.laid_n[0] - 1], first


def drained_but_not_there(s):
    s.drained[0, 9] = 1


def five_tokens(s):
    s.success[0, 1] = 5


def tokens_on_no_story(s):
    s.success[4, 0] = 1


def won_too_often(s):
    s.won_n[0] += 1


ON_CARDS = {
    Fault.CARD_LOST_OR_DOUBLED: (
        lost,
        doubled,
        with_another_owner,
        in_another_zone,
        in_another_slot,
        beyond_the_deck,
        too_many_set_aside,
    ),
    Fault.ANOTHER_DECK: (of_another_list, of_a_deck_that_is_not_met, of_another_story),
    Fault.WRONG_PLACE: (
        event_in_play,
        placed_in_hand,
        on_a_domain_that_is_not_there,
        on_the_first_domain_face_down,
        story_among_conspiracies,
    ),
    Fault.WRONG_SIDE: (story_on_the_wrong_side,),
    Fault.WRONG_SLOT: (slots_that_do_not_end,),
    Fault.WRONG_KNOWLEDGE: (
        card_that_one_seat_sees,
        hand_unknown_to_its_owner,
        seen_but_never_listed,
    ),
    Fault.INSANE_AND_COMMITTED: (insane_and_committed,),
    Fault.COMMITTED_BUT_NO_CHARACTER: (committed_to_no_story,),
    Fault.INSANE_AND_WOUNDED: (insane_and_wounded,),
    Fault.WOUNDS_BEYOND_DEATH: (wounded_beyond_death,),
    Fault.ATTACHED_TO_NOTHING: (attached_to_a_card_in_hand, attached_to_itself),
    Fault.SOMETHING_ON_A_CARD_OUT_OF_PLAY: tuple(
        something_on_a_card_out_of_play(name, number)
        for name, number in (
            ("wounds", 1),
            ("exhausted", 1),
            ("insane", 1),
            ("host", 0),
            ("at_story", 0),
            ("was_at", 0),
            ("named", 0),
            ("skill", 1),
            ("icons", 1),
            ("words", 1),
            ("toughness", 1),
            ("subs", 1),
            ("blank", 1),
            ("limits", 1),
        )
    ),
    Fault.RESOURCES_DO_NOT_ADD_UP: (
        more_resources,
        more_transient,
        worth_more,
        resources_out_of_order,
    ),
    Fault.DRAINED_TWICE: (drained_but_not_there,),
    Fault.STORY_NOT_WON: (five_tokens, tokens_on_no_story, won_too_often),
}
