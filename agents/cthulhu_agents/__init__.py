"""Players: by rule, by search, learned and solved. A spec names one where a bot is wanted."""

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import kinds, make_agent, register, travels

__all__ = ["Agent", "kinds", "make_agent", "register", "travels"]
