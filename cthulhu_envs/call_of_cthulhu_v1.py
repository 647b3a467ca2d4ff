"""Call of Cthulhu as PettingZoo users create it: `from cthulhu_envs import call_of_cthulhu_v1`."""

from cthulhu_envs.engine.faces import env_of, raw_env_of

env = env_of("call_of_cthulhu-v1")
raw_env = raw_env_of("call_of_cthulhu-v1")
