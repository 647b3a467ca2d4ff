"""Lovecraft Letter for PettingZoo users: `from cthulhu_envs import lovecraft_letter_v1`."""

from cthulhu_envs.engine.faces import env_of, raw_env_of

env = env_of("lovecraft_letter-v1")
raw_env = raw_env_of("lovecraft_letter-v1")
