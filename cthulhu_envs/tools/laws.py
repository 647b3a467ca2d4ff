"""What must hold in every game, as checks that anyone who writes a game can run.

`check(game)` goes through LAWS, and the laws that the game declares itself (`Extras.laws`), at
every player count; the first broken one raises BrokenLawError with a sentence. `cthulhu check
love_letter` does the same at the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.registry import game_of
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Game, load
from cthulhu_envs.authoring.law import SEEDS, BrokenLawError, Law
from cthulhu_envs.authoring.record import HOLE, digest
from cthulhu_envs.authoring.state_checks import check_states
from cthulhu_envs.tools import hostile

MOST_STEPS = 100_000  # a random game that lasts longer does not end
WORLDS = 3  # drawn for each seat at each position looked at
POSITIONS, DAMAGES = 20, 25  # positions that are damaged, and how often each


def _demand(holds: bool, words: str) -> None:
    if not holds:
        raise BrokenLawError(words)


def _random_play(game: Game, seed: int) -> Iterator[RawEnv]:
    """A random game, seen before each action and at its end."""
    rng = np.random.default_rng(seed)
    env = RawEnv(game)
    env.reset(seed=seed)
    for _ in range(MOST_STEPS):
        yield env
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            if all(env.terminations[a] or env.truncations[a] for a in env.agents):
                return
            env.step(None)
            continue
        mask = env.observe(agent)["action_mask"]
        _demand(bool(mask.any()), f"{agent} has nothing to do, and the game is not over")
        env.step(int(rng.choice(np.flatnonzero(mask))))
    raise BrokenLawError(f"a random game has not ended after {MOST_STEPS} steps")


def tables_agree(game: Game, seed: int) -> None:
    """Every action id decodes to words and back; sizes are those of the spaces."""
    for number in range(game.actions.size):
        meaning = game.actions.decode(number)
        back = game.actions.encode(meaning.name, **meaning.values)
        _demand(back == number, f"action {number} comes back as {back}")
        _demand(bool(game.actions.text(number)), f"action {number} has no words")


def random_play_ends(game: Game, seed: int) -> None:
    """Every position offers an action or is the end; everybody is told a named ending."""
    env = None
    for env in _random_play(game, seed):  # noqa: B007 - the last one is looked at
        pass
    assert env is not None
    ending = env.infos[env.agent_selection].get("ending")
    _demand(ending in {e.name.lower() for e in game.endings}, f"no named ending: {ending!r}")


def nothing_is_lost(game: Game, seed: int) -> None:
    """The game's own invariants hold at every step; observations stay within their bounds."""
    for env in _random_play(game, seed):
        try:
            check_states(game, env._lanes.states)
        except ValueError as fault:
            raise BrokenLawError(f"seed {seed}: {fault}") from fault
        for agent in env.agents:
            seen = env.observe(agent)["observation"]
            inside = bool((seen >= 0).all() and (seen <= game.observations.highs + 1e-6).all())
            _demand(inside, f"seed {seed}: {agent} sees a value outside its bounds")


def nothing_leaks(game: Game, seed: int) -> None:
    """A seat cannot tell its sampled worlds from the true one: same observation, same mask."""
    for step, env in enumerate(_random_play(game, seed)):
        states = env._lanes.states
        for seat in range(game.num_players):
            true = view_of(game, states, seat)
            for world in true.sample_worlds(WORLDS, seed + step):
                other = view_of(game, world.reshape(1), seat)
                game.check_state(game, world)
                for name, part in true.parts.items():
                    same = np.array_equal(part, other.parts[name])
                    _demand(same, f"seed {seed}, step {step}: {name!r} tells seat {seat} a secret")
                same = np.array_equal(true.mask, other.mask)
                _demand(same, f"seed {seed}, step {step}: the mask tells seat {seat} a secret")


def worlds_tell_nothing(game: Game, seed: int) -> None:
    """Games that look alike to a seat give it the same worlds from the same seed, to the bit."""
    for step, env in enumerate(_random_play(game, seed)):
        states = env._lanes.states
        if states[0].ending:
            return
        for seat in range(game.num_players):
            true = view_of(game, states, seat)
            alike = view_of(game, true.sample_world(seed + step), seat)
            same = alike.sample_world(seed).tobytes() == true.sample_world(seed).tobytes()
            _demand(same, f"seed {seed}, step {step}: worlds of seat {seat} depend on a secret")


def replays_are_exact(game: Game, seed: int) -> None:
    """Seed and actions give the same states again, and a saved game goes on the same."""
    digests: list[str] = []
    env = None
    for env in _random_play(game, seed):
        if len(digests) == len(env.replay().actions):
            digests.append(digest(env._lanes.states))
    assert env is not None
    again = [digest(state) for state in env.replay().states()]
    _demand(again == digests, f"seed {seed}: the replay differs")
    twin = env.clone()
    _demand(digest(twin._lanes.states) == digests[-1], f"seed {seed}: the copy differs")


def batch_agrees(game: Game, seed: int) -> None:
    """Each lane of a batch plays exactly the AEC game of its seed."""
    rng = np.random.default_rng(seed)
    vec = VectorEnv(game, 3)
    obs, mask, seat = vec.reset(seed)
    envs = [RawEnv(game) for _ in range(vec.num_envs)]
    for lane, env in enumerate(envs):
        env.reset(seed=vec.lane_seed(lane))
    for _ in range(300):
        for lane, env in enumerate(envs):
            seen = env.observe(env.possible_agents[seat[lane]])
            same = np.array_equal(seen["observation"], obs[lane])
            same = same and np.array_equal(seen["action_mask"], mask[lane])
            _demand(same, f"seed {seed}: lane {lane} and the AEC game part ways")
        actions = [int(rng.choice(np.flatnonzero(row))) for row in mask]
        obs, mask, seat, reward, done = vec.step(actions)
        for lane, env in enumerate(envs):
            while env.terminations[env.agent_selection]:
                env.step(None)
            env.step(actions[lane])
            paid = [env.rewards.get(agent, 0.0) for agent in env.possible_agents]
            _demand(np.allclose(paid, reward[lane]), f"seed {seed}: lane {lane} pays otherwise")
            if done[lane]:
                env.reset(seed=vec.lane_seed(lane))


def states_are_bounded(game: Game, seed: int) -> None:
    """Every field of a state declares the values it can have."""
    names = [name for name in game.state.names or () if not name.startswith(HOLE)]
    missing = [n for n in names if n not in game.bounds and game.state[n].base.kind != "f"]
    _demand(not missing, f"no Span is declared for {', '.join(missing)}")


def damaged_states_do_no_harm(game: Game, seed: int) -> None:
    """A state that was changed here and there is refused, or plays on like any other."""
    rng = np.random.default_rng(seed)
    known = hostile.positions(game, rng, POSITIONS)
    for state in known:
        for _ in range(DAMAGES):
            changed = state.reshape(1).copy()
            fields = hostile.damage(game, changed, known, rng)
            if hostile.is_refused(game, changed):
                continue
            try:
                hostile.play_on(game, changed, rng)
            except (AssertionError, ArithmeticError, LookupError, ValueError) as fault:
                kind = type(fault).__name__
                raise BrokenLawError(
                    f"seed {seed}: changed {', '.join(fields)}: {kind}: {fault}"
                ) from fault


LAWS = (
    Law("tables", "every action id has a meaning, words, and comes back", tables_agree),
    Law("ends", "random play always has an action, and ends for a named reason", random_play_ends),
    Law("conserves", "invariants and bounds hold at every step", nothing_is_lost),
    Law("bounds", "fields of states declare their values", states_are_bounded),
    Law("hostile", "damaged states are refused or do no harm", damaged_states_do_no_harm),
    Law("secret", "no seat can tell sampled worlds from the true one", nothing_leaks),
    Law("alike", "worlds depend on nothing that a seat cannot know", worlds_tell_nothing),
    Law("exact", "replays and copies are exact", replays_are_exact),
    Law(
        "batch", "the vector environment plays the same games as the AEC environment", batch_agrees
    ),
)


def laws_of(game: Game) -> tuple[Law, ...]:
    """The laws of every game, then the game's own."""
    own: tuple[Law, ...] = load(game.extras.laws) if game.extras.laws else ()
    return (*LAWS, *own)


def check(
    game: str | Game,
    seeds: int = SEEDS,
    progress: Callable[[str], None] = lambda line: None,
    only: str | None = None,
) -> None:
    """Run all laws, or `only` the one of that name, at every player count.

    `game` is a name, an id, `module:NAME` or a Game; its settings are kept. Each law is checked in
    games of the seeds 0 to `seeds` - 1. `progress` is called with a sentence for each that holds.
    The first law that does not raises BrokenLawError, and an unknown name ValueError.
    """
    game = game_of(game)
    laws = {law.name: law for law in laws_of(game)}
    if only is not None:
        if only not in laws:
            raise ValueError(f"{game.title} has no law {only!r}{nearest(only, laws)}")
        laws = {only: laws[only]}
    for players in game.players:
        try:
            table = game.configure(num_players=players)
        except ValueError:
            continue  # the settings chosen do not seat that many
        for law in laws.values():
            for seed in range(seeds):
                law.check(table, seed)
            progress(f"{game.title}, {players} players: {law.promise}")
