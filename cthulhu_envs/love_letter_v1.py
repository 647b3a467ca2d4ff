"""Love Letter as PettingZoo users create it: `from cthulhu_envs import love_letter_v1`."""

from cthulhu_envs.engine.faces import env_of, raw_env_of

env = env_of("love_letter-v1")
raw_env = raw_env_of("love_letter-v1")
