"""PPO of RLlib by self-play through the AEC environment, on this machine or on a Ray cluster.

    cthulhu train love_letter --trainer rllib -p 2 --set rounds=single
    cthulhu train love_letter --trainer rllib -p 2 --set rounds=single --address auto --runners 32

One policy plays all seats. What it learns is written as any other policy of ours: `ppo:path`.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import Layers, LearnedPolicy

import cthulhu_envs
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game
from cthulhu_training.ppo.evaluate import against
from cthulhu_training.ppo.lean import log_probs_of, stack
from cthulhu_training.seeds import EVALUATION_SEED
from cthulhu_training.settings_record import setting
from cthulhu_training.trainers import Notice, Trainer

try:
    import ray
    from ray.rllib.algorithms.ppo import PPO, PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
except ImportError as fault:
    raise ImportError(f"{fault}: pip install 'cthulhu_envs[ray,train]'") from None

POLICY, LOG = "policy.npz", "log.jsonl"
SHARED = "everybody"  # the one policy of all seats
FRAGMENT = 16  # decisions in a row: RLlib looks through all games of a stretch at every step


@dataclass(frozen=True)
class Settings:
    """Learn by self-play with RLlib's PPO."""

    game: str = "love_letter"
    table: Mapping[str, Any] = field(default_factory=dict)  # settings of the game
    steps: int = setting(200_000, "decisions to learn from, of all seats")
    seed: int = setting(1, "of deals, of choices and of the network")
    address: str = setting("", "of a Ray cluster, such as auto; default: this machine alone")
    runners: int = setting(1, "processes that play; 0: the learner plays itself")
    games: int = setting(16, "games that each of them plays side by side")
    learners: int = setting(0, "processes that learn; 0: this one")
    batch: int = setting(4096, "decisions between two updates")
    minibatch: int = setting(512, "decisions in a step of learning")
    epochs: int = setting(4, "times each decision is learned from")
    hidden: str = setting("64x64", "sizes of the hidden layers of actor and critic")
    learning_rate: float = setting(1e-3, "of all networks")
    entropy_coef: float = setting(0.03, "weight of the entropy")
    evaluate_against: str = setting("random", "bot to play after each tenth of the run")
    evaluate_games: int = setting(2000, "games against it")

    def __post_init__(self) -> None:
        for name in ("steps", "games", "batch", "minibatch", "epochs", "evaluate_games"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if not all(part.isdigit() and int(part) for part in self.hidden.split("x")):
            raise ValueError(f"hidden is like 64x64, not {self.hidden!r}")

    def table_of_game(self) -> Game:
        """The game that is learned, with its settings."""
        return find(self.game).configure(**self.table)


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """Actor and critic in the shape of `LearnedPolicy`; what is not legal has no chance."""

    def setup(self) -> None:
        seen = self.observation_space["observation"]
        widths = tuple(int(part) for part in self.model_config["hidden"].split("x"))
        scale = 1.0 / torch.from_numpy(seen.high).clamp(min=1.0)
        self.register_buffer("scale", scale)
        self.actor = stack(seen.shape[0], widths, int(self.action_space.n), 0.01)
        self.critic = stack(seen.shape[0], widths, 1, 1.0)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        shown = batch[Columns.OBS]
        numbers = self.actor(shown["observation"] * self.scale)
        return {Columns.ACTION_DIST_INPUTS: log_probs_of(numbers, shown["action_mask"] > 0)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        return self.critic(batch[Columns.OBS]["observation"] * self.scale).squeeze(-1)


class TableEnv(PettingZooEnv):  # type: ignore[misc]
    """RLlib's own wrapper around our AEC environment, made from what can travel."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        super().__init__(cthulhu_envs.make(told["game"], **told["table"]))


def config_of(settings: Settings) -> Any:
    """RLlib's settings for ours."""
    module = RLModuleSpec(module_class=MaskedModule, model_config={"hidden": settings.hidden})
    return (
        PPOConfig()
        .environment(TableEnv, env_config={"game": settings.game, "table": dict(settings.table)})
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *seat, **more: SHARED)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: module}))
        .env_runners(
            num_env_runners=settings.runners,
            num_envs_per_env_runner=settings.games,
            rollout_fragment_length=FRAGMENT,
        )
        .learners(num_learners=settings.learners)
        .training(
            lr=settings.learning_rate,
            gamma=1.0,
            entropy_coeff=settings.entropy_coef,
            train_batch_size_per_learner=settings.batch,
            minibatch_size=settings.minibatch,
            num_epochs=settings.epochs,
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .debugging(seed=settings.seed, log_level="ERROR")
    )


def policy_of(algorithm: PPO, game: Game, facts: dict[str, Any]) -> LearnedPolicy:
    """What has been learned so far, as a policy of ours."""
    module = algorithm.get_module(SHARED)
    return LearnedPolicy(game, _layers(module.actor), _layers(module.critic), facts)


def _layers(layers: Any) -> Layers:
    linear = [layer for layer in layers if isinstance(layer, torch.nn.Linear)]
    return tuple(
        (one.weight.detach().numpy().T.copy(), one.bias.detach().numpy().copy()) for one in linear
    )


@contextlib.contextmanager
def cluster(address: str) -> Iterator[None]:
    """The Ray cluster at an address, or one of this machine that ends with the run."""
    was_there = ray.is_initialized()
    if not was_there:
        ray.init(address=address or None, include_dashboard=False, log_to_driver=False)
    try:
        yield
    finally:
        if not was_there:
            ray.shutdown()


def train(
    settings: Settings, folder: str | Path, tell: Callable[[str], None] = lambda line: None
) -> list[dict[str, Any]]:
    """Learn; the folder gets a line for each evaluation and the last policy."""
    folder, game = Path(folder), settings.table_of_game()
    if folder.is_dir() and any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty; choose another --out")
    judge = make_agent(settings.evaluate_against, game, EVALUATION_SEED)
    folder.mkdir(parents=True, exist_ok=True)
    lines: list[dict[str, Any]] = []

    def look(algorithm: PPO, steps: int) -> None:
        policy = policy_of(algorithm, game, {"trainer": "rllib", "steps": steps})
        me = PolicyPlayer(policy, EVALUATION_SEED)
        score = against(game, me, judge, settings.evaluate_games, EVALUATION_SEED)
        lines.append(
            {"steps": steps, settings.evaluate_against: score.mean, "margin": score.margin}
        )
        with (folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(lines[-1]) + "\n")
        policy.write(folder / POLICY)
        tell(f"{steps:,} decisions: {score.mean:+.3f} against {settings.evaluate_against}")

    torch.set_num_threads(1)  # of the learner here: small networks lose by more
    with cluster(settings.address):
        algorithm = config_of(settings).build_algo()
        steps = 0
        look(algorithm, steps)
        while steps < settings.steps:
            found = algorithm.train()
            steps = int(found["num_env_steps_sampled_lifetime"])
            if steps - lines[-1]["steps"] >= settings.steps / 10 or steps >= settings.steps:
                look(algorithm, steps)
        algorithm.stop()
    return lines


def train_in(settings: Settings, folder: Path, notice: Notice, progress: bool) -> dict[str, str]:
    """The same as a trainer for `cthulhu train`."""
    lines = train(settings, folder, notice)
    judge = settings.evaluate_against
    return {
        "decisions": f"{lines[-1]['steps']:,}",
        f"mean reward against {judge}": f"{lines[-1][judge]:.4f}",
        "policy": f"ppo:{folder / POLICY}",
    }


TRAINER = Trainer(Settings, train_in)
