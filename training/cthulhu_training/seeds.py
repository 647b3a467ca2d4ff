"""Seeds of a run that are apart from each other and from the run's own."""

from __future__ import annotations

EVALUATION_SEED = 424_242  # never a seed of learning
BOT_SEED = 7_919  # times the run's seed: of the bots it plays against
POOL_SEED = 1_000_003  # times the run's seed: of its own earlier selves
TEACHER_SEED = 15_485_863  # times the run's seed: of the bot that is cloned
RANK_SEED = 1_000_000_007  # times its rank, added to the run's seed: of a process's games
TABLE_SEED = 32_452_843  # times its number, added to the run's seed: of another table's games
