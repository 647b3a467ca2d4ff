"""Cthulhu: Death May Die: two to five investigators against an Elder One. RULES.md numbers the
rules that the code cites; the content stands in content/data/.
"""

from __future__ import annotations

from cthulhu_envs.authoring.game import Docs, Game, Kernels, SearchHints
from cthulhu_envs.authoring.own_file import contents_of
from cthulhu_envs.games.death_may_die.kit import kit_of
from cthulhu_envs.games.death_may_die.position import arrange, check_state
from cthulhu_envs.games.death_may_die.rules.actions import legal
from cthulhu_envs.games.death_may_die.rules.advance import apply
from cthulhu_envs.games.death_may_die.rules.deal import deal
from cthulhu_envs.games.death_may_die.rules.scoring import score
from cthulhu_envs.games.death_may_die.rules.worlds import SCRATCH, determinize, prepare
from cthulhu_envs.games.death_may_die.settings import SETTINGS, check_settings
from cthulhu_envs.games.death_may_die.state import BOUNDS, STATE, Ending
from cthulhu_envs.games.death_may_die.tables import actions, observations
from cthulhu_envs.games.death_may_die.view.observation import observe

GAME = Game(
    home="cthulhu_envs.games.death_may_die:GAME",
    name="death_may_die",
    title="Cthulhu: Death May Die",
    version=1,
    players=range(1, 6),
    default_players=4,
    reset_options=(
        *("episode", "elder_one", "investigators", "insanities"),
        *("mythos", "discovery", "rolls", "start"),
    ),
    settings=SETTINGS,
    endings=Ending,
    state=STATE,
    bounds=BOUNDS,
    scratch=SCRATCH,
    actions_of=actions,
    observations_of=observations,
    kit_of=kit_of,
    kernels=Kernels(deal, legal, apply, observe, score, prepare, determinize),
    arrange=arrange,
    check_settings=check_settings,
    contents_of=contents_of,
    check_state=check_state,
    draw="cthulhu_envs.games.death_may_die.view.render:DRAWING",
    is_team=True,
    reward_range=(-1.0, 2.0),
    docs=Docs(
        summary=(
            "Disrupt the ritual and kill the Elder One together, growing stronger as you go mad."
        ),
        history=(
            "v0: two Elder Ones, three Episodes, ten investigators.",
            (
                "v1: the dead are paid with the table; rest up to 3; tentacles of every roll; "
                "deaths at once; Episodes 2 and 3 whole; the observation holds what is asked."
            ),
        ),
        rewards=(
            "at the end: +1 to all for a victory, -1 for a defeat, the dead included; "
            '`reward="progress"`: up to 1 more on the way'
        ),
        reset_options=(
            "`reset(options=...)` takes `episode` and `elder_one` by name where they are random, "
            "`investigators` and `insanities`, one name for each investigator, "
            "`mythos` and `discovery`, cards by name from the top (others follow in order), "
            "`rolls`, "
            "dice by name that fall before random ones, and `start`, the investigator who begins."
        ),
        rules="RULES.md",
        compile_seconds=25,
    ),
    search=SearchHints(
        chapter="turns",
        horizon=3,
        c=0.5,
        margin=1.0,
    ),
)
