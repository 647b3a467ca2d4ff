"""Bluff and deduction, measured: what agents give away, guess and believe."""
