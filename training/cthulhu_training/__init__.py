"""Learning, solving and evaluating: what is done with the games and the players."""
