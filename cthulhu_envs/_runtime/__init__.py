"""The loops that run games, for one game or thousands."""
