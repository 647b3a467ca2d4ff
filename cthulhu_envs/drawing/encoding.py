"""Signs for terminals that do not know them. A stream opened with the error handler LOOK_ALIKES
prints a plain sign of the same width instead of raising UnicodeEncodeError.
"""

from __future__ import annotations

import codecs
from typing import TextIO

LOOK_ALIKES = "cthulhu_envs.look_alikes"

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("─━═╌┄", "-"),
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┡┩╇╈╔╗╚╝╠╣╦╩╬╞╡╪╤╧╺╸", "+"),
        **dict.fromkeys("♥●◉★■█▇▆▅▄", "*"),
        **dict.fromkeys("♡○☆□", "o"),
        "±": "~",
        "…": ".",
        "→": ">",
        "←": "<",
        "≤": "<",
        "≥": ">",
    }
)


def look_alikes(fault: UnicodeError) -> tuple[str, int]:
    """The error handler: a plain sign for each that cannot be encoded, or a question mark."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    signs = fault.object[fault.start : fault.end].translate(_ALIKE)
    return "".join(sign if sign.isascii() else "?" for sign in signs), fault.end


codecs.register_error(LOOK_ALIKES, look_alikes)


def printable(text: str, stream: TextIO) -> str:
    """Text as a stream can print it, however the stream was opened."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, LOOK_ALIKES).decode(encoding)
