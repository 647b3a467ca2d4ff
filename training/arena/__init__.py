"""The arena: agents meet over shared deals, in every seat, and are measured with intervals."""

from training.arena.match import play, shares
from training.arena.results import read_results
from training.arena.settings import Tournament
from training.arena.tournament import Outcome, play_missing, read_outcome, run_tournament

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
