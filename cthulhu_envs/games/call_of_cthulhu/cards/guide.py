"""The end of the game's page in the documentation: decks, cards, and how the rules are checked."""

from __future__ import annotations

from cthulhu_envs.games.call_of_cthulhu.cards.card_table import CHECKED, card_table
from cthulhu_envs.games.call_of_cthulhu.cards.decks import (
    FOLDER,
    LEAST_CARDS,
    example_decks,
    find_deck,
)
from cthulhu_envs.games.call_of_cthulhu.settings import DEFAULT_DECKS
from cthulhu_envs.games.call_of_cthulhu.sizes import DECK_MAX, MOST_COPIES

DECKS = f"""## Decks

`format="first_game"` is the rule book's quick start. `deck_0` and `deck_1` name two factions and a
packet of neutral cards, 1 or 2: `deck_0="The Agency, Hastur, 2"`. The two decks share no faction
and no packet. A deck that is not named is drawn at random and hidden from the other seat; one that
is named is known to both.

`format="constructed"` plays deck lists. `deck_0` and `deck_1` are each the name of an example, the
path of a file, or the list itself (text with a line break in it). Both seats know both lists. A
list is a text file in UTF-8, a line for each title:

```text
# Lines that begin with # and empty lines are passed over.
3 Shotgun Blast
2 Thomas F. Malone
1 .45 Pistols
```

A title is spelled as in the table of cards below, without its descriptor. A deck has {LEAST_CARDS}
to {DECK_MAX} cards, at most {MOST_COPIES} of a title, and no stories. A fault is reported with file
and line, and with the nearest title.

```python
import cthulhu_envs

env = cthulhu_envs.make("call_of_cthulhu", format="constructed", deck_1="yellow_mob")
```

```sh
cthulhu play call_of_cthulhu --set format=constructed --set deck_0=deep_ones --set deck_1=yellow_mob
```

The examples are in `cthulhu_envs/games/call_of_cthulhu/cards/lists/`; without `deck_0` and `deck_1`
the lists are `{DEFAULT_DECKS[0]}` and `{DEFAULT_DECKS[1]}`.
"""


def deck_guide() -> str:
    """How decks are named and written, and the lists that come with the game."""
    lines = ["| example | cards | about |", "|---|---|---|"]
    for name in example_decks():
        first = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()[0]
        lines.append(f"| `{name}` | {len(find_deck(name))} | {first.lstrip('# ')} |")
    return "\n".join([DECKS, *lines, ""])


def guide() -> str:
    """Markdown for the game's page."""
    return "\n".join([deck_guide(), card_table(), "", *CHECKED])
