"""What users touch: environments, views, replays, saves and the registry of games."""
