"""One word for one thing: the words that ARCHITECTURE rules out do not occur."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("maps", "oob", "engine", "qtapp", "resources", "packaging")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")
KINDS = {".py", ".toml", ".md"}
NO_PROSE = {"rulings.md", "coverage.toml", "can.toml"}
"""Files that name tests and rules in the words of those."""
ALLOWED = {
    ("foe", "engine/systems/operation_gertrud"): "the field of a frame: files of games hold it",
    ("deft", "engine/systems/europa/charts"): "the name of cells in charts that people edited",
    ("keen", "engine/systems/europa/charts"): "the name of cells in charts that people edited",
    ("sight", ""): "out of sight, at first sight: English; no thing is called so",
    ("desk", "resources/manual"): "the play desk: the title of a page, and a desk of wood",
    ("desk", "README.md"): "the title of that page",
    ("desk", "packaging"): "the file of that page and its picture",
    ("telling", ""): "a form of tell; no thing is called so",
}
"""(word, where from the root on): why it may stand there."""
THINGS = {"sight": r"\b(?:class|def) _?[Ss]ight|self\._?sight\b", "telling": r"\bclass Telling\b"}
"""Of words that are English as well: what would be a thing called so."""


@cache
def ruled_out() -> tuple[str, ...]:
    """The right column of the table of words."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    section = text.split("## Words")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (?!word )([^|]+) \| ([^|]+) \|$", section, re.MULTILINE)
    return tuple(word.strip() for _, right in rows for word in re.split(r"[;,]", right))


@cache
def texts() -> dict[str, str]:
    """Everything written that people read, by its path; the table of words itself left out."""
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in KINDS and path.name not in NO_PROSE:
                found[path.relative_to(ROOT).as_posix()] = path.read_text("utf-8")
    for name in DOCUMENTS:
        lines = (ROOT / name).read_text("utf-8").splitlines()
        found[name] = "\n".join(line for line in lines if not line.startswith("| "))
    return found


def occurrences(word: str) -> Iterator[str]:
    """Where a word stands by itself or as part of a name, in either number."""
    plain = rf"(?<![A-Za-z]){re.escape(word)}(?:e?s)?(?![a-z])"
    name = rf"(?<![A-Z]){re.escape(word.capitalize())}(?:e?s)?(?![a-z])"
    wanted = re.compile(rf"{plain}|{name}")
    for path, text in texts().items():
        if word not in text and word.capitalize() not in text:
            continue  # quicker told than by the pattern
        for found in wanted.finditer(text):
            yield f"{path}:{text.count(chr(10), 0, found.start()) + 1}"


def test_the_table_rules_words_out() -> None:
    assert {"sphere", "foe", "desk", "muster", "let go of"} <= set(ruled_out())


@pytest.mark.parametrize("word", ruled_out())
def test_words_that_are_ruled_out_do_not_occur(word: str) -> None:
    where = [place for known, place in ALLOWED if known == word]
    found = [spot for spot in occurrences(word) if not spot.startswith(tuple(where) or ("/",))]
    assert found == []


@pytest.mark.parametrize("word", sorted(THINGS))
def test_nothing_is_called_by_a_word_that_is_english_too(word: str) -> None:
    wanted = re.compile(THINGS[word])
    assert [path for path, text in texts().items() if wanted.search(text)] == []


@pytest.mark.parametrize(("word", "place"), sorted(ALLOWED))
def test_what_is_allowed_occurs(word: str, place: str) -> None:
    assert any(spot.startswith(place) for spot in occurrences(word)), ALLOWED[word, place]


PLURAL = (
    "units|hexes|points|steps|REs|hits|turns|counters|others|sorties|divisions|markers|dice|lines"
)
NUMBERED = re.compile(r"\{([^{}]+)\} (?:[a-z/]+ )?(?:" + PLURAL + r")\b")
NO_NUMBER = re.compile(
    r"\b(?:side|SIDE|name|purse|into|word|key|title|nation|origin|shift|NAMES)\b"
)
"""What stands before a noun and is no number: ``{purse} points`` are points of a purse."""
MANY = {
    "turns} player turns",
    "chart.strategic} rail hexes",
    "EACH} hexes",
    "{most} points",
    ":.1f} hexes",
    "least} points",
    "rows):,} hexes",
    "item.count} units",
    "named} joins hexes",
    "label!r} leaves hexes",
    "layer} of hexes",
    ")} of hexes",
    "few} and others",
}
"""Numbers that are never one where they stand, or no numbers."""
LIMIT = re.compile(r"\{_?[A-Z]{2}[A-Z_]*(?::[,g]+)?\} ")
"""A limit that is a constant, far above one."""
SPOKEN = ("engine", "maps", "oob", "qtapp")
NOT_SPOKEN = ("invariants.py", "tallies.py", "notation/text/entries.py", "notation/text/prose.py")
"""Files whose sentences are for who looks for faults, are no sentences, or are the notation of the
books, which is read again.
"""


def spoken(path: str) -> bool:
    """Whether sentences of a file are read by who plays."""
    return path.startswith(SPOKEN) and not path.endswith(NOT_SPOKEN)


def unagreed(text: str) -> list[str]:
    """Nouns that stay plural behind a number that may be one."""
    found = []
    for line in text.splitlines():
        for one in NUMBERED.finditer(line):
            known = NO_NUMBER.search(one[1]) or any(many in one[0] for many in MANY)
            known = known or LIMIT.match(one[0]) or f" x {one[0]}" in line
            if not known and "== 1 else" not in line and "> 1 else" not in line:
                found.append(one[0])
    return found


def test_one_of_anything_is_not_many() -> None:
    """Numbers come with their nouns by `counted` or, in sentences of events, ``[one|many]``."""
    kinds = (".py", "prose.toml")
    files = {path: text for path, text in texts().items() if path.endswith(kinds) and spoken(path)}
    found = [f"{path}: {line}" for path, text in files.items() for line in unagreed(text)]
    assert len(files) > 500 and found == []


def test_what_is_not_agreed_is_found() -> None:
    assert unagreed('f"{len(found)} units wait"') == ["{len(found)} units"]
    assert unagreed('"{amount} resource points are placed"') == ["{amount} resource points"]
    assert not unagreed("f\"{counted(n, 'unit')}\"") and not unagreed('"{purse} points"')
