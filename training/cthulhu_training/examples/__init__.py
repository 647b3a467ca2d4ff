"""Small, whole examples for trainers that people already use; each runs in a minute or so."""
