"""`RawEnv`: one game as a PettingZoo AEC environment. guarded.py adds what wrappers check."""

from __future__ import annotations

import operator
from functools import partial
from typing import Any

import numpy as np
from gymnasium.spaces import Space
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes, check_seed
from cthulhu_envs._runtime.legality import ALL_LEGAL, WAIT
from cthulhu_envs._runtime.threads import Turn
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.api.restore import books_of, restore
from cthulhu_envs.api.save import pack, unpack
from cthulhu_envs.api.spaces import Spaces
from cthulhu_envs.api.stacking import stacked
from cthulhu_envs.api.view import View, view_of
from cthulhu_envs.authoring.errors import asked, illegal_action, known_options, shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import lane_stream, next_seed
from cthulhu_envs.drawing import render

Observation = dict[str, NDArray[Any]]
NEXT_GAMES = 1  # number of the lane whose stream seeds the resets without a seed
ILLEGAL_REWARD = -1.0
SHOWN = ("states", "streams", "seeds", "obs", "mask", "seat", "reward", "done", "ending")


class RawEnv(AECEnv[str, Observation, int]):
    """One game. An illegal action raises ValueError in words and changes nothing. One thread at a
    time: while one is inside, others get a RuntimeError.

    `render_seat` says whose eyes `render()` and notebooks show the table through: the name of an
    agent, "current" for `agent_selection`, or "all" with every card open. It may be changed.
    """

    def __init__(
        self, game: Game, render_mode: str | None = None, render_seat: str = render.CURRENT
    ) -> None:
        self.game = game
        self.render_mode = render.check_mode(render_mode)
        self.render_seat = render_seat
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(render.MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces: Spaces | None = None  # made when asked for: copies of a game rarely are
        self._has_gone = "gone" in (game.state.names or ())
        self._turn = Turn()
        self._take, self._give_back = self._turn.take, self._turn.give_back  # `step` is in a hurry
        self._bind(Lanes(game, 1))
        self._is_reset = False

    def _bind(self, lanes: Lanes) -> None:
        """Keep the arrays of the one game at hand, and a second set to look through other seats'
        eyes.
        """
        self._lanes = lanes
        self._legal = lanes.mask[0]  # judges actions; others get copies
        self._run = partial(lanes.loops.run_lanes, *lanes.arguments)
        self._eyes = Lanes(self.game, 1)
        self._eyes.states = lanes.states
        self._no_mask = np.zeros(self.game.actions.size, np.int8)
        self._no_mask.setflags(write=False)

    def _made_spaces(self) -> Spaces:
        if self._spaces is None:
            self._spaces = Spaces(self.game, self.possible_agents)
        return self._spaces

    def observation_space(self, agent: str) -> Space[Any]:
        """Of an agent: a Dict of `observation`, a float32 Box, and `action_mask`, (A,) int8."""
        return self._made_spaces().observations[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> Space[Any]:
        """Of an agent: Discrete(A), the same for all agents."""
        return self._made_spaces().actions[self.possible_agents[self._seat(agent)]]

    @property
    def state_space(self) -> Space[Any]:
        """Of `state()`, what a centralised critic may see."""
        return self._made_spaces().state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed, the next one of the stream that the last seed started."""
        wanted = known_options(self.game, options)
        start = stacked(self.game, wanted)
        with self._turn:
            self._begin(start, seed, wanted)

    def _begin(self, start: NDArray[Any], seed: int | None, options: dict[str, Any]) -> None:
        """Deal, onto a state that has what is stacked."""
        lanes = self._lanes
        if seed is not None or not self._is_reset:
            chosen = check_seed(seed)
            lanes.streams[0] = lane_stream(np.uint64(chosen), NEXT_GAMES)
            lanes.seeds[0] = chosen
        else:
            lanes.seeds[0] = next_seed(lanes.streams, 0)
        self._replay = Replay(self.game, seed=int(lanes.seeds[0]), options=options)
        lanes.states[...] = start
        lanes.reward[...] = 0.0
        lanes.done[...] = False
        self._run(loops.BEGIN)
        self._is_reset = True
        self._open_books()

    def _open_books(self) -> None:
        """Fill the bookkeeping dicts for a game in which everybody who is not gone plays."""
        gone = self._gone()
        self.agents = [agent for agent in self.possible_agents if agent not in gone]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._no_mask} for agent in self.agents
        }
        self._skip_agent_selection: str | None = None
        self._select()

    def _select(self) -> None:
        """Point at the seat that decides next."""
        self.agent_selection = agent = self.possible_agents[self._lanes.seat[0]]
        self.infos[agent] = {"action_mask": self._legal.copy()}

    def _gone(self) -> set[str]:
        """Agents that have left for good."""
        if not self._has_gone:
            return set()
        gone = self._lanes.states[0].gone
        return {agent for seat, agent in enumerate(self.possible_agents) if gone[seat]}

    def step(self, action: int | None) -> None:  # type: ignore[override]
        """Play the action of `agent_selection`; None for an agent that has terminated."""
        if not self._take(False):
            raise self._turn.refusal()
        try:
            try:
                agent = self.agent_selection
                has_left = self.terminations[agent] or self.truncations[agent]
            except (AttributeError, KeyError):
                raise self._nobody("step") from None
            if has_left:
                self._was_dead_step(action)  # type: ignore[arg-type]
                return
            try:
                self._lanes.actions[0] = number = operator.index(action)  # type: ignore[arg-type]
            except (TypeError, OverflowError):
                raise ValueError(self._refusal(action)) from None
            if action is True or action is False or number == WAIT:
                raise ValueError(self._refusal(action))
            if self._run(loops.STEP) != ALL_LEGAL:
                raise ValueError(self._refusal(number))
            self._replay.actions.append(number)
            self._sync(agent)
            if self.render_mode == "human":
                self._show()
        finally:
            self._give_back()

    def _nobody(self, what: str) -> RuntimeError:
        """Why there is no agent to move."""
        over = "the game is over: " if self._is_reset else ""
        return RuntimeError(f"{over}reset() must be called before {what}()")

    def _seat(self, agent: Any) -> int:
        """The number of an agent's seat."""
        try:
            return self._seat_of[agent]
        except (KeyError, TypeError):
            known = self.possible_agents
            raise ValueError(f"there is no agent {asked(agent, known)}") from None

    def _refusal(self, action: Any) -> str:
        return illegal_action(self.game, self.agent_selection, action, self._lanes.mask[0])

    def _sync(self, actor: str) -> None:
        """Bring the bookkeeping dicts up to what the kernel did."""
        self._cumulative_rewards[actor] = 0.0
        self.infos[actor] = {"action_mask": self._no_mask}
        paid = self._lanes.reward[0].tolist()
        for agent in self.agents:
            self.rewards[agent] = reward = paid[self._seat_of[agent]]
            if reward:
                self._cumulative_rewards[agent] += reward
        if self._lanes.done[0]:
            self._finish()
            return
        self._select()
        if self._has_gone:
            for agent in self._gone().intersection(self.agents):
                self.terminations[agent] = True
            self._deads_step_first()

    def _finish(self) -> None:
        """The game is over for everybody, for a reason that has a name."""
        ending = int(self._lanes.ending[0])
        truncated = ending in self.game.truncations
        for agent in self.agents:
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.infos[agent] = {
                "action_mask": self._no_mask,
                "ending": self.game.ending_name(ending),
            }
        self._deads_step_first()

    @property
    def ending(self) -> int:
        """The number of the game's ending, 0 while it goes on; `game.ending_name` names it."""
        return int(self._lanes.states["ending"][0])

    def forfeit(self, agent: str) -> None:
        """End the game because of an illegal move: PettingZoo's TerminateIllegal convention."""
        with self._turn:
            self._forfeit(agent)

    def _forfeit(self, agent: str) -> None:
        self._check_reset("forfeit")
        if agent not in self.agents:
            raise ValueError(f"{shown(agent)} does not play")
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What a seat is entitled to know, and a mask that is all zero unless it is to move."""
        seat = self._seat(agent)
        if not self._is_reset:
            self._check_reset("observe")
        if seat == self._lanes.seat[0]:
            return {"observation": self._lanes.obs[0].copy(), "action_mask": self._legal.copy()}
        with self._turn:
            self._look(seat)
            return {"observation": self._eyes.obs[0].copy(), "action_mask": self._no_mask}

    def _look(self, seat: int) -> None:
        self._eyes.seat[0] = seat
        self._eyes.run(loops.LOOK)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Of the agent that acts next: its observation (None unless `observe`), its reward since it
        last acted, whether it is terminated, whether it is truncated, and its info.
        """
        try:
            agent = self.agent_selection
            told = (
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )
        except (AttributeError, KeyError):
            raise self._nobody("last") from None
        return (self.observe(agent) if observe else None, *told)

    def state(self) -> NDArray[np.float32]:
        """All seats' observations end to end, for a centralised critic. Secret: no player may
        see it.
        """
        self._check_reset("state")
        parts = []
        with self._turn:
            for seat in range(self.game.num_players):
                self._look(seat)
                parts.append(self._eyes.obs[0].copy())
        return np.concatenate(parts)

    def view(self, agent: str) -> View:
        """What an agent may use to choose: observation, mask, words, possible worlds; never the
        state.
        """
        seat = self._seat(agent)
        self._check_reset("view")
        with self._turn:
            return view_of(self.game, self._lanes.states, seat)

    def sample_world(self, agent: str, seed: int | None = None) -> RawEnv:
        """A copy in which everything that the agent cannot know is redrawn, from its exact
        distribution.
        """
        states = self.view(agent).sample_world(check_seed(seed))
        world = self.clone()
        world._place(states)
        return world

    def _place(self, states: NDArray[Any]) -> None:
        """Put a state on the table; what is played from here on is a replay that starts with it."""
        self._lanes.states[...] = states
        self._lanes.seat[0] = states[0].seat
        self._lanes.ending[0] = states[0].ending
        self._lanes.done[0] = states[0].ending != 0
        self._lanes.run(loops.LOOK)
        self._replay = Replay(self.game, start=states.tobytes())
        self._is_reset = True
        self._open_books()
        if self._lanes.done[0]:
            self._finish()

    def save(self) -> bytes:
        """The game in progress as bytes, with a head that says what it is."""
        self._check_reset("save")
        with self._turn:
            return pack(self.game, self._lanes.states, books_of(self))

    def load(self, data: bytes) -> None:
        """Go on from saved bytes; damaged ones, or those of another game, raise ValueError and
        change nothing. The game is played again up to the position that was saved: bytes that do
        not come out of a game are refused.
        """
        states, books = unpack(self.game, data)
        twin = RawEnv(self.game)
        restore(twin, states, books)
        with self._turn:
            self._become(twin)

    def _become(self, other: RawEnv) -> None:
        """Go on from the position of another environment, which is left alone."""
        for name in SHOWN:
            getattr(self._lanes, name)[...] = getattr(other._lanes, name)
        self.agents = list(other.agents)
        self.agent_selection = other.agent_selection
        self._skip_agent_selection = other._skip_agent_selection
        self.rewards = dict(other.rewards)
        self._cumulative_rewards = dict(other._cumulative_rewards)
        self.terminations = dict(other.terminations)
        self.truncations = dict(other.truncations)
        idle: dict[str, Any] = {"action_mask": self._no_mask}
        if self._lanes.done[0]:
            idle["ending"] = self.game.ending_name(int(self._lanes.ending[0]))
        self.infos = {agent: dict(idle) for agent in self.agents}
        decider = self.possible_agents[self._lanes.seat[0]]
        if not self._lanes.done[0] and decider in self.infos:
            self.infos[decider] = {"action_mask": self._legal.copy()}
        self._replay = other._replay.copy()
        self._is_reset = True

    def clone(self) -> RawEnv:
        """An independent copy, mid-game or not; the same as copy.deepcopy."""
        twin = RawEnv(self.game, self.render_mode, self.render_seat)
        if self._is_reset:
            with self._turn:
                twin._become(self)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> RawEnv:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        saved = self.save() if self._is_reset else None
        return _rebuild, (self.game, self.render_mode, self.render_seat, saved)

    def replay(self) -> Replay:
        """Seed, settings and actions so far: enough to play this game again, exactly."""
        self._check_reset("replay")
        return self._replay.copy()

    def _check_reset(self, what: str) -> None:
        if not self._is_reset:
            raise RuntimeError(f"reset() must be called before {what}()")

    @property
    def render_seat(self) -> str:
        """Whose eyes the table is shown through."""
        return self._render_seat

    @render_seat.setter
    def render_seat(self, seat: str) -> None:
        self._render_seat = render.check_seat(self.game, seat)

    @property
    def looker(self) -> int | None:
        """The number of the seat that `render_seat` means now, None for every card open."""
        return render.looker(self.render_seat, self._seat_of[self.agent_selection])

    def render(self) -> Any:
        """Show the table as `render_mode` says (text, a picture, or printed to the terminal) and
        through the eyes that `render_seat` names; text and picture say whose they are.
        """
        if self.render_mode is None:
            EnvLogger.warn("render() does nothing without a render_mode")
            return None
        self._check_reset("render")
        with self._turn:
            return self._show()

    def _show(self) -> Any:
        return render.show(self.game, self._lanes.states[0], str(self.render_mode), self.looker)

    def _repr_html_(self) -> str:
        """In a notebook the game shows itself, through the same eyes."""
        if not self._is_reset:
            return repr(self)
        with self._turn:
            return render.html(self.game, self._lanes.states[0], self.looker)

    def close(self) -> None:
        """Nothing is held open."""


def _rebuild(game: Game, mode: str | None, seat: str, saved: bytes | None) -> RawEnv:
    env = RawEnv(game, mode, seat)
    if saved is not None:
        env.load(saved)
    return env
