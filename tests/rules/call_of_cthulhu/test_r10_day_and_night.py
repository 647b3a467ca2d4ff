"""R10.7: Day and Night. No card of the Core Set asks, so a kit is changed as rows would do it."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import read_books
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Cond, Keyword, While
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, K, M
from cthulhu_envs.games.call_of_cthulhu.rules.filters import is_time
from cthulhu_envs.games.call_of_cthulhu.rules.values import refresh
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import TITLES, position

EXPANSION = """\
F1 | Sunny Square | support | Neutral | cost 1 | subtypes Location | keywords Day
F2 | Midnight Mass | character | Hastur | cost 2 | skill 2 | keywords Night
    static while night self: terror +1
    action, exhaust, when day: choose (character) -> phase T1 skill -1
"""


@rule("R10.7")
def test_at_the_beginning_it_is_neither():
    at = position(play="Ghost; Shadowed Reef")

    assert not is_time(at.game.kit[0], at.s, Keyword.DAY)
    assert not is_time(at.game.kit[0], at.s, Keyword.NIGHT)


@rule("R10.7")
@pytest.mark.parametrize("times", [(), ("DAY",), ("NIGHT",), ("DAY", "NIGHT")])
def test_cards_in_play_make_it_day_or_night_or_both(times):
    at = position(play="Shadowed Reef; Young Deep One", their_play="Dutch Courage; Ghost insane")
    kits = at.game.kit.copy()
    kit, bearers = kits[0], {"DAY": "Shadowed Reef", "NIGHT": "Dutch Courage"}
    for time in times:
        kit.kinds[TITLES.index(bearers[time]), K.WORDS] |= Keyword[time]
    kit.kinds[TITLES.index("Ghost"), K.WORDS] |= Keyword.DAY | Keyword.NIGHT  # insane: no text

    for time in ("DAY", "NIGHT"):
        assert is_time(kit, at.s, Keyword[time]) == (time in times)


@rule("R10.7")
@pytest.mark.parametrize("time", ["DAY", "NIGHT"])
def test_a_constant_text_can_wait_for_the_time(time):
    at = position(play="Shadowed Reef; Young Deep One", their_play="Dutch Courage")
    kits = at.game.kit.copy()
    kit = kits[0]
    kit.mods[kit.kinds[TITLES.index("Shadowed Reef"), K.FIRST_MOD], M.WHILE] = While[time]

    refresh(kit, at.s)
    assert at.icons("Young Deep One") == "CCA"
    kit.kinds[TITLES.index("Dutch Courage"), K.WORDS] |= Keyword[time]
    refresh(kit, at.s)

    assert at.icons("Young Deep One") == "TCCA"


@rule("R10.7")
def test_rows_of_an_expansion_say_so(tmp_path):
    path = tmp_path / "expansion.txt"
    path.write_text(EXPANSION, encoding="utf-8")

    book = read_books([path])

    assert book.kinds[0][K.WORDS] == Keyword.DAY and book.kinds[1][K.WORDS] == Keyword.NIGHT
    assert book.mods[0][M.WHILE] == While.NIGHT
    assert Cond.DAY in [row[A.COND] for row in book.texts]
