"""Cthulhu: Death May Die as PettingZoo users create it: `from cthulhu_envs import
death_may_die_v1`.
"""

from cthulhu_envs.engine.faces import env_of, raw_env_of

env = env_of("death_may_die-v1")
raw_env = raw_env_of("death_may_die-v1")
