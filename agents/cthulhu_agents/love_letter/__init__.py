"""The card-counter of Love Letter."""
