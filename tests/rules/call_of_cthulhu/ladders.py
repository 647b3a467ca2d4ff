"""The ladders of kernels over enums, and how a number is handed to each (test_dispatch.py)."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    LAYER_OF,
    Aim,
    Cond,
    Icon,
    Layer,
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
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, K, M, O, Whose
from cthulhu_envs.games.call_of_cthulhu.rules import (
    actions,
    actions_cards,
    actions_window,
    advance,
    aims,
    effects,
    effects_play,
    filters,
    paying,
    story,
    texts,
    turn,
    use,
    values,
    windows,
    winning,
)
from cthulhu_envs.games.call_of_cthulhu.rules.frames import begin, begin_use, begin_wound
from cthulhu_envs.games.call_of_cthulhu.rules.lasting import remember
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    CommitStage,
    ConflictStage,
    ForcedStage,
    Frame,
    Proc,
    Resolve,
    ResolveStage,
    SetupStage,
    TurnStage,
    Use,
    UseStage,
    WindowStage,
    WinStage,
    WoundStage,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, Question, T
from cthulhu_envs.games.call_of_cthulhu.view import observation_pending
from tests.rules.call_of_cthulhu.position import Position, position


@dataclass
class Table:
    """A position with a Ghost of either side in play, whose tables may be changed."""

    at: Position

    def __post_init__(self) -> None:
        self.kit = self.at.game.kit.copy()[0]
        self.s = self.at.env._lanes.states.copy()[0]
        self.inst = self.at.inst("Ghost")

    def frame(self, proc: Proc, stage: int = 0) -> Any:
        begin(self.s, proc, 0)
        frame = self.s.stack[self.s.depth - 1]
        frame[Frame.STAGE] = stage
        return frame

    def changed(self, table: str, row: int, column: enum.IntEnum, value: int) -> int:
        self.kit[table][row, column] = value
        return row


def a_table() -> Table:
    return Table(position(play="Ghost"))


def at_stage(proc: Proc) -> Callable[[Table, int], Any]:
    """Step a frame of a kind that is at this stage."""

    def run(table: Table, value: int) -> None:
        table.frame(Proc.USE)  # disrupts and wounds lie on something
        frame = table.frame(proc, value)
        if proc == Proc.WOUND:
            table.s.depth -= 1
            begin_wound(table.s, table.inst, 1)
            table.s.stack[table.s.depth - 1, Frame.STAGE] = value
        elif proc == Proc.RESOLVE:
            table.s.resolving = 0
            frame[Frame.SELF] = table.s.story[0]
        advance.step(table.kit, table.s)

    return run


def ask(table: Table, value: int) -> None:
    table.s.question = value
    actions.list_options(table.kit, table.s)


def ask_window(table: Table, value: int) -> None:
    actions_window.find_way(table.kit, table.s, value, 0, table.inst, 0)


def list_timings(table: Table, value: int) -> None:
    table.s.question = value
    actions_window.wanted_timings(table.s, 0)


def do_frame(table: Table, value: int) -> None:
    table.frame(Proc.USE)[Frame.PROC] = value
    advance.step(table.kit, table.s)


def decide_struggle(table: Table, value: int) -> None:
    frame = table.frame(Proc.RESOLVE)
    frame[Resolve.ICON], table.s.answer = value, 0
    story.end_struggle(table.kit, table.s, frame, 0)


def run_constant(table: Table, value: int, column: enum.IntEnum) -> None:
    """Run a constant text of the Ghost's kind with this number in a column."""
    row = table.kit.kinds[table.s.kind[table.inst]]
    row[K.FIRST_MOD], row[K.NUM_MODS] = 0, 1
    table.kit.mods[0, M.LAYER], table.kit.mods[0, M.WHILE] = Layer.GAINED, While.ALWAYS
    table.changed("mods", 0, column, value)
    values.run_card(table.kit, table.s, table.inst, int(Layer.GAINED))


def run_modifier(table: Table, value: int) -> None:
    mod = table.changed("mods", 0, M.STAT, value)
    table.kit.mods[0, M.PER] = Per.ONCE
    values.change(table.kit, table.s, mod, table.inst, table.inst)


def run_lasting(table: Table, value: int) -> None:
    """Work out a layer while an effect lasts that has no modifier."""
    remember(table.s, value, NOTHING, table.inst, 0, 0, 0)
    values.run_lasting(table.kit, table.s, table.s.lasting_n - 1, int(Layer.BLANK))


def start_lasting(table: Table, value: int) -> None:
    remember(table.s, value, NOTHING, table.inst, 0, 0, 0)
    values.start_values(table.kit, table.s)


def run_lasting_scope(table: Table, value: int) -> None:
    table.kit.mods[0, M.LAYER], table.kit.mods[0, M.STAT] = Layer.GAINED, Stat.FAST
    remember(table.s, Stat.FAST, table.changed("mods", 0, M.SCOPE, value), table.inst, 0, -1, 0)
    values.run_lasting(table.kit, table.s, table.s.lasting_n - 1, int(Layer.GAINED))


def note(table: Table, value: int) -> None:
    """Ask whether a text answers a trigger."""
    text = table.changed("texts", 0, A.TRIGGER, value)
    table.s.trig[0, T.EVENT], table.s.trig[0, T.INST], table.s.trig_n = value, table.inst, 1
    texts.answers(table.kit, table.s, 0, text, table.inst, table.inst, 0)


def disrupt_effect(table: Table, value: int) -> None:
    begin_use(table.s, 1, 0, table.inst, table.inst, NOTHING)
    table.frame(Proc.DISRUPTS)
    text = table.changed("texts", 1, A.COND, value)
    table.changed("texts", 1, A.TRIGGER, Trigger.EFFECT)
    texts.disrupts(table.kit, table.s, 0, text, table.inst, table.inst)


def cover(table: Table, value: int) -> None:
    """Whether a disrupt fits a frame of this kind below its window."""
    table.frame(Proc.USE)[Frame.PROC] = value
    table.frame(Proc.DISRUPTS)
    texts.disrupts(table.kit, table.s, 0, 0, table.inst, table.inst)


def is_over(table: Table, value: int) -> None:
    frame = table.frame(Proc.USE)
    frame[Frame.PROC] = value
    windows.is_disrupted(frame)


def begin_struggle(table: Table, value: int) -> None:
    """Win a struggle; for a number that is no icon, characters compare their skill."""
    frame = table.frame(Proc.RESOLVE)
    icon = value if value < len(Icon) else NOTHING
    frame[Resolve.ICON], frame[Resolve.STRUGGLES] = icon, 1
    table.s.at_story[table.inst] = 0
    table.s.skill[table.inst] = 3
    story.next_struggle(table.kit, table.s, frame, 0)


def enter(table: Table, value: int) -> None:
    table.kit.kinds[table.s.kind[table.inst], K.ATTACH] = value
    effects_play.host_of(table.kit, table.s, table.inst, 0)


def choose(table: Table, value: int) -> None:
    frame = table.frame(Proc.USE)
    frame[Use.TEXT] = table.changed("texts", 0, A.AIM1, value)
    table.kit.texts[0, A.FILTER1] = 0
    use.choose_aim(table.kit, table.s, frame, A.AIM1)


def first_operation(table: Table, value: int) -> None:
    """Whether a text can begin whose first operation draws cards for somebody."""
    o = table.kit.ops[table.kit.texts[0, A.FIRST_OP]]
    o[O.OP], o[O.WHOM], o[O.AMOUNT], o[O.FILTER] = Op.DRAW, value, 1, 0
    aims.can_begin(table.kit, table.s, 0, table.kit.texts[0], table.inst, 0, 0)


def seats_operation(table: Table, value: int) -> None:
    o = table.kit.ops[0]
    o[O.OP], o[O.AMOUNT], o[O.FILTER] = value, 1, 0
    aims.can_seat(table.kit, table.s, o, 0, table.inst)


OF_TRIGGERS = {Trigger.NOTHING, Trigger.WOUND, Trigger.EFFECT, Trigger.ABILITY}
WOUNDED = {Cond.WOUNDS_ME, Cond.WOUNDS_HOST, Cond.WOUNDS_MINE, Cond.WOUNDS_ANY}
OF_EFFECTS = {
    *(Cond.TARGETS_ME, Cond.EVENT_DESTROYS_ME, Cond.IS_ABILITY, Cond.IS_ACTION_OR_RESPONSE)
}
CHANGED = {  # what a modifier of a card in play can change; a lock is one of the whole table
    stat for stat in Stat if LAYER_OF[stat] != Layer.NONE
} - {Stat.NO_REFRESH_RESTORE, Stat.COPY_TEXT, Stat.COPY_ICONS}
BOUND = {Stat.COPY_TEXT, Stat.COPY_ICONS, Stat.CONTROL, Stat.STRUGGLE, Stat.OBLIGED}
COSTS = {Per.SPELLS, Per.STRANGE}  # what only the cost of a card is multiplied with
STORIES = {Aim.STORY, Aim.EMPTY_STORY, Aim.TOKENS}


@dataclass(frozen=True)
class Ladder:
    """The members that some kernels have branches for, and how a number is handed to them."""

    members: Collection[enum.IntEnum]
    kernels: tuple[Any, ...]
    hand: Callable[[Table, int], Any]

    @property
    def kind(self) -> type[enum.IntEnum]:
        return type(next(iter(self.members)))


LADDERS = {
    "setting up": Ladder(SetupStage, (turn.step_setup,), at_stage(Proc.SETUP)),
    "turn": Ladder(TurnStage, (turn.step_turn, turn.story_phase), at_stage(Proc.TURN)),
    "window": Ladder(
        WindowStage, (windows.step_window, windows.take_choice), at_stage(Proc.WINDOW)
    ),
    "responses": Ladder(
        set(WindowStage) - {WindowStage.RESPONSES},
        (windows.step_responses, windows.take_choice),
        at_stage(Proc.RESPONSES),
    ),
    "disrupts": Ladder(
        {WindowStage.BEGIN, WindowStage.CHOSEN, WindowStage.WAY},
        (windows.step_disrupts, windows.take_choice),
        at_stage(Proc.DISRUPTS),
    ),
    "forced": Ladder(ForcedStage, (windows.step_forced,), at_stage(Proc.FORCED)),
    "use": Ladder(UseStage, (use.step_use,), at_stage(Proc.USE)),
    "wound": Ladder(WoundStage, (advance.step_wound,), at_stage(Proc.WOUND)),
    "commit": Ladder(CommitStage, (story.step_commit,), at_stage(Proc.COMMIT)),
    "resolve": Ladder(ResolveStage, (story.step_resolve,), at_stage(Proc.RESOLVE)),
    "win": Ladder(WinStage, (winning.step_win,), at_stage(Proc.WIN)),
    "conflict": Ladder(ConflictStage, (advance.step_conflict,), at_stage(Proc.CONFLICT)),
    "frame": Ladder(set(Proc) - {Proc.NOTHING}, (advance.step,), do_frame),
    "question": Ladder(
        set(Question) - {Question.NOTHING}, (actions.list_options, actions_cards.list_cards), ask
    ),
    "window asked": Ladder(
        {Question.WINDOW, Question.RESPOND, Question.DISRUPT},
        (actions_window.find_way,),
        ask_window,
    ),
    "timings of a window": Ladder(
        {Question.WINDOW, Question.RESPOND, Question.DISRUPT},
        (actions_window.wanted_timings,),
        list_timings,
    ),
    "disrupted": Ladder({Proc.WOUND, Proc.USE}, (texts.disrupts,), cover),
    "disrupted already": Ladder({Proc.WOUND, Proc.USE}, (windows.is_disrupted,), is_over),
    "struggle begun": Ladder(Icon, (story.next_struggle,), begin_struggle),
    "struggle": Ladder(Icon, (story.end_struggle,), decide_struggle),
    "while": Ladder(While, (values.holds,), lambda t, n: values.holds(t.kit, t.s, n, t.inst)),
    "scope": Ladder(Scope, (values.run_card,), lambda t, n: run_constant(t, n, M.SCOPE)),
    "scope that lasts": Ladder({Scope.SELF, Scope.ALL}, (values.run_lasting,), run_lasting_scope),
    "bond": Ladder(BOUND, (values.run_lasting, values.is_read_elsewhere), run_lasting),
    "bond at the start": Ladder(
        {*BOUND, Stat.COST}, (values.start_values, values.is_read_elsewhere), start_lasting
    ),
    "modifier": Ladder(
        CHANGED, (values.change, values.change_number, values.is_of_icons), run_modifier
    ),
    "times": Ladder(
        set(Per) - COSTS,
        (values.times,),
        lambda t, n: values.times(t.kit, t.s, n, t.inst, t.inst),
    ),
    "times of costs": Ladder(
        COSTS,
        (paying.cost_times,),
        lambda t, n: paying.cost_times(t.kit, t.s, n, t.inst, 0, NOTHING),
    ),
    "condition": Ladder(
        Cond,
        (texts.condition_holds, texts.is_of_trigger),
        lambda t, n: texts.condition_holds(t.kit, t.s, 0, n, t.inst),
    ),
    "condition of a wound": Ladder(
        WOUNDED,
        (texts.wounds,),
        lambda t, n: texts.wounds(t.s, 0, n, t.inst, t.inst, t.inst),
    ),
    "condition of an effect": Ladder(OF_EFFECTS, (texts.disrupts,), disrupt_effect),
    "trigger": Ladder(set(Trigger) - OF_TRIGGERS, (texts.answers, texts.is_of_card), note),
    "aim": Ladder(
        set(Aim) - {Aim.NOTHING},
        (aims.aim_exists,),
        lambda t, n: aims.aim_exists(t.kit, t.s, 0, n, 0, t.inst, 0),
    ),
    "aim at a story": Ladder(
        STORIES, (aims.story_fits,), lambda t, n: aims.story_fits(t.s, 0, n, 0)
    ),
    "aim of an attachment": Ladder(
        {Aim.NOTHING, Aim.CARD, Aim.STORY}, (effects_play.host_of,), enter
    ),
    "aim asked": Ladder(Aim, (use.choose_aim,), choose),
    "card": Ladder(
        {Whom.SELF, Whom.T1, Whom.T2},
        (effects_play.subject,),
        lambda t, n: effects_play.subject(t.frame(Proc.USE), n),
    ),
    "player": Ladder(
        {Whom.ME, Whom.THEM, Whom.EACH, Whom.T1, Whom.TRIGGER},
        (effects.seat_of,),
        lambda t, n: effects.seat_of(t.s, t.frame(Proc.USE), n, 0),
    ),
    "whom at first": Ladder(Whom, (aims.can_begin,), first_operation),
    "operation for seats": Ladder(
        effects.FAMILIES[effects.Family.BY_SEATS],
        (aims.can_seat, aims.is_always_possible),
        seats_operation,
    ),
    "when": Ladder(
        When, (effects.is_left_out,), lambda t, n: effects.is_left_out(t.frame(Proc.USE), n)
    ),
    "timing": Ladder(Timing, (use.can_be_disrupted,), lambda t, n: use.can_be_disrupted(n)),
    "aim shown": Ladder(
        Aim,
        (observation_pending.target_code,),
        lambda t, n: observation_pending.target_code(t.s, 0, n, 0),
    ),
    "aim marked": Ladder(
        Aim,
        (observation_pending.mark_choice, observation_pending.is_shown_as_code),
        lambda t, n: observation_pending.mark_choice(
            t.kit, t.s, 0, n, 0, 0, np.zeros(1, np.float32)
        ),
    ),
    "window shown": Ladder(
        {Proc.WINDOW, Proc.RESPONSES, Proc.DISRUPTS},
        (observation_pending.window_of,),
        lambda t, n: observation_pending.window_of(n),
    ),
    "side": Ladder(
        set(Whose) - {Whose.ANY}, (filters.side_fits,), lambda t, n: filters.side_fits(n, True)
    ),
}
