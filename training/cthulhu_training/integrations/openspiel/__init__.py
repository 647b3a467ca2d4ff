"""Our games as OpenSpiel's games, and its algorithms at work on them.

Importing `cthulhu_training.integrations.openspiel.bridge` registers `cthulhu_love_letter` and the
others with pyspiel.

    cthulhu train love_letter --trainer openspiel -p 2 --set edition=classic --set deck=ll-8
"""
