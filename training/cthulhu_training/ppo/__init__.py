"""Learning policies by self-play: a lean trainer of our own, and stable-baselines3's."""
