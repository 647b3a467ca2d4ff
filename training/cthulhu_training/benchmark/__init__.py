"""Algorithms compared."""
