"""The keeper of Call of Cthulhu."""
