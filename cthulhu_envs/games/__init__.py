"""The games, one line each."""

from cthulhu_envs.engine.registry import register

register("love_letter-v0", "cthulhu_envs.games.love_letter:GAME")
register("lovecraft_letter-v0", "cthulhu_envs.games.lovecraft_letter:GAME")
