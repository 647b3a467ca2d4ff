"""What bots answer, checked before anything is done with it: a bot that raises an error, leaves
the process or answers what cannot be played is named in one sentence.

Kernels play what they are told without looking at it again, so nothing that a bot gave may reach
them in another way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.legality import ALL_LEGAL, first_unplayable
from cthulhu_envs.api.agent import Agent, NoActionError, action_of, numbers_of
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.errors import bounded, illegal_action

OFF = 1e-3  # by which probabilities may miss 1: networks compute in single precision
MOST_WORDS = 200  # of somebody else's error

Found = TypeVar("Found")


class BotFaultError(ValueError):
    """A bot misbehaved: who, and how."""


def legal_action(agent: Agent, view: View, name: str = "") -> int:
    """What an agent plays; BotFaultError if it cannot be played. `name` is what the agent is called
    there, its title if none is given.
    """
    mask = view.mask.copy()  # the agent may write into its view
    action = _asked(agent, name, lambda: action_of(agent, view))
    if not 0 <= action < len(mask) or not mask[action]:
        raise BotFaultError(illegal_action(agent.game, name or agent.title, action, mask))
    return action


def legal_actions(
    agent: Agent, obs: Any, mask: NDArray[np.int8], name: str = ""
) -> NDArray[np.int64]:
    """The same in many positions: obs (N, D) and mask (N, A) -> (N,). The agent may write into
    both: another mask is the judge.
    """
    judge = mask.copy()
    given = _asked(agent, name, lambda: numbers_of(agent, obs, mask))
    row = first_unplayable(given, judge)
    if row != ALL_LEGAL:
        who = name or agent.title
        raise BotFaultError(illegal_action(agent.game, who, given[row], judge[row]))
    return given


def legal_probs(
    agent: Agent, obs: Any, mask: NDArray[np.int8], name: str = ""
) -> NDArray[np.float64]:
    """The probabilities that an agent gives many positions (N, A); BotFaultError unless they are
    such over the legal actions. NotImplementedError is raised on: the agent gives none.
    """
    judge = mask.copy()
    given = _asked(agent, name, lambda: agent.policy_batch(obs, mask), True)
    return checked_probs(given, judge, name or agent.title)


def checked_probs(given: Any, mask: NDArray[np.int8], name: str) -> NDArray[np.float64]:
    """Probabilities (N, A), if they are such; BotFaultError names whoever gave them."""
    try:
        probs = np.asarray(given, np.float64)
    except (TypeError, ValueError):
        raise BotFaultError(f"{name} gave probabilities that are not numbers") from None
    if probs.shape != mask.shape:
        sizes = f"{probs.shape!s:.60}, not {mask.shape}"
        raise BotFaultError(f"{name} gave probabilities of shape {sizes}")
    total = np.where(mask != 0, probs, 0.0).sum(axis=1)
    if not (probs >= 0).all() or not (abs(total - 1) < OFF).all() or (probs > 1 + OFF).any():
        raise BotFaultError(
            f"{name} gave probabilities that do not sum to 1 over the legal actions"
        )
    return probs


def legal_policy(agent: Agent, view: View, name: str = "") -> NDArray[np.float64]:
    """The same of one view, as `policy` gives them: (1, A)."""
    mask = view.mask[None].copy()
    given = _asked(agent, name, lambda: [agent.policy(view)])
    return checked_probs(given, mask, name or agent.title)


def finite_values(agent: Agent, obs: NDArray[np.float32], name: str = "") -> NDArray[np.float64]:
    """What an agent says that positions are worth (N,); BotFaultError unless it is numbers."""
    given = np.asarray(_asked(agent, name, lambda: agent.value_batch(obs.copy())))
    is_number = given.dtype.kind in "fiu" and given.shape == (len(obs),)
    if not is_number or not np.isfinite(given).all():
        raise BotFaultError(f"{name or agent.title} gave values that are not {len(obs)} numbers")
    return given.astype(np.float64, copy=False)


def _asked(agent: Agent, name: str, answer: Callable[[], Found], may_lack: bool = False) -> Found:
    try:
        return answer()
    except (Exception, SystemExit) as fault:
        if isinstance(fault, BotFaultError):  # of a bot that this one asked
            raise
        if may_lack and isinstance(fault, NotImplementedError):
            raise
        raise BotFaultError(f"{name or agent.title} {fault_words(fault)}") from fault


def fault_words(fault: BaseException) -> str:
    """What a bot did instead of an answer, to stand behind its name."""
    if isinstance(fault, NoActionError):
        return fault.what
    return bounded(f"raised {type(fault).__name__}: {_said(fault)}", MOST_WORDS)


def _said(fault: BaseException) -> str:
    """The words of somebody else's error, which may be broken too."""
    try:
        return str(fault)
    except Exception:
        return "an error without words"
