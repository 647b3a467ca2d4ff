"""R1.9-R1.11: dictionaries, and the graph that is made of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from cthulhu_envs.api.make import make
from cthulhu_envs.games.unspeakable_words import GAME, dawg
from cthulhu_envs.games.unspeakable_words.dawg import (
    END_OF_WORD,
    ENDS,
    FIRST_EDGE,
    GOES_ON,
    Dawg,
    build,
    dawg_of,
)
from cthulhu_envs.games.unspeakable_words.words import SHIPPED, playable, words_of
from tests.rulebook import rule
from tests.rules.unspeakable_words.table import ALL, position

PLENTY = [99] * 26


def spelled_by(graph: Dawg) -> list[str]:
    """All words of a graph, in order."""
    found = []
    nodes, edges = graph.nodes.tolist(), graph.edges.tolist()

    def walk(node: int, word: str) -> None:
        if nodes[node][ENDS] >> END_OF_WORD & 1:
            found.append(word)
        edge = nodes[node][FIRST_EDGE]
        for number, letter in enumerate(ALL):
            ends, goes_on = (nodes[node][column] >> number & 1 for column in (ENDS, GOES_ON))
            if ends or goes_on:
                child = nodes[edges[edge]]
                assert ends == child[ENDS] >> END_OF_WORD & 1
                assert goes_on == bool((child[ENDS] | child[GOES_ON]) & (1 << END_OF_WORD) - 1)
                walk(edges[edge], word + letter)
                edge += 1

    walk(0, "")
    return found


@rule("R1.9")
def test_the_shipped_lists_have_the_words_they_should():
    words, common = words_of("enable"), words_of("common")

    lengths = Counter(map(len, words))
    assert [lengths[n] for n in range(1, 9)] == [0, 96, 978, 3919, 8672, 15290, 23208, 0]
    assert (len(words), len(common)) == (52_163, 27_457)
    assert set(common) < set(words)
    assert all(path.with_name("LICENSE").is_file() for path in SHIPPED.values())


@rule("R1.9")
def test_the_graph_spells_exactly_the_words_of_the_list():
    assert spelled_by(dawg_of("enable", PLENTY, 2, 7)) == list(words_of("enable"))
    assert spelled_by(dawg_of("common", PLENTY, 2, 7)) == list(words_of("common"))


@rule("R1.9")
def test_the_graph_of_the_list_is_small():
    graph = dawg_of("enable", PLENTY, 2, 7)

    assert len(graph.nodes) < 13_000 and len(graph.edges) < 41_000


@rule("R1.9")
@pytest.mark.parametrize("seed", range(30))
def test_graphs_of_random_words_spell_them_and_have_no_node_twice(seed):
    rng = np.random.default_rng(seed)
    letters = list(ALL[: rng.integers(2, 5)])
    words = {"".join(rng.choice(letters, rng.integers(1, 8))) for _ in range(rng.integers(1, 60))}

    graph = build(playable(tuple(sorted(words)), PLENTY, 1, 7))

    assert spelled_by(graph) == sorted(words)
    endings = [
        tuple(spelled_by(Dawg(_from(graph, n), graph.edges))) for n in range(len(graph.nodes))
    ]
    assert len(set(endings)) == len(endings)


def _from(graph: Dawg, node: int) -> np.ndarray:
    """The nodes with another one as the first; nothing leads back to the root."""
    nodes = graph.nodes.copy()
    nodes[0] = nodes[node]
    return nodes


@rule("R1.9")
@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_a_file_is_a_dictionary(tmp_path: Path, ending):
    path = tmp_path / "mine.txt"
    path.write_text(f"tea{ending or chr(10)}ate{ending}", newline="")

    at = position(hands=["teabc", "..."], dictionary=str(path))

    assert at.letters == "at"
    assert at.lay("a").letters == "t"


@rule("R1.9")
def test_a_changed_file_is_read_again(tmp_path: Path):
    path = tmp_path / "mine.txt"
    path.write_text("tea\n")
    assert position(hands=["teabc", "..."], dictionary=str(path)).letters == "t"

    path.write_text("bet\nate\n")

    assert position(hands=["teabc", "..."], dictionary=str(path)).letters == "ab"


@rule("R1.9")
def test_everyday_words_leave_out_what_few_people_know():
    assert "aa" in words_of("enable") and "aa" not in words_of("common")
    assert "a" in position(hands=["aabcd", "..."]).lay("a").letters
    assert "a" not in position(hands=["aabcd", "..."], dictionary="common").lay("a").letters


@rule("R1.10")
def test_case_and_blanks_do_not_matter():
    at = position(hands=["teabc", "..."], dictionary=["  TeA ", "", "\tATE"])

    assert at.letters == "at"


@rule("R1.10")
@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["tea", "na1ve"], "entry 2: 'na1ve' is no word of the letters a to z"),
        (["tea", "naïve"], "entry 2: 'naïve' is no word"),
        (["", "two words"], "entry 2: 'two words' is no word"),
        (["it's"], 'entry 1: "it\'s" is no word'),
        (["tea", "ate", "TEA"], "entry 3: 'tea' stands in entry 1 already"),
        ([], "the dictionary is empty"),
        (["", " "], "the dictionary is empty"),
        (["tea", 7], "a list of words; 7 is none"),
        (7, "a name, a file or a list of words, not 7"),
        (None, "a name, a file or a list of words, not None"),
        ("enabel", "no dictionary 'enabel'; did you mean 'enable'"),
        ("/no/such/file.txt", "no dictionary '/no/such/file.txt'"),
    ],
    ids=str,
)
def test_a_faulty_dictionary_is_refused_before_the_game(words, fault):
    with pytest.raises(ValueError, match=fault):
        make(GAME, dictionary=words)


@rule("R1.10")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"tea\n\nt-a\n", "line 3: 't-a' is no word"),
        (b"tea\nate\ntea\n", "line 3: 'tea' stands in line 1 already"),
        (b"\xff\xfe\x00", "line 1: this is no UTF-8 text"),
        (b"\n\n", "is empty"),
        (b"", "is empty"),
    ],
    ids=str,
)
def test_a_faulty_file_is_refused_with_its_line(tmp_path: Path, text, fault):
    path = tmp_path / "mine.txt"
    path.write_bytes(text)

    with pytest.raises(ValueError, match=fault):
        make(GAME, dictionary=str(path))


@rule("R1.11")
def test_words_that_no_hand_can_lay_are_left_out():
    graph = dawg_of(["a", "at", "tea", "teatime", "zz", "jazz", "bat"], PLENTY[:1] + [1] * 25, 2, 3)

    assert spelled_by(graph) == ["at", "bat", "tea"]


@rule("R1.11")
@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"dictionary": ["a", "teatime"]}, "no word of 2 to 5 letters"),
        ({"dictionary": ["pizza", "jazz"]}, "no word of the dictionary can be spelled"),
        ({"deck": {"q": 10}}, "no word of the dictionary can be spelled"),
        ({"min_letters": 8, "hand_size": 9}, "no word of 8 to 9 letters"),
    ],
    ids=str,
)
def test_a_dictionary_from_which_nothing_is_left_is_refused(settings, fault):
    with pytest.raises(ValueError, match=fault):
        make(GAME, num_players=2, **settings)


@rule("R1.11")
def test_a_dictionary_too_large_for_the_kit_is_refused(monkeypatch):
    monkeypatch.setattr(dawg, "MAX_NODES", 3)

    with pytest.raises(ValueError, match="too large: its graph has"):
        make(GAME, dictionary=["tea", "ate", "cab", "bade"])


@rule("R1.9")
@pytest.mark.parametrize("harm", ["cut", "bit", "empty", "none"])
def test_a_damaged_file_of_the_cache_is_made_anew(tmp_path: Path, monkeypatch, harm):
    monkeypatch.setenv("CTHULHU_CACHE", str(tmp_path))
    words = tuple(sorted(["tea", "ate", "eat", "bat", harm]))
    before = dawg._found.__wrapped__(words, tuple(PLENTY), 2, 7)
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    spoilt = bytearray(whole)
    spoilt[len(whole) // 2] ^= 1
    path.write_bytes({"cut": whole[:-4], "bit": bytes(spoilt), "empty": b"", "none": whole}[harm])

    again = dawg._found.__wrapped__(words, tuple(PLENTY), 2, 7)

    assert spelled_by(again) == spelled_by(before) == list(words)
    assert path.read_bytes() == whole
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@rule("R1.9")
def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CTHULHU_CACHE", str(tmp_path / "file"))

    graph = dawg._found.__wrapped__(("tea", "toe"), tuple(PLENTY), 2, 7)

    assert spelled_by(graph) == ["tea", "toe"]
