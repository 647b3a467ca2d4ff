"""Rules seen to happen in random play: `cthulhu coverage`."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from cthulhu_envs import games
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Extras, Game, load
from cthulhu_envs.authoring.rule_detector import RuleDetector
from cthulhu_envs.tools.rule_coverage import Coverage, cover
from tests.rules.test_every_rule_is_cited import rules_of

WATCHED = [find(name) for name in games() if find(name).extras.coverage]

watched = pytest.mark.parametrize("game", WATCHED, ids=lambda game: game.name)


@watched
def test_signs_belong_to_rules(game: Game) -> None:
    detector: RuleDetector = load(game.extras.coverage)

    assert {number for number, _ in detector.signs} <= set(rules_of(game))
    assert len(set(detector.signs)) == len(detector.signs)


@watched
@pytest.mark.slow
def test_every_rule_happens_in_random_play(game: Game) -> None:
    detector: RuleDetector = load(game.extras.coverage)

    assert cover(game, detector.deals, agents=detector.agents).missing == []


@watched
@pytest.mark.slow
def test_the_same_seed_sees_the_same(game: Game) -> None:
    counts = [cover(game, 20, seed).counts.tolist() for seed in (3, 3, 4)]

    assert counts[0] == counts[1] != counts[2]
    assert sum(counts[0]) > 0


def test_a_sign_that_is_never_seen_is_named() -> None:
    game = WATCHED[0]
    coverage = Coverage(game, 5, (("R1", "this"), ("R2", "that")), np.array([7, 0]))

    assert coverage.missing == [("R2", "that")]
    assert "| R1 | this | 7 |" in coverage.markdown()
    assert coverage.table().row_count == 2


def test_bad_input_is_refused() -> None:
    game = WATCHED[0]
    with pytest.raises(ValueError, match="deals must be at least 1, not 0"):
        cover(game, 0)
    with pytest.raises(ValueError, match="declares no signs of its rules"):
        cover(dataclasses.replace(game, extras=Extras()), 5)
