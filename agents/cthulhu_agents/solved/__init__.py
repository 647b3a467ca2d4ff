"""Solved policies: their files, and the agent that plays them."""
