"""What a seat sees: the observation, and the scene that text and picture are drawn from."""
