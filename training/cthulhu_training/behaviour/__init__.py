"""Bluff and deduction, measured: what agents tell, guess and believe."""
