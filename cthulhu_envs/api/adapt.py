"""Players that are no `Agent`: any class or object with `act(view)` or `act_batch(obs, mask)`, a
function, or a model of stable-baselines3.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.game import Game

METHODS = ("act", "act_batch")
NO_BOT = (
    "{} cannot play: a bot is a spec such as 'heuristic', a class or an object with act(view) or "
    "act_batch(obs, mask), a function of a view, or a stable-baselines3 model"
)
ILLEGAL = -1e9  # the logit of an action that is not legal


def adapt(
    player: Any, game: Game, seed: int = 0, options: Mapping[str, Any] | None = None
) -> Agent:
    """An agent for what a user hands over; ValueError says what can play.

    An `Agent` made before is returned as it is. A class is instantiated with `options`, and with
    `game` and `seed` if its constructor takes them. A function of one argument is asked with a
    view, one of two arguments with a batch of observations and masks.
    """
    if isinstance(player, Agent):
        return _for_this_game(player, game)
    if isinstance(player, type):
        return adapt(_instance(player, game, seed, options or {}), game, seed)
    if _is_sb3_model(player):
        return ModelAgent(game, player, seed)
    if any(callable(getattr(player, method, None)) for method in METHODS):
        batch, act = getattr(player, "act_batch", None), getattr(player, "act", None)
        return _wrapped(game, player, act, batch, seed)
    if callable(player):
        takes = _required(player)
        if takes == 1:
            return _wrapped(game, player, player, None, seed)
        if takes == 2:
            return _wrapped(game, player, None, player, seed)
    raise ValueError(NO_BOT.format(shown(player)))


def title_of(player: Any) -> str:
    """A short name for a player in tables."""
    if isinstance(player, str):
        return player
    named = player if isinstance(player, type) or inspect.isroutine(player) else type(player)
    name = str(getattr(named, "__name__", type(player).__name__))
    return "function" if name == "<lambda>" else name


def _for_this_game(agent: Agent, game: Game) -> Agent:
    own = getattr(agent, "game", None)
    if not isinstance(own, Game):
        name = type(agent).__name__
        raise ValueError(f"{name} has no game: its __init__ must call super().__init__(game, seed)")
    if (own.id, own.actions.size, own.observations.size) != (
        game.id,
        game.actions.size,
        game.observations.size,
    ):
        raise ValueError(
            f"{type(agent).__name__} was made for another table: {own.title} with "
            f"{own.num_players} players, not {game.title} with {game.num_players}"
        )
    return agent


def _instance(player: type, game: Game, seed: int, options: Mapping[str, Any]) -> Any:
    """An object of a class, given what its constructor asks for by name."""
    own = Agent if issubclass(player, Agent) else object
    if all(getattr(player, name, None) is getattr(own, name, None) for name in METHODS):
        raise ValueError(NO_BOT.format(shown(player)))
    if issubclass(player, Agent):
        return player(game, seed=seed, **options)
    offered = {"game": game, "seed": seed}
    takes = inspect.signature(player).parameters
    return player(**{name: value for name, value in offered.items() if name in takes}, **options)


def _required(function: Callable[..., Any]) -> int:
    """How many positional arguments a function must be given."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return 0
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(one.kind in positional and one.default is one.empty for one in parameters)


class _ByView(Agent):
    """Asks somebody else's `act`."""

    def __init__(self, game: Game, player: Any, act: Callable[..., Any], seed: int) -> None:
        self.player, self._act = player, act
        super().__init__(game, seed)

    @property
    def title(self) -> str:
        return title_of(self.player)

    def seed(self, seed: int) -> None:
        super().seed(seed)
        if callable(again := getattr(self.player, "seed", None)):
            again(seed)

    def act(self, view: View) -> int:
        action: int = self._act(view)
        return action


class _ByBatch(_ByView):
    """Asks somebody else's `act_batch`."""

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return np.asarray(self._act(obs, mask))

    def act(self, view: View) -> int:
        return self.act_on(view.observation, view.mask)


def _wrapped(game: Game, player: Any, act: Any, act_batch: Any, seed: int) -> Agent:
    if callable(act_batch):
        return _ByBatch(game, player, act_batch, seed)
    return _ByView(game, player, act, seed)


def _is_sb3_model(player: Any) -> bool:
    """Without importing the library."""
    return any(
        cls.__module__.startswith("stable_baselines3.") and cls.__name__ == "BaseAlgorithm"
        for cls in type(player).__mro__
    )


class ModelAgent(Agent):
    """A model of stable-baselines3 or sb3-contrib, masked whether it learned with masks or not:
    actions are drawn from its distribution over the legal ones, a Q network's best legal action is
    played.
    """

    def __init__(self, game: Game, model: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        shapes = (model.observation_space.shape, getattr(model.action_space, "n", None))
        wanted = ((game.observations.size,), game.actions.size)
        if shapes != wanted:
            raise ValueError(
                f"the {type(model).__name__} model is for observations of shape {shapes[0]} and "
                f"{shapes[1]} actions; {game.title} here has {wanted[0]} and {wanted[1]}"
            )
        self.model = model

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        logits = np.where(mask > 0, self._logits(obs), ILLEGAL)
        if not hasattr(self.model.policy, "q_net"):
            logits += self.rng.gumbel(size=logits.shape)  # argmax is then a draw
        chosen: NDArray[Any] = logits.argmax(axis=1)
        return chosen

    def policy_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float64]:
        logits = np.where(mask > 0, self._logits(obs), ILLEGAL)
        if hasattr(self.model.policy, "q_net"):
            best = np.zeros(mask.shape)
            best[np.arange(len(mask)), logits.argmax(axis=1)] = 1.0
            return best
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        probs: NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
        return probs

    def _logits(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        """The network's numbers for all actions (N, A)."""
        import torch

        policy = self.model.policy
        policy.set_training_mode(False)
        with torch.no_grad():
            rows = policy.obs_to_tensor(obs)[0]
            if hasattr(policy, "q_net"):
                found = policy.q_net(rows)
            else:
                found = policy.get_distribution(rows).distribution.logits
        numbers: NDArray[np.float64] = found.cpu().numpy().astype(np.float64)
        if np.isnan(numbers).any():
            raise ValueError(
                f"the {type(self.model).__name__} model gives logits that are no numbers"
            )
        return numbers
