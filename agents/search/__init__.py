"""Search for every game: information-set tree search and flat Monte Carlo, from views alone."""

from agents.search.players import FlatMonteCarlo, TreeSearch

__all__ = ["FlatMonteCarlo", "TreeSearch"]
