"""Ways a round can end, as the tests of R7 need them."""

from __future__ import annotations

from tests.rules.lovecraft_letter.position import position


def round_won_by(winner, num_players=3, insane=False, **settings):
    """After a round that this seat has won, with an Insanity card in the pile or without; None is
    a drawn round.
    """
    hands = ["cats"] * num_players
    piles = [""] * num_players
    if winner is not None:
        hands[winner] = "carter"
        piles[winner] = "hound" if insane else "great_race"
    hands[0] = f"elder_sign {hands[0]}"
    return position(hands=hands, piles=piles, deck="", **settings).play("elder_sign")


def cthulhu_played(**settings):
    """After a win by Cthulhu's Insane side, of seat 0 of three."""
    hands = ["cthulhu cats", "great_race", "investigators"]
    at = position(hands=hands, piles=["hound deep_ones"], **settings)
    return at.play("cthulhu_insane")
