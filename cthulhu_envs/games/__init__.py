"""The games, one line each."""

from cthulhu_envs.api.registry import register

register("love_letter-v1", "cthulhu_envs.games.love_letter:GAME")
register("lovecraft_letter-v1", "cthulhu_envs.games.lovecraft_letter:GAME")
register("unspeakable_words-v1", "cthulhu_envs.games.unspeakable_words:GAME")
register("death_may_die-v1", "cthulhu_envs.games.death_may_die:GAME")
register("call_of_cthulhu-v1", "cthulhu_envs.games.call_of_cthulhu:GAME")
