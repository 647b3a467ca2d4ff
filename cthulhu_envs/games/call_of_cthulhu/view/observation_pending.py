"""What is going on, what is asked and what has happened, as both seats see it (R11.1)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    Aim,
    Effect,
    From,
    Icon,
    Stat,
    Timing,
    Trigger,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, K
from cthulhu_envs.games.call_of_cthulhu.features import (
    DIES,
    DIES_AT,
    FACTIONS,
    MOST,
    NUMBERS,
    TEXTS,
    USE_FIELDS,
    USES,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Commit,
    Frame,
    Proc,
    Resolve,
    Turn,
    Use,
    Win,
    Window,
    Wound,
)
from cthulhu_envs.games.call_of_cthulhu.rules.texts import answers, is_used
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FEW,
    MAX_DOMAINS,
    NOTHING,
    SLOTS,
    L,
    Question,
    T,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.view.observation_play import (
    N_NUMBERS,
    relative,
    seen_entity,
    seen_slot,
)
from cthulhu_envs.games.call_of_cthulhu.view.observation_stories import story_title

N_FIELDS, N_DIES = len(USE_FIELDS), len(DIES)
KIND, WHOSE = USE_FIELDS.index("kind"), USE_FIELDS.index("whose")
TEXT_KIND, TEXT = USE_FIELDS.index("text_kind"), USE_FIELDS.index("text")
CARD, SELF = USE_FIELDS.index("card"), USE_FIELDS.index("self")
COST_CARD, MORE = USE_FIELDS.index("cost_card"), USE_FIELDS.index("target_more")
TARGET, TARGET_2 = USE_FIELDS.index("target"), USE_FIELDS.index("target_2")
DOMAIN, X, OVERPAID = (USE_FIELDS.index(name) for name in ("domain", "x", "overpaid"))
STEP, OPERATION = USE_FIELDS.index("step"), USE_FIELDS.index("operation")
PLAYER, DONE, COUNT = (USE_FIELDS.index(name) for name in ("player", "done", "number"))
ANSWERS = NUMBERS.index("answers")
UNKNOWN_AIM = "nothing is known of this aim"


@kernel
def observe_frames(kit, s, me, obs):
    """Everything that is going on, from the topmost down."""
    obs[kit.ob.step + s.stack[top(s), Frame.PROC]] = 1.0
    level = 0
    wounds, windows = 0, 0
    for k in range(s.depth - 1, -1, -1):
        f = s.stack[k]
        proc = f[Frame.PROC]
        if proc == Proc.USE:
            observe_source(kit, s, me, f[Use.CARD], f[Frame.WHO], level, obs)
            observe_use(kit, s, me, f, level, obs)
            level += 1
        elif proc == Proc.WOUND and wounds == 0:
            wounds = 1
            mark_slot(s, me, f[Wound.CARD], obs, kit.ob.wounded)
            obs[kit.ob.wounds_coming] = min(f[Wound.AMOUNT], FEW)
        elif proc == Proc.COMMIT:
            mark_slot(s, me, f[Commit.CARD], obs, kit.ob.target)
        elif proc == Proc.RESOLVE:
            if f[Resolve.ICON] <= Icon.INVESTIGATION and s.resolving != NOTHING:
                obs[kit.ob.struggle + f[Resolve.ICON]] = 1.0
                obs[kit.ob.more_struggles] = min(f[Resolve.STRUGGLES], FEW)
        elif proc == Proc.WIN and f[Win.STORY] != NOTHING:
            obs[kit.ob.winning + story_title(s.kind[f[Win.STORY]])] = 1.0
            obs[kit.ob.winner + relative(f[Frame.WHO], me)] = 1.0
            if level == 0:
                observe_source(kit, s, me, f[Win.STORY], f[Frame.WHO], level, obs)
        elif proc == Proc.WINDOW or proc == Proc.RESPONSES or proc == Proc.DISRUPTS:
            window = window_of(proc)
            if not windows >> window & 1:
                windows |= 1 << window
                obs[kit.ob.next + window * 2 + relative(f[Frame.WHO], me)] = 1.0
                obs[kit.ob.passed + window] = f[Window.PASSES]
            if f[Window.CARD] != NOTHING:  # its way is being chosen
                observe_source(kit, s, me, f[Window.CARD], f[Frame.WHO], level, obs)
                level += 1
        elif proc == Proc.TURN:
            obs[kit.ob.moment + f[Frame.STAGE]] = 1.0
            if f[Turn.RESOURCE] != NOTHING:  # it becomes a resource
                observe_source(kit, s, me, f[Turn.RESOURCE], f[Frame.WHO], level, obs)


@kernel(inline=True)
def window_of(proc):
    """The place of a kind of window in its block."""
    if proc == Proc.WINDOW:
        return 0
    if proc == Proc.RESPONSES:
        return 1
    if proc == Proc.DISRUPTS:
        return 2
    raise AssertionError("there is no such window")


@kernel
def observe_source(kit, s, me, card, who, level, obs):
    """The card that is used and who uses it."""
    kind = s.kind[card]
    if level == 0:
        obs[kit.ob.source + kind] = 1.0
        obs[kit.ob.source_owner + relative(who, me)] = 1.0
        mark_slot(s, me, card, obs, kit.ob.source_card)
    if level < USES:
        at = kit.ob.use + level * N_FIELDS
        obs[at + KIND] = kind + 1
        obs[at + WHOSE] = relative(who, me) + 1
        obs[at + CARD] = slot_code(s, me, card)


@kernel
def observe_use(kit, s, me, f, level, obs):
    """What was chosen and paid for a text so far, and how far it has come."""
    if level >= USES:
        return
    at = kit.ob.use + level * N_FIELDS
    a = kit.texts[f[Use.TEXT]]
    obs[at + TEXT_KIND] = a[A.KIND] + 1
    obs[at + TEXT] = f[Use.TEXT] - kit.kinds[a[A.KIND], K.FIRST_TEXT] + 1
    obs[at + SELF] = slot_code(s, me, f[Frame.SELF])
    obs[at + COST_CARD] = slot_code(s, me, f[Use.COST_CARD])
    obs[at + TARGET] = target_code(s, me, a[A.AIM1], f[Use.TARGET])
    obs[at + TARGET_2] = target_code(s, me, a[A.AIM2], f[Use.TARGET_2])
    obs[at + DOMAIN] = f[Use.DOMAIN] + 1
    obs[at + X] = f[Frame.X]
    obs[at + OVERPAID] = f[Use.OVERPAID]
    obs[at + STEP] = f[Frame.STAGE] + 1
    obs[at + OPERATION] = f[Use.OPERATION]
    obs[at + PLAYER] = f[Use.PLAYER]
    obs[at + DONE] = f[Use.DONE]
    obs[at + COUNT] = f[Use.NUMBER]
    if f[Use.TARGET_MORE] != NOTHING:
        is_side = a[A.AIM1] == Aim.TOKENS
        obs[at + MORE] = (
            relative(f[Use.TARGET_MORE], me) + 1 if is_side else s.kind[f[Use.TARGET_MORE]] + 1
        )
    if level == 0:
        observe_choices(kit, s, me, a, f, obs)


@kernel
def observe_choices(kit, s, me, a, f, obs):
    """The same once more for the text on top, place by place."""
    obs[kit.ob.paid] = f[Frame.X]
    obs[kit.ob.overpaid] = f[Use.OVERPAID]
    mark_slot(s, me, f[Use.COST_CARD], obs, kit.ob.cost_card)
    if f[Use.DOMAIN] != NOTHING:
        mark_domain(me, f[Frame.WHO], f[Use.DOMAIN], obs, kit.ob.chosen_domain)
    mark_choice(kit, s, me, a[A.AIM1], f[Use.TARGET], kit.ob.target, obs)
    mark_choice(kit, s, me, a[A.AIM2], f[Use.TARGET_2], kit.ob.target_2, obs)


@kernel
def mark_choice(kit, s, me, aim, chosen, cards, obs):
    """A card in play, a domain or a story that was chosen."""
    if chosen == NOTHING:
        return
    if aim == Aim.CARD:
        mark_slot(s, me, chosen, obs, cards)
    elif aim == Aim.DRAINED or aim == Aim.UNDRAINED or aim == Aim.RESOURCE:
        seat = chosen // MAX_DOMAINS
        mark_domain(me, seat, chosen - seat * MAX_DOMAINS, obs, kit.ob.target_domain)
    elif aim == Aim.STORY or aim == Aim.EMPTY_STORY or aim == Aim.TOKENS:
        obs[kit.ob.chosen_story + seen_slot(me, chosen)] = 1.0
    elif not is_shown_as_code(aim):
        raise AssertionError(UNKNOWN_AIM)


@kernel
def is_shown_as_code(aim):
    """Whether what was chosen has no place of its own, and only `target_code` shows it."""
    return (
        aim == Aim.NOTHING
        or aim == Aim.SEAT
        or aim == Aim.ICON
        or aim == Aim.PILE
        or aim == Aim.THEIR_PILE
    )


@kernel
def target_code(s, me, aim, chosen):
    """What was chosen as one number, 1 for the first; 0 for nothing, or a card that is gone."""
    if chosen == NOTHING or aim == Aim.NOTHING:
        return 0
    if aim == Aim.CARD:
        return slot_code(s, me, chosen)
    if aim == Aim.PILE or aim == Aim.THEIR_PILE:
        return s.kind[chosen] + 1
    if aim == Aim.STORY or aim == Aim.EMPTY_STORY or aim == Aim.TOKENS:
        return seen_slot(me, chosen) + 1
    if aim == Aim.SEAT:
        return relative(chosen, me) + 1
    if aim == Aim.ICON:
        return chosen + 1
    if aim == Aim.DRAINED or aim == Aim.UNDRAINED or aim == Aim.RESOURCE:
        seat = chosen // MAX_DOMAINS
        return (relative(seat, me) - seat) * MAX_DOMAINS + chosen + 1
    raise AssertionError(UNKNOWN_AIM)


@kernel
def slot_code(s, me, inst):
    """The slot of a card in play, 1 for the first; 0 for none."""
    if inst == NOTHING or s.zone[inst] != Zone.PLAY:
        return 0
    return seen_entity(s, me, inst) + 1


@kernel
def mark_slot(s, me, inst, obs, start):
    """A card in play by side and slot."""
    if inst != NOTHING and s.zone[inst] == Zone.PLAY:
        obs[start + seen_entity(s, me, inst)] = 1.0


@kernel(inline=True)
def mark_domain(me, seat, domain, obs, start):
    """A domain by side and number."""
    obs[start + relative(seat, me) * MAX_DOMAINS + domain] = 1.0


@kernel
def observe_question(kit, s, me, obs):
    """What the question that is asked is about."""
    obs[kit.ob.asked_seat + relative(s.ask_seat, me)] = 1.0
    if s.question == Question.WAY or s.question == Question.ORDER:
        for way in range(s.ask_n):
            text, inst = s.ways[way], s.way_cards[way]
            kind = kit.texts[text, A.KIND]
            obs[kit.ob.way_text + way * TEXTS + text - kit.kinds[kind, K.FIRST_TEXT]] = 1.0
            at = kit.ob.way_card + way * 3
            obs[at] = kind + 1
            obs[at + 1] = relative(s.side[inst], me) + 1
            obs[at + 2] = slot_code(s, me, inst)
    elif s.question == Question.RESOURCE:
        mark_domain(me, s.ask_seat, s.ask_n, obs, kit.ob.chosen_domain)
    if s.ask_card != NOTHING:
        obs[kit.ob.asked_card] = s.kind[s.ask_card] + 1
        mark_domain(me, s.seat, s.place[s.ask_card], obs, kit.ob.chosen_domain)


@kernel
def observe_triggers(kit, s, me, obs):
    """What has happened that texts may answer, and which cards still may."""
    triggers, played, died = kit.ob.triggers, kit.ob.played, kit.ob.died
    events = 0
    for k in range(s.trig_n):
        event, inst = s.trig[k, T.EVENT], s.trig[k, T.INST]
        seat = relative(s.trig[k, T.SEAT], me)
        events |= 1 << event
        obs[triggers + event * 2 + seat] += 1.0
        if event == Trigger.PLAYED:
            at = played + seat * FACTIONS + kit.kinds[s.kind[inst], K.FACTION]
            obs[at] = min(obs[at] + 1.0, FEW)
        elif event == Trigger.DIES and s.zone[inst] == Zone.PILE:
            place = DIES_AT[s.kind[inst]]
            if place >= 0 and not is_used(s, inst, k):
                at = died + seat * N_DIES + place
                obs[at] = min(obs[at] + 1.0, FEW)
    obs[kit.ob.waiting] = s.trig_n - s.forced_at
    copies = s.effects & Effect.COPIES != 0
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst == NOTHING:
                continue
            n = 0
            if kit.kinds[s.kind[inst], K.TRIGGERS] & events:
                n = count_answers(kit, s, side, inst, inst)
            if copies:
                n += count_copied(kit, s, side, inst)
            slot = seen_entity(s, me, inst)
            obs[kit.ob.number + slot * N_NUMBERS + ANSWERS] = min(n, MOST)


@kernel
def count_answers(kit, s, side, inst, self_inst):
    """How many things that have happened a card may still answer with texts of a kind of card."""
    n = 0
    row = kit.kinds[s.kind[self_inst]]
    for text in range(row[K.FIRST_TEXT], row[K.FIRST_TEXT] + row[K.NUM_TEXTS]):
        timing = kit.texts[text, A.TIMING]
        is_answer = timing == Timing.RESPONSE or timing == Timing.FORCED
        if is_answer and kit.texts[text, A.FROM] == From.PLAY:
            for trig in range(s.trig_n):
                is_open = not is_used(s, inst, trig)
                n += is_open and answers(kit, s, side, text, inst, self_inst, trig)
    return n


@kernel
def count_copied(kit, s, side, inst):
    """The same for texts that it has copied."""
    n = 0
    for k in range(s.lasting_n):
        if s.lasting[k, L.STAT] == Stat.COPY_TEXT and s.lasting[k, L.INST] == inst:
            n += count_answers(kit, s, side, inst, s.lasting[k, L.AUX])
    return n
