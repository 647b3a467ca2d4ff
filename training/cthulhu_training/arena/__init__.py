"""The arena: agents meet over shared deals, in every seat, and are measured with intervals."""

from cthulhu_training.arena.match import play, shares
from cthulhu_training.arena.results import read_results
from cthulhu_training.arena.settings import Tournament
from cthulhu_training.arena.tournament import Outcome, play_missing, read_outcome, run_tournament

__all__ = [
    "Outcome",
    "Tournament",
    "play",
    "play_missing",
    "read_outcome",
    "read_results",
    "run_tournament",
    "shares",
]
