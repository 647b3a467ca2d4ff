"""Search for every game: information-set tree search and flat Monte Carlo, from views alone."""

from cthulhu_agents.search.players import FlatMonteCarlo, TreeSearch

__all__ = ["FlatMonteCarlo", "TreeSearch"]
