"""What the games with written effects share: Death May Die runs Episodes from TOML files, Call of
Cthulhu runs card texts. Both keep a stack of frames, ask seats in the middle of it, and name file
and line when content is wrong.

| file | what it holds |
|---|---|
| `stack.py` | frames in a state record: put one on top, read the topmost, take it away |
| `questions.py` | ask a seat, take its answer |
| `families.py` | members of an enum by family, for dispatch that knows no order |
| `places.py` | errors of content files, with file and line |
"""
