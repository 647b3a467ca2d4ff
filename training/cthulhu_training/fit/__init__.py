"""Weights of rule bots, fitted to their own games."""
