"""A person at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.view import View
from cthulhu_envs.drawing.render import in_columns
from cthulhu_envs.tools.terminal import Quit

NUMBERED = 6  # columns before the words of a choice
HELP = "Type the number in front of what you want to do; q leaves the game, ? shows this again."


class HumanAgent(Agent):
    """You: lists what you may do, and asks which you choose."""

    # Other fronts put their own here. The table itself is shown by the program that runs the game.
    ask: Callable[[str], str] = staticmethod(input)
    tell: Callable[[str], None] = staticmethod(print)

    def act(self, view: View) -> int:
        choices = view.legal
        self._show(view, choices)
        while True:
            answer = self._answer(f"player_{view.seat}, your choice (1-{len(choices)}, ?, q): ")
            if answer == "q":
                raise Quit
            if answer == "?":
                self.tell(in_columns(HELP))
                self._show(view, choices)
            elif answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return choices[int(answer) - 1]
            else:
                self.tell(f"{answer!r} is not a number from 1 to {len(choices)}")

    def _answer(self, question: str) -> str:
        try:
            return self.ask(question).strip().lower()
        except EOFError:
            raise Quit from None

    def _show(self, view: View, choices: list[int]) -> None:
        for line in menu(view, choices):
            self.tell(in_columns(line, NUMBERED))


def menu(view: View, choices: list[int]) -> Iterator[str]:
    """The numbered choices, with an empty line between kinds of actions."""
    numbered = enumerate(choices, 1)
    kinds = groupby(numbered, lambda choice: view.game.actions.decode(choice[1]).name)
    for i, (_, group) in enumerate(kinds):
        if i:
            yield ""
        for number, action in group:
            yield f"{number:{NUMBERED - 2}}  {view.text(action)}"
