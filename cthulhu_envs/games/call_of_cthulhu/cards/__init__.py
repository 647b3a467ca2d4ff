"""The cards: their files (`rows/`), how they are read, what their numbers mean, and the way back to
words; deck lists.
"""
