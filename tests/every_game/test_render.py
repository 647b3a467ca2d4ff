"""Every game can be looked at: in all modes, without a change to the game, and from a seat
without a look at what is hidden from it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pettingzoo.test import render_test

import cthulhu_envs
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.drawing import render
from cthulhu_envs.drawing.canvas import Canvas
from cthulhu_envs.drawing.spectator import seen_by

WORLDS = 3
EARLY, MIDDLE = 2, 8  # decisions played
SEEDS = 10
APART = 0.03  # share of the decisions at which whole games are looked at
GOOD = 0.7  # share of the decisions that a good player makes in them
TABLES = [
    pytest.param(game_id, players, id=f"{game_id}-{players}p")
    for game_id in cthulhu_envs.games()
    for players in find(game_id).players
]
every_table = pytest.mark.parametrize(("game_id", "players"), TABLES)
EYES = {"player_1": "seen by player_1", "all": "all cards open"}
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
def test_each_mode_gives_what_it_promises(game_id, capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    shown = {}
    for mode in render.MODES:
        env = cthulhu_envs.make(game_id, render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()

    assert set(shown) == set(env.metadata["render_modes"])
    assert shown["human"] is None and capsys.readouterr().out == f"{shown['ansi']}\n"
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
def test_a_notebook_gets_an_image_with_the_name_of_the_game_and_whose_view_it_is(game_id):
    env = RawEnv(find(game_id))
    assert "<img" not in env._repr_html_()

    env.reset(seed=1)

    for seat, words in ((env.agent_selection, f"seen by {env.agent_selection}"), *EYES.items()):
        env.render_seat = seat
        assert env._repr_html_().startswith(f'<img alt="{env.game.title}, {words}"')


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


@every_game
def test_text_and_picture_say_whose_view_they_are(game_id, monkeypatch):
    written = []
    write = Canvas.words

    def noted(art, at, words, *rest, **more):
        written.append(words)
        return write(art, at, words, *rest, **more)

    monkeypatch.setattr(Canvas, "words", noted)
    env = positions(game_id, 2)[1]
    for seat in seats_and_spectator(env.game):
        written.clear()

        seen = render.text(env.game, record(env), seat)
        render.picture(env.game, record(env), seat)

        assert seen_by(seat) in seen.splitlines()[0]
        assert any(seen_by(seat) in words for words in written)


@every_table
def test_render_shows_the_seat_to_move_unless_told_otherwise(game_id, players):
    env = positions(game_id, players)[1].clone()
    env.render_mode = "ansi"
    shown = {"current": env.possible_agents.index(env.agent_selection), "all": None}
    shown |= {agent: seat for seat, agent in enumerate(env.possible_agents)}

    assert env.render_seat == "current"
    for eyes, seat in shown.items():
        env.render_seat = eyes
        assert env.render() == render.text(env.game, record(env), seat)
        assert env.clone().render_seat == pickle.loads(pickle.dumps(env)).render_seat == eyes


@every_game
def test_every_face_takes_the_eyes(game_id):
    made = (
        cthulhu_envs.make(game_id, render_mode="ansi", render_seat="player_1"),
        cthulhu_envs.make(game_id, render_mode="ansi", render_seat="player_1", guards="none"),
        cthulhu_envs.make(game_id, render_mode="ansi", render_seat="player_1", guards="stock"),
        GymEnv(game_id, seat=0, render_mode="ansi", render_seat="player_1"),
    )
    for env in made:
        env.reset(seed=1)
        assert "seen by player_1" in env.render()

    made[0].render_seat = "all"
    assert "all cards open" in made[0].render()
    with pytest.raises(ValueError, match="there is no seat 'player_l' to look from; did you mean"):
        made[0].render_seat = "player_l"
    with pytest.raises(ValueError, match="there is no seat 'player_9' to look from"):
        cthulhu_envs.make(game_id, render_seat="player_9")


@every_game
def test_a_learner_is_shown_its_own_view_to_the_end(game_id):
    env = GymEnv(game_id, render_mode="ansi")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over, steps = False, 0
        while not over:
            if steps % 8 == 0:
                assert f"seen by player_{info['seat']}" in env.render()
            steps += 1
            legal = np.flatnonzero(info["action_mask"])
            *_, terminated, truncated, info = env.step(int(legal[seed % len(legal)]))
            over = terminated or truncated
        assert f"seen by player_{info['seat']}" in env.render()


def test_the_view_of_a_seat_that_has_left_is_its_own():
    """PettingZoo selects it once more; pixels must be those that belong to `last()`."""
    env = RawEnv(find("unspeakable_words").configure(num_players=3, tokens=1), "ansi")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    while not env.terminations[env.agent_selection]:
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(rng.choice(legal)))

    assert f"seen by {env.agent_selection}" in env.render()


@pytest.mark.parametrize("look", [render.text, render.picture], ids=["text", "picture"])
@every_table
def test_what_a_seat_sees_is_alike_in_all_worlds_it_cannot_tell_apart(
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
                break  # one picture for each seat: they take their time

    assert differing > 0, "the worlds are all the same: nothing was tested"


@every_table
def test_what_render_gives_is_the_same_in_all_worlds_of_the_seat_it_shows(game_id, players):
    """Text and pixels, as a learner gets them from `env.render()`."""
    env = positions(game_id, players)[1].clone()
    for mode in ("ansi", "rgb_array"):
        env.render_mode = mode
        world = env.sample_world(env.agent_selection, seed=5)
        assert world.render_mode == mode and world.agent_selection == env.agent_selection
        assert np.array_equal(world.render(), env.render())


@pytest.mark.skipif(not is_compiled(), reason="plays whole games")
@every_game
def test_text_tells_no_secret_at_any_moment(game_id):
    """Whole games, every few decisions, by players who get far; at all player counts in turn."""
    for seed, players in enumerate(find(game_id).players):
        game = find(game_id).configure(num_players=players)
        for states in moments(game, seed):
            for seat in range(players):
                seen = render.text(game, states[0], seat)
                world = View(game, states, seat).sample_world(seed)
                assert render.text(game, world[0], seat) == seen


def moments(game: Game, seed: int) -> Iterator[NDArray[Any]]:
    """Positions of a game in which bots and random moves take turns, and its end."""
    env = RawEnv(game)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    bots = [make_agent(kind, game, seed=seed) for kind in ("random", "heuristic")]
    while env.agents:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.step(None)
            continue
        if rng.random() < APART:
            yield env._lanes.states.copy()
        env.step(bots[int(rng.random() < GOOD)].act(env.view(agent)))
    yield env._lanes.states.copy()
