"""Defaults that the command line and the API share. Nothing is imported here: parsers read it."""

DEALS = 1000  # of a tournament, for each pairing
BEHAVIOUR_DEALS = 200  # of games whose bluffs and guesses are measured
WORLDS = 64  # drawn for each belief
DRAWS = 64  # actions sampled from a bot that gives no probabilities
TARGET = 1e-4  # exploitability, in wins a round, at which a table counts as solved
MOST_ITERATIONS = 10_000  # of solving

# A sequential test of two bots: ratings between which nothing is told apart, probabilities of the
# two errors, and deals after which it stays open.
WORSE = 0.0
BETTER_BY = 20.0
ALPHA = 0.05
BETA = 0.05
TRIAL_DEALS = 20_000

# The search for the champion of a table.
CHAMPION_DEALS = 400  # for each pairing
CHAMPION_SEED = 11
WITHIN = 0.1  # seconds that a champion may take for a move
