"""Small tables for two, solved exactly."""
