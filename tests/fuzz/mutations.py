"""Sound files and values, changed: as bytes, and as the JSON, TOML or arrays that they are."""

from __future__ import annotations

import copy
import io
import json
import zipfile
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

MOST_CHANGES = 3
ODD: list[Any] = [
    *(None, True, False, -1, 0, 1, 2, 3, 0.5, -0.0, 1e308, 10**30, 2**31, 2**63, 2**64, -(2**63)),
    *(
        float("nan"),
        float("inf"),
        "",
        "x",
        "0",
        "love_letter",
        "x" * 5000,
        "\0",
        "\ud800",
        "\u202e",
    ),
    *([], {}, [1], [[]], [None], {"a": 1}, {"": {}}, [0] * 300, "random", "guard", [-1, 2]),
]
RAW = "put text here"  # instead of this value stands one of TEXTS
TEXTS = (  # that JSON does not write by itself
    *("[" * 5000 + "]" * 5000, '{"a":' * 60 + "1" + "}" * 60, "1e999", "-1e999", "9" * 5000),
    *('"\\ud800"', '{"a": 1, "a": 2}', "NaN", "1.0", "00", "'x'", "0x1", "1e2", "-0"),
)
ODD += [RAW] * 6
PIECES = (  # put into files
    *(
        b"\0",
        b"\xff\xfe",
        b"[" * 5000,
        b"{" * 5000,
        b"9" * 400,
        b"nan",
        b"1e999",
        b'"',
        b"\n",
        b"=",
    ),
    *(b"\r", b"#", b"[[a]]", b"\xe2\x80\xae", b"-1", b"a" * 2000, b",", b"inf", b"\xed\xa0\x80"),
)
TOKENS = (  # instead of a value of TOML
    *("-1", "0", "1", "9" * 400, "nan", "inf", "1e400", '""', '"x"', "[]", "[[[]]]", "{}", "true"),
    *("{a = {b = 1}}", '"' + "x" * 5000 + '"', "1979-05-27", "'\\u0000'", '["a", "a"]', "0.5"),
)
KINDS: tuple[Any, ...] = (np.float64, np.int8, np.complex64, "S4", "U2", "M8[s]", "V8", np.bool_)


class Sound(bytes):
    """What a file holds; it is not shown whole where an example is printed."""

    def __repr__(self) -> str:
        return f"<{len(self)} sound bytes>"


far = st.integers(0, 2**20)  # a place, as far as there are any


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Cut, flipped, doubled, left out, put elsewhere, or with something put in."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, MOST_CHANGES))):
        how, at = draw(st.integers(0, 6)), draw(far) % (len(data) + 1)
        end = at + 1 + draw(far) % 60
        if how == 0:
            del data[at:]
        elif how == 1:
            data[at:end] = b""
        elif how == 2:
            data[at:at] = data[at:end]
        elif how == 3:
            part = bytes(data[at:end])
            there = draw(far) % (len(data) + 1)
            data[there : there + draw(st.sampled_from((0, len(part))))] = part
        elif how == 4:
            data[at:at] = draw(st.sampled_from(PIECES))
        elif at < len(data) and how == 5:
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif at < len(data):
            data[at] = draw(st.integers(0, 255))
    return bytes(data)


def _holders(value: Any) -> list[Any]:
    """All lists and records inside a value of JSON, itself first."""
    found = [value] if isinstance(value, (list, dict)) and value else []
    for inner in value.values() if isinstance(value, dict) else value if found else ():
        if isinstance(inner, (list, dict)):
            found += _holders(inner)
    return found


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """A value of JSON with a few of its parts replaced, left out, renamed, added or doubled."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, MOST_CHANGES))):
        holders = _holders(value)
        if not holders:
            return draw(st.sampled_from(ODD))
        holder = holders[draw(far) % len(holders)]
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = keys[draw(far) % len(keys)]
        how, odd = draw(st.integers(0, 5)), draw(st.sampled_from(ODD))
        if how == 0:
            del holder[key]
        elif how == 1 and isinstance(holder, dict):
            holder[draw(st.sampled_from(("", "x" * 300, "seed", str(key).upper())))] = holder[key]
        elif how == 1:
            holder.insert(key, copy.deepcopy(holder[key]))
        elif how == 2 and type(holder[key]) is int:
            holder[key] += draw(st.sampled_from((-1, 1, 7, 2**32)))
        else:
            holder[key] = copy.deepcopy(odd)
    return value


@st.composite
def changed_json(draw: st.DrawFn, value: Any) -> str:
    """The text of a value of JSON after such changes."""
    text = json.dumps(draw(changed(value)))
    mark = json.dumps(RAW)
    return text.replace(mark, draw(st.sampled_from(TEXTS))) if mark in text else text


@st.composite
def changed_lines(draw: st.DrawFn, whole: bytes) -> bytes:
    """JSON lines with one of them changed, left out, doubled or moved; or damaged bytes."""
    if draw(st.booleans()):
        return draw(damaged(whole))
    lines = whole.decode().splitlines()
    at, there = draw(far) % len(lines), draw(far) % len(lines)
    how = draw(st.integers(0, 5))
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(there, lines[at])
    else:
        lines[at] = draw(changed_json(json.loads(lines[at])))
    return "".join(f"{line}\n" for line in lines).encode()


@st.composite
def changed_toml(draw: st.DrawFn, whole: bytes) -> bytes:
    """TOML with values replaced, and lines left out, doubled or moved; or damaged bytes."""
    if draw(st.integers(0, 3)) == 0:
        return draw(damaged(whole))
    lines = whole.decode().splitlines()
    for _ in range(draw(st.integers(1, MOST_CHANGES))):
        at, there = draw(far) % len(lines), draw(far) % len(lines)
        name, equals, _ = lines[at].partition(" = ")
        how = draw(st.integers(0, 5))
        if how == 0 and len(lines) > 1:
            del lines[at]
        elif how == 1:
            lines.insert(there, lines[at])
        elif equals and how == 2:
            lines[at] = f"{name} = {lines[there].partition(' = ')[2] or 1}"
        elif equals:
            lines[at] = f"{name} = {draw(st.sampled_from(TOKENS))}"
        else:
            lines[at] = draw(st.sampled_from(("[x]", "[[x]]", "x = 1", "[", lines[there])))
    return "\n".join(lines).encode()


@st.composite
def changed_words(draw: st.DrawFn, whole: bytes) -> bytes:
    """A list of words or a table of text with some of it replaced; or damaged bytes."""
    if draw(st.booleans()):
        return draw(damaged(whole))
    words = whole.decode().split(" ")
    for _ in range(draw(st.integers(1, MOST_CHANGES))):
        at, there = draw(far) % len(words), draw(far) % len(words)
        words[at] = draw(st.sampled_from((words[there], "", "-1", "9" * 99, "x", "\n", "nan", "0")))
    return " ".join(words).encode()


@st.composite
def changed_array(draw: st.DrawFn, array: NDArray[Any]) -> NDArray[Any]:
    """An array with other values, of another shape or another type."""
    array = array.copy()
    how = draw(st.integers(0, 5))
    if how == 0:
        return array[: draw(far) % (len(array) + 1)] if array.ndim else array.reshape(1)
    if how == 1:
        return array[None] if draw(st.booleans()) else array.T
    if how == 2 and array.dtype.names is None:
        with np.errstate(all="ignore"):
            return array.astype(draw(st.sampled_from(KINDS)))
    if array.size and array.dtype.names is None and array.dtype.kind in "iufb":
        at = draw(far) % array.size
        ends = [0, 1, array.flat[-1]]
        if array.dtype.kind == "f":
            ends += [-1.0, np.nan, np.inf, 1e30]
        elif array.dtype.kind in "iu":
            ends += [np.iinfo(array.dtype).min, np.iinfo(array.dtype).max]
        array.flat[at] = draw(st.sampled_from(ends))
    return array


@st.composite
def changed_archive(draw: st.DrawFn, whole: bytes, head: str) -> bytes:
    """An .npz file with another head or other arrays, or one whose array files are damaged under
    sound checksums; or damaged bytes.
    """
    how = draw(st.integers(0, 4))
    if how == 0:
        return draw(damaged(whole))
    with zipfile.ZipFile(io.BytesIO(whole)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    name = sorted(files)[draw(far) % len(files)] if how > 2 else f"{head}.npy"
    array = np.load(io.BytesIO(files[name]))
    if how == 4:
        files[name] = draw(damaged(files[name][:200])) + files[name][200:]
    elif name == f"{head}.npy":
        words = draw(changed_json(json.loads(array.tobytes()))).encode()
        files[name] = _written(np.frombuffer(words, np.uint8))
    else:
        files[name] = _written(draw(changed_array(array)))
    if draw(st.integers(0, 9)) == 0:
        files[draw(st.sampled_from(("more.npy", "more", "../x.npy", "/x")))] = files[name]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for each, data in files.items():
            packed.writestr(each, data)
    return out.getvalue()


def _written(array: NDArray[Any]) -> bytes:
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    return out.getvalue()
