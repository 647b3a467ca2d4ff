"""Registers our games with OpenSpiel; importing this module does it.

    pyspiel.load_game("cthulhu_love_letter(players=2,edition=classic,rounds=single,deck=ll-8)")
    load(cthulhu_envs.game("love_letter", num_players=2), chance="cards")

A game's parameters are its settings, `players` (0: the usual number) and `chance`: `seed` or
`cards`, see position.py. A setting that is a list or a table is JSON, with a semicolon wherever
JSON has a comma (OpenSpiel keeps commas for itself). The tensor of an information state is our
observation; its string is a digest of that, or with `cards` of all that the seat can recall.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.registry import find, games
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game, Setting
from cthulhu_envs.drawing import render
from cthulhu_envs.drawing.spectator import seat_names
from cthulhu_training.integrations.openspiel.position import (
    Position,
    desk_of,
    is_shared,
    is_zero_sum,
    pays_on_the_way,
)

try:
    import pyspiel
except ImportError:
    raise ImportError("this needs OpenSpiel: pip install 'cthulhu_envs[openspiel]'") from None

PREFIX = "cthulhu_"
PLAYERS, CHANCE = "players", "chance"
COMMA, OURS = ",", ";"
ROUNDING = 1e-6  # shares of a win are rounded
MOST_MOVES = 1_000_000  # no game of ours comes near it
MOST_SHAPED = 1e6  # nor a sum of shaped rewards near this


def load(game: Game, chance: str = "seed") -> Any:
    """A configured game of ours as a `pyspiel.Game`."""
    return pyspiel.load_game(f"{PREFIX}{game.name}", parameters(game, chance))


def defaults(game: Game) -> dict[str, Any]:
    """The parameters of a game with their defaults, which decide the types that OpenSpiel takes."""
    return {PLAYERS: 0, CHANCE: "seed", **{one.name: _usual(one) for one in game.settings}}


def _usual(setting: Setting) -> Any:
    """What stands for a setting's default: itself, or where that is None, -1 or no word at all.
    Nor can a word be told apart that looks like a number, such as the edition 2019.
    """
    if setting.default is None:
        return -1 if setting.type in (int, bool) else ""
    return "" if isinstance(setting.default, str) and setting.default.isdigit() else setting.default


def parameters(game: Game, chance: str = "seed") -> dict[str, Any]:
    """What OpenSpiel must be told to load a game with its settings."""
    chosen = {one.name: one for one in game.settings if one.name in game.chosen}
    params = {name: _param(one, game.chosen[name]) for name, one in chosen.items()}
    return {PLAYERS: game.num_players, CHANCE: chance, **params}


def _param(setting: Setting, value: Any) -> Any:
    if isinstance(_usual(setting), (bool, int)):
        return type(_usual(setting))(value)
    if isinstance(value, str):
        return value
    plain = dict(value) if isinstance(value, Mapping) else value
    return json.dumps(plain, separators=(COMMA, ":")).replace(COMMA, OURS)


def configured(name: str, params: Mapping[str, Any]) -> Game:
    """The game that OpenSpiel's parameters describe; ValueError says what is wrong with them."""
    game = find(name)
    settings = {}
    for one in game.settings:
        given = params.get(one.name, _usual(one))
        if given != _usual(one):
            settings[one.name] = bool(given) if one.type is bool else _read(given)
    if params.get(PLAYERS):
        settings[NUM_PLAYERS] = params[PLAYERS]
    return game.configure(**settings)


def _read(given: Any) -> Any:
    """A list or a table from its JSON; everything else as it is."""
    if isinstance(given, str) and given[:1] in ("{", "["):
        try:
            return json.loads(given.replace(OURS, COMMA))
        except json.JSONDecodeError:
            raise ValueError(f"{given!r} is not JSON with ; in place of ,") from None
    return given


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know before a game is configured, or after."""
    kinds = pyspiel.GameType
    utility = kinds.Utility.ZERO_SUM if is_zero_sum(game) else kinds.Utility.GENERAL_SUM
    if is_shared(game):
        utility = kinds.Utility.IDENTICAL
    model = kinds.RewardModel
    return kinds(
        short_name=f"{PREFIX}{game.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=model.REWARDS if pays_on_the_way(game) else model.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=defaults(game),
    )


class SpielGame(pyspiel.Game):
    """A game of ours with its settings; `register` makes one subclass for each game."""

    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = defaults(find(self.name)) | dict(params or {})
        self.game = game = configured(self.name, params)
        self.desk = desk_of(game, params[CHANCE])
        low, high = (-MOST_SHAPED, MOST_SHAPED) if pays_on_the_way(game) else game.reward_range
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.size,
            max_chance_outcomes=self.desk.max_outcomes,
            num_players=game.num_players,
            min_utility=low - ROUNDING,
            max_utility=high + ROUNDING,
            **({"utility_sum": 0.0} if is_zero_sum(game) else {}),
            max_game_length=MOST_MOVES,
        )
        super().__init__(game_type(game), info, dict(params))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        return Observer(self.game)


class SpielState(pyspiel.State):
    """A position of it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: Position = game.desk.new()

    def current_player(self) -> int:
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.outcomes else self.position.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal if player == self.position.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.outcomes

    def _apply_action(self, action: int) -> None:
        if self.position.outcomes:
            self.position.choose(action)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        game = self.position.desk.game
        return f"{action}: {game.actions.text(action, seat_names(game, player))}"

    def is_terminal(self) -> bool:
        return self.position.is_over

    def rewards(self) -> list[float]:
        return list(self.position.paid)

    def returns(self) -> list[float]:
        return list(self.position.total)

    def __str__(self) -> str:
        if not self.position.is_dealt:
            return f"nothing is dealt: {self.history()}"
        return str(render.show(self.position.desk.game, self.position.states[0], "ansi"))


class Observer:
    """What one seat sees, as one vector and by the names of its blocks."""

    def __init__(self, game: Game) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(game.observations.size, np.float32)
        self.dict = game.observations.view(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        state.position.observe(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.position.recalled(player)


def register() -> None:
    """Tell OpenSpiel about all our games, as `cthulhu_` and their names."""
    for game_id in games():
        game = find(game_id)
        kind = type(f"Spiel_{game.name}", (SpielGame,), {"name": game.name})
        pyspiel.register_game(game_type(game), kind)


register()
