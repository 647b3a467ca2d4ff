"""The content: TOML files (`data/`), how they are read and checked, and how the text of an effect
becomes rows of numbers.
"""
