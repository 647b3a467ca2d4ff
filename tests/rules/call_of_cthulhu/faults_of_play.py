"""Ways to break what goes on, by the fault that is found."""

from __future__ import annotations

from cthulhu_envs.games.call_of_cthulhu.cards.cards import SUBTYPES, Keyword, Trigger
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Frame,
    TurnStage,
    Use,
    UseStage,
    Window,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    NOTHING,
    L,
    Question,
    T,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Ending, Limit
from tests.rules.call_of_cthulhu.faults_of_cards import peeler


def won_before_the_end(s):
    s.winner = 0


def over_without_a_winner(s):
    s.ending, s.question, s.ids_n = Ending.EMPTY_DECK, Question.NOTHING, 0


def asked_after_the_end(s):
    s.ending = Ending.TURN_LIMIT


def nobody_asked(s):
    s.question = Question.NOTHING


def no_options(s):
    s.ids_n = 0


def without_a_deck(s):
    for k in range(int(s.deck_n[1])):
        card = int(s.deck[1, k])
        s.hand[1, s.hand_n[1]] = card
        s.hand_n[1] += 1
        s.zone[card], s.seen[card] = Zone.HAND, 2
    s.deck_n[1] = 0


def effect_of_no_card(s):
    s.lasting_n = 1


def effect_behind_the_last(s):
    s.lasting[3, L.AUX] = 1


def bits_behind_the_last(s):
    s.lasting_on[0, 0] = 1


def nothing_happened(s):
    s.trig_n = 1


def wound_about_nobody(s):
    s.trig_n = 1
    s.trig[0, T.EVENT], s.trig[0, T.INST] = Trigger.WOUNDED, NOTHING


def forced_too_far(s):
    s.forced_at = 1


def answered_nothing(s):
    s.used_n = 1


def number_of_another_kind(s):
    s.stack[0, Frame.X] = 1


def frame_above_the_top(s):
    s.stack[int(s.depth), Frame.WHO] = 1


def window_at_the_bottom(s):
    s.stack[0] = s.stack[1]
    s.stack[1], s.depth = 0, 1


def resolving_nothing(s):
    s.resolving = 0


def turn_that_waits_for_an_answer(s):
    s.stack[0, Frame.STAGE] = TurnStage.ATTACH


def window_that_asks_nobody(s):
    s.stack[1, Frame.STAGE] = 0


def window_of_actions_with_a_trigger(s):
    s.trig_n = 1
    s.trig[0] = [Trigger.DREW, NOTHING, 0, 0]
    s.stack[1, Window.TRIGGER] = 0


def two_pass_at_once(s):
    s.stack[1, Frame.WHO] = 1


def another_question(s):
    s.question = Question.DISRUPT


def other_seat_asked(s):
    s.seat = 1


def leave_to_decline(s):
    s.ask_may = 1 - s.ask_may


def fewer_options(s):
    s.ids_n -= 1


def another_option(s):
    s.ids[s.ids_n - 1] += 1


def the_same_option_twice(s):
    s.ids[0] = s.ids[1]


def on_its_way_nowhere(s):
    s.hand_n[0] -= 1
    card = int(s.hand[0, s.hand_n[0]])
    s.zone[card], s.seen[card], s.listed[card] = Zone.LIMBO, 3, 7


def set_aside_for_nothing(s):
    s.pile_n[0] -= 1
    s.aside_n[0] = 1
    s.zone[s.pile[0, s.pile_n[0]]] = Zone.ASIDE


def struck_by_nothing(s):
    s.struck[0] = 1


def turn_beyond_the_limit(s):
    s.turn = 201


def more_phases_than_turns(s):
    s.phase_no = 40


def died_later(s):
    s.stamp[s.pile[0, 0]] = s.phase_no + 1


def hero_beside_villain(s):
    s.side_words[0] |= Keyword.HEROIC | Keyword.VILLAINOUS


def value(name, number):
    def fault(s):
        if s[name].shape:
            s[name].reshape(-1)[0 if s[name].shape[0] < FIRST_STORY else peeler(s)] += number
        else:
            s[name] += number

    fault.__name__ = f"{name}_out_of_date"
    return fault


def more_icons(s):
    s.icons[peeler(s), 0] += 1


IN_PLAY = {
    Fault.WRONG_WINNER: (won_before_the_end, over_without_a_winner),
    Fault.NOBODY_ASKED: (asked_after_the_end, nobody_asked, no_options),
    Fault.EMPTY_DECK_PLAYS_ON: (without_a_deck,),
    Fault.WRONG_LASTING: (effect_of_no_card, effect_behind_the_last, bits_behind_the_last),
    Fault.WRONG_TRIGGER: (
        nothing_happened,
        wound_about_nobody,
        forced_too_far,
        window_of_actions_with_a_trigger,
    ),
    Fault.WRONG_USED: (answered_nothing,),
    Fault.WRONG_FRAME: (number_of_another_kind, frame_above_the_top),
    Fault.WRONG_STACK: (window_at_the_bottom, resolving_nothing),
    Fault.WRONG_STAGE: (turn_that_waits_for_an_answer, window_that_asks_nobody),
    Fault.WRONG_QUESTION: (two_pass_at_once, another_question, other_seat_asked, leave_to_decline),
    Fault.WRONG_OPTIONS: (fewer_options, another_option, the_same_option_twice),
    Fault.WRONG_LIMBO: (on_its_way_nowhere,),
    Fault.WRONG_ASIDE: (set_aside_for_nothing,),
    Fault.WRONG_STEP: (struck_by_nothing,),
    Fault.WRONG_TIME: (turn_beyond_the_limit, more_phases_than_turns, died_later),
    Fault.VALUES_OUT_OF_DATE: (
        hero_beside_villain,
        more_icons,
        value("skill", 1),
        value("words", Keyword.LOYAL),
        value("toughness", 1),
        value("subs", 1 << (len(SUBTYPES) - 1)),
        value("blank", 1),
        value("limits", Limit.STAYS_HOME),
        value("effects", 1),
        value("side_words", Keyword.LOYAL),
        value("characters", 1),
        value("locked", 1),
        value("dirty", 1),
    ),
}


def frame(column, number):
    def fault(s):
        s.stack[int(s.depth) - 1, column] = number

    fault.__name__ = f"{Use(column).name if column in list(Use) else Frame(column).name}_{number}"
    return fault


def not_on_its_way(s):
    card = int(s.stack[int(s.depth) - 1, Use.CARD])
    s.hand[0, s.hand_n[0]] = card
    s.hand_n[0] += 1
    s.zone[card] = Zone.HAND


IN_USE = {
    Fault.WRONG_TEXT: (frame(Use.TEXT, 3), frame(Use.CARD, 0)),
    Fault.WRONG_TRIGGER: (frame(Use.TRIGGER, 0),),
    Fault.WRONG_TARGET: (
        frame(Use.TARGET, 5),
        frame(Use.TARGET_2, 5),
        frame(Use.TARGET_MORE, 1),
    ),
    Fault.WRONG_COST: (frame(Use.DOMAIN, 5), frame(Frame.X, 2), frame(Use.COST_CARD, 4)),
    Fault.WRONG_STEP: (
        frame(Use.OPERATION, 1),
        frame(Use.STEP, 1),
        frame(Use.PLAYER, 1),
        frame(Use.DONE, 1),
        frame(Use.NUMBER, 1),
        frame(Use.CANCELLED, 1),
        frame(Use.KEPT, 1),
        frame(Use.NEW_DOMAINS, 1),
        frame(Use.FROM_HAND, 0),
    ),
    Fault.WRONG_STAGE: (frame(Frame.STAGE, UseStage.PAY),),
    Fault.WRONG_LIMBO: (not_on_its_way,),
}
