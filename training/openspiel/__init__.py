"""Our games as OpenSpiel's games, and its algorithms at work on them.

import training.openspiel.bridge  # registers cthulhu_love_letter and the others with pyspiel
python -m training.openspiel love_letter -p 2 --set edition=classic --set deck=ll-8
"""
