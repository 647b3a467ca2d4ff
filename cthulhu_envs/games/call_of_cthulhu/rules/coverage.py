"""Which cards and operations a game has used, for `cthulhu coverage`.

The state notes every text whose effect began and every operation that ran; a sign is seen when a
game notes it for the first time, so `times` counts games.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rule_detector import RuleDetector
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType, Op, Timing
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A
from cthulhu_envs.games.call_of_cthulhu.state import N_TEXTS

WAYS = {
    Timing.PLAY: "is played",
    Timing.ACTION: "its action is used",
    Timing.RESPONSE: "its response is used",
    Timing.FORCED: "its forced response happens",
    Timing.DISRUPT: "its disrupt is used",
    Timing.PASSIVE: "its choice is made",
    Timing.WIN: "its effect is executed",
}
RULES = {
    Timing.PLAY: "R5.1",
    Timing.ACTION: "R7.1",
    Timing.RESPONSE: "R7.6",
    Timing.FORCED: "R7.8",
    Timing.DISRUPT: "R7.10",
    Timing.PASSIVE: "R10.3",
    Timing.WIN: "R6.20",
}
N_OPS = len(Op)
EXAMPLES = (("deep_ones", "night_shift"), ("gate_keepers", "yellow_mob"))  # lists that meet


def _text_signs() -> list[tuple[str, str]]:
    """One sign for each text of each card, numbered where a card has several of a timing."""
    book = card_book()
    signs: list[tuple[str, str]] = []
    for row in book.texts:
        card, timing = book.cards[row[A.KIND]], Timing(row[A.TIMING])
        is_conspiracy = card.type == CardType.CONSPIRACY and timing == Timing.PLAY
        rule = "R8.1" if is_conspiracy else RULES[timing]
        words = f"{card.title} {WAYS[timing]}" if timing == Timing.PLAY else card.title
        if timing != Timing.PLAY:
            words += f": {'the event is played' if card.type == CardType.EVENT else WAYS[timing]}"
        nth = sum(seen.startswith(words) for _, seen in signs)
        signs.append((rule, f"{words} ({nth + 1})" if nth else words))
    return signs


SIGNS = (
    *_text_signs(),
    *(("R7.3", f"operation: {op.name.lower().replace('_', ' ')}") for op in Op),
)


@kernel
def see(kits, before, actions, after, fired):
    """Add what each game has done for the first time."""
    for i in range(before.shape[0]):
        for text in range(N_TEXTS):
            fired[text] += after[i].ran_texts[text] > before[i].ran_texts[text]
        for op in range(N_OPS):
            fired[N_TEXTS + op] += after[i].ran_ops[op] > before[i].ran_ops[op]


COVERAGE = RuleDetector(
    SIGNS,
    see,
    (
        {},
        {},
        *({"format": "constructed", "deck_0": one, "deck_1": other} for one, other in EXAMPLES),
    ),
    deals=8_000,
    agents=("random", "heuristic"),
    rare=frozenset({("R7.10", "Dagon: its disrupt is used")}),
)
