"""Unspeakable Words as PettingZoo users create it: `from cthulhu_envs import
unspeakable_words_v1`.
"""

from cthulhu_envs.engine.faces import env_of, raw_env_of

env = env_of("unspeakable_words-v1")
raw_env = raw_env_of("unspeakable_words-v1")
