"""R8.8: what the table is told of the cards that an Insane Nyarlathotep gives."""

from __future__ import annotations

from cthulhu_envs.drawing.spectator import announced
from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

SECRET = "player_0 makes a secret choice"


@rule("R8.8")
def test_only_the_one_who_gets_it_is_told_which_card_nyarlathotep_gives():
    hands = ["nyarlathotep cats", "great_race", "carter", "armitage"]
    at = position(hands=hands, piles=["hound", "", "", ""], deck="silver_key cats mi_go")
    at.play("nyarlathotep_insane")

    for getter, card, words in ((1, "carter", "Carter"), (2, "armitage", "Armitage")):
        action = at.action("give", card=card)
        said = [announced(at.game, at.state, action, seat) for seat in range(4)]

        assert [seat for seat in range(4) if said[seat] == SECRET] == [
            seat for seat in (1, 2, 3) if seat != getter
        ]
        assert words in said[0] and words in said[getter]
        at.play("give", card=card)
