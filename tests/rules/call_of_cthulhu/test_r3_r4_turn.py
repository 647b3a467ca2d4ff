"""R3 the turn, R4 domains and paying."""

from __future__ import annotations

import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.sizes import Phase, Question
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import Position, position


@rule("R3.1", "R3.2")
def test_phases_follow_each_other_and_turns_alternate():
    at = position(phase="refresh", play="Ghost")
    seen = []

    while len(seen) < 7:
        if not seen or seen[-1] != (int(at.s.active), int(at.s.phase)):
            seen.append((int(at.s.active), int(at.s.phase)))
        at.env.step(int(at.s.ids[0]))

    assert seen == [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 1), (1, 2)]


@rule("R3.3")
def test_restoring_is_not_optional_but_who_is_chosen():
    at = position(phase="refresh", play="Ghost insane; Patsy insane")

    assert at.legal == {"my Ghost", "my Patsy"}


@rule("R3.4", "R3.5")
def test_the_restored_stays_exhausted_the_others_are_readied():
    at = position(
        phase="refresh",
        play="Ghost insane; Patsy exhausted",
        their_play="Peeler exhausted",
        domains="Agency 1 drained",
        their_domains="Agency 1 drained",
    )

    assert at.get("Ghost", "exhausted") == 1 and at.get("Patsy", "exhausted") == 0
    assert at.get("Peeler", "exhausted") == 1
    assert at.drained() == [False] * 3 and at.drained(1) == [True, False, False]


@rule("R3.6")
def test_two_cards_are_drawn():
    assert len(position(phase="draw").hand()) == 2


@rule("R3.7")
def test_an_empty_deck_loses_at_once():
    at = position(play="Predatory Byakhee; Blackmoor Estate", domains="Hastur 5")
    at.s.deck_n[1] = 3
    for inst in at.s.deck[1, 3:60]:
        if at.s.zone[inst] == 1:
            at.s.zone[inst] = 4
            at.s.pile[1, at.s.pile_n[1]] = inst
            at.s.pile_n[1] += 1

    at.env.step(at.game.actions.encode("slot", seat=0, slot=0))
    while at.s.ending == 0:
        at.env.step(int(at.s.ids[0]))

    assert at.ending == "empty_deck" and at.s.winner == 0
    assert at.env.rewards == {"player_0": 1.0, "player_1": -1.0}


@rule("R3.8", "R4.1")
def test_a_card_from_hand_becomes_a_resource():
    at = position(phase="resource", hand="Ghost; Shotgun")
    assert at.legal == {"done", "Ghost", "Shotgun"}

    at.do("Ghost", "domain 1")

    assert at.resources(0, 1) == 1 and at.s.res[0, 1, 4] == 1
    assert at.hand() == ["Shotgun"]


@rule("R3.9")
def test_only_the_active_player_plays_characters_and_only_in_operations():
    described = {
        "hand": "Ghost; Shotgun Blast",
        "their_hand": "Ghost",
        "their_play": "Patsy",
        "domains": "Hastur 1; Agency 1",
        "their_domains": "Hastur 1",
    }
    at = position(**described)
    assert at.can("Ghost")
    at.do("done")
    assert at.seat == 1 and at.legal >= {"done"} and not at.can("Ghost")

    story = position(phase="story", **described)
    assert story.can("Shotgun Blast") and not story.can("Ghost")


@rule("R3.10")
def test_the_story_phase_has_its_windows():
    at = position(phase="story", play="Ghost", their_play="Peeler")
    asked = []

    for word in (
        "done",
        "done",
        "my Ghost",
        "story 0",
        "done",
        "done",
        "done",
        "my Peeler",
        "done",
        "done",
        "done",
    ):
        if word not in at.legal:
            break
        asked.append((at.seat, Question(int(at.s.question)).name))
        at.do(word)

    windows = [
        ("WINDOW"),
        ("WINDOW"),
        "COMMIT",
        "COMMIT_TO",
        "COMMIT",
        "WINDOW",
        "WINDOW",
        "COMMIT",
    ]
    assert [name for _, name in asked][:8] == windows


@rule("R3.11")
def test_without_committed_characters_the_turn_ends():
    at = position(phase="story", play="Ghost", their_play="Peeler")

    at.do("done", "done", "done")

    assert at.s.active == 1 and at.s.phase == Phase.REFRESH


@rule("R3.12")
def test_everybody_goes_home_at_the_end():
    at = position(phase="story", play="Ghost at 0", their_play="Mad Genius at 0")

    at.to_phase(Phase.REFRESH, seat=1)

    assert at.get("Ghost", "at_story") == -1 and at.get("Ghost", "exhausted") == 1


@rule("R3.13")
def test_the_first_player_draws_one_card_and_has_no_story_phase():
    at = position(phase="draw", turn=1, play="Ghost")

    assert len(at.hand()) == 1
    phases = set()
    while at.s.active == 0:
        phases.add(int(at.s.phase))
        at.env.step(at.game.actions.starts["done"])
    assert Phase.STORY not in phases


@rule("R3.14", "R3.15")
def test_the_turn_limit_ends_without_a_winner():
    env = RawEnv(GAME.configure(turn_limit=2))
    env.reset(seed=0)
    at = Position(env)

    while at.s.ending == 0:
        env.step(int(at.s.ids[0]))

    assert at.ending == "turn_limit" and env.rewards == {"player_0": 0.0, "player_1": 0.0}
    assert all(env.truncations.values())


@rule("R4.2", "R11.1")
def test_resources_and_piles_are_open():
    at = position(domains="Hastur 2, Agency 1", pile="Ghost")

    for seat, step in ((0, 0), (1, 1)):
        assert at.sees(seat)["resources"][step, 0].tolist() == [1, 0, 0, 0, 2, 0, 0, 0]
        assert at.sees(seat)["pile"][step].sum() == 1


@rule("R4.3", "R4.4", "R4.5")
@pytest.mark.parametrize(
    ("domains", "payers"),
    [
        ("Syndicate 1, Neutral 2; Syndicate 2; Hastur 3", {"domain 0"}),
        ("Syndicate 3; Syndicate 4; Syndicate 3 drained", {"domain 0", "domain 1"}),
        ("Syndicate 2; Syndicate 2; Syndicate 2", set()),
    ],
)
def test_bag_man_needs_three_resources_on_one_domain_with_a_match(domains, payers):
    at = position(hand="Bag Man", domains=domains)  # the manual's example

    assert at.can("Bag Man") == bool(payers)
    if len(payers) > 1:
        at.do("Bag Man")
        assert at.legal == payers
        at.do("domain 1")
        assert at.drained() == [False, True, True]


@rule("R4.6")
def test_abilities_in_play_need_no_match():
    at = position(play="Hastur", their_play="Ghost", domains="Agency 3")

    at.do("my Hastur")

    assert at.get("Ghost", "insane") == 1


@rule("R4.7")
def test_deep_one_assault_for_four_needs_four_cthulhu_resources():
    at = position(hand="Deep One Assault", domains="Cthulhu 3, Hastur 3", their_play="Yellow Muse")
    rich = position(hand="Deep One Assault", domains="Cthulhu 4", their_play="Yellow Muse")

    assert not at.can("Deep One Assault") and rich.can("Deep One Assault")


@rule("R4.8")
def test_t_men_need_two_agency_resources_anywhere():
    at = position(hand="T-Men", domains="Agency 1, Neutral 4; Hastur 1")
    rich = position(hand="T-Men", domains="Agency 1, Neutral 4; Agency 1")

    assert not at.can("T-Men") and rich.can("T-Men")


@rule("R4.9")
def test_a_minimum_cost_is_kept_and_a_raise_comes_first():
    at = position(
        hand="Dampen Light; Cthulhu", play="Lord of the Silver Twilight", domains="Yog 1; Cthulhu 5"
    )
    assert at.can("Cthulhu")

    at.do("Dampen Light")
    at.do("done")

    assert not at.can("Cthulhu")  # 6 + 1 - 1


@rule("R4.10", "R4.11")
def test_a_transient_resource_counts_twice_and_is_spent():
    at = position(hand="Extortionist", domains="Syndicate 1, <Local Sheriff>", their_play="Ghost")

    at.do("Extortionist")

    assert at.pile() == ["Local Sheriff"] and at.resources(0, 0) == 1
    assert at.can("my Extortionist")  # 3 for 2: overpaid


@rule("R4.12")
def test_a_seat_has_at_most_ten_domains():
    nine, ten = (
        position(hand="Eldritch Nexus", domains="; ".join(["Hastur 1"] * n)) for n in (9, 10)
    )

    nine.do("Eldritch Nexus", "domain 0")

    assert len(nine.drained()) == 10 and not ten.can("Eldritch Nexus")
