"""Every game can be looked at: in all modes, without a change to the game, and from a chair
without a look at what is hidden from it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pettingzoo.test import render_test

import cthulhu_envs
from cthulhu_envs.engine import render
from cthulhu_envs.engine.aec import RawEnv
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.registry import find

WORLDS = 3
EARLY, MIDDLE = 2, 8  # decisions played
SEEDS = 10
TABLES = [
    pytest.param(game_id, players, id=f"{game_id}-{players}p")
    for game_id in cthulhu_envs.games()
    for players in find(game_id).players
]
every_table = pytest.mark.parametrize(("game_id", "players"), TABLES)
every_game = pytest.mark.parametrize("game_id", cthulhu_envs.games())


@cache
def positions(game_id: str, players: int) -> tuple[RawEnv, ...]:
    """One game by random play: just begun, in the middle, at its end. Too short ones, which some
    games may have, are passed over.
    """
    env = RawEnv(find(game_id).configure(num_players=players))
    for seed in range(players, players + SEEDS):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        kept, steps = [], 0
        while not all(env.terminations.values()) and not all(env.truncations.values()):
            if steps in (EARLY, MIDDLE):
                kept.append(env.clone())
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(int(rng.choice(legal)) if len(legal) else None)
            steps += 1
        if len(kept) == len((EARLY, MIDDLE)):
            return (*kept, env)
    raise AssertionError("games too short for this test")


def record(env: RawEnv) -> Any:
    """The state on the table."""
    return env._lanes.states[0]


def seats_and_spectator(game: Game) -> list[int | None]:
    return [*range(game.num_players), render.ALL_SEATS]


def worlds(env: RawEnv, seat: int) -> NDArray[Any]:
    """States that the seat cannot tell from the true one."""
    return env.view(env.possible_agents[seat]).sample_worlds(WORLDS, seed=seat)


@every_table
def test_pettingzoo_finds_the_rendering_sound(game_id, players, capsys):
    render_test(partial(cthulhu_envs.make, game_id, num_players=players))

    assert capsys.readouterr().out.strip(), "mode 'human' prints nothing"


@every_game
def test_each_mode_gives_what_it_promises(game_id, capsys):
    shown = {}
    for mode in render.MODES:
        env = cthulhu_envs.make(game_id, render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()

    assert set(shown) == set(env.metadata["render_modes"])
    assert shown["human"] is None and "\x1b[" in capsys.readouterr().out
    assert isinstance(shown["ansi"], str) and "\x1b" not in shown["ansi"]
    assert shown["rgb_array"].dtype == np.uint8 and shown["rgb_array"].ndim == 3
    assert shown["rgb_array"].flags.writeable


@every_table
def test_text_keeps_to_its_width_and_is_the_same_with_colours(game_id, players):
    from rich.cells import cell_len
    from rich.text import Text

    for env in positions(game_id, players):
        for seat in seats_and_spectator(env.game):
            plain = render.text(env.game, record(env), seat)
            colored = render.text(env.game, record(env), seat, color=True)

            assert max(cell_len(line) for line in plain.splitlines()) <= render.WIDTH
            assert Text.from_ansi(colored).plain.split() == plain.split()


@every_table
def test_pictures_of_a_game_have_one_size_and_show_something(game_id, players):
    pictures = [render.picture(env.game, record(env)) for env in positions(game_id, players)]

    assert {picture.shape for picture in pictures} == {pictures[0].shape}
    assert pictures[0].shape[2] == 3
    assert not np.array_equal(pictures[0], pictures[-1])


@every_game
def test_a_notebook_gets_an_image_with_the_name_of_the_game(game_id):
    env = RawEnv(find(game_id))
    assert "<img" not in env._repr_html_()

    env.reset(seed=1)

    assert env._repr_html_().startswith(f'<img alt="{env.game.title}"')


@every_game
def test_text_is_returned_in_a_notebook_too(game_id, monkeypatch):
    """There rich displays what it is to print, unless told not to."""
    env = RawEnv(find(game_id))
    env.reset(seed=1)
    plain = render.text(env.game, record(env))

    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)

    assert render.text(env.game, record(env)) == plain


@every_table
def test_looking_changes_neither_the_game_nor_its_chance(game_id, players):
    env = positions(game_id, players)[1].clone()
    before = record(env).tobytes()
    env._lanes.states.flags.writeable = False

    for seat in seats_and_spectator(env.game):
        for look in (render.text, render.picture):
            first, second = (look(env.game, record(env), seat) for _ in range(2))
            assert np.array_equal(first, second)

    assert record(env).tobytes() == before


@pytest.mark.parametrize("look", [render.text, render.picture], ids=["text", "picture"])
@every_table
def test_a_chair_looks_alike_in_all_worlds_its_seat_cannot_tell_apart(
    game_id, players, look: Callable[..., Any]
):
    """Worlds differ from the truth in all that is hidden; the spectator's text proves it."""
    env = positions(game_id, players)[1]
    game, truth = env.game, record(env)
    differing = 0
    for seat in range(players):
        seen = look(game, truth, seat)
        for world in worlds(env, seat):
            differing += render.text(game, world) != render.text(game, truth)
            assert np.array_equal(look(game, world, seat), seen)
            if look is render.picture:
                break  # one picture for each chair: they take their time

    assert differing > 0, "the worlds are all the same: nothing was tested"


@every_table
def test_text_tells_no_secret_at_any_moment(game_id, players):
    for env in positions(game_id, players):
        for seat in range(players):
            seen = render.text(env.game, record(env), seat)
            for world in worlds(env, seat):
                assert render.text(env.game, world, seat) == seen
