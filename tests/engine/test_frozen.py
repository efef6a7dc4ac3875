"""Records hash by their fields, and can be assigned to only where nobody guards them."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import field
from pathlib import Path

from engine.core.state import Piece
from engine.frozen import dataclass
from maps.hexgrid import Hex

ROOT = Path(__file__).parents[2]
ASSIGNS = """
from engine.core.state import Piece
piece = Piece("box", 1)
try:
    piece.steps = 2
except AttributeError as error:
    print(type(error).__name__)
else:
    print("assigned")
"""


def assigned(**environment: str) -> str:
    """What a process says that assigns to a field of a record."""
    found = {name: value for name, value in os.environ.items() if name != "SANDTABLE_FROZEN"}
    told = subprocess.run(
        [sys.executable, "-c", ASSIGNS],
        cwd=ROOT,
        env={**found, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.strip()


def test_records_of_equal_fields_are_one_key() -> None:
    """They are members of sets and keys, frozen or not."""
    assert len({Piece(Hex(1, 2), 1), Piece(Hex(1, 2), 1), Piece("box", 1)}) == 2


def test_the_guard_is_there_when_it_is_asked_for() -> None:
    """Games of every system are played with it in the test of hash seeds."""
    assert assigned(SANDTABLE_FROZEN="1") == "FrozenInstanceError"
    assert assigned() == "assigned"


@dataclass(frozen=True, slots=True)
class Sample:
    """A record with a field that counts for nothing, and one that is not told of."""

    name: str
    size: int = 1
    note: str = field(default="", compare=False)
    hint: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Larger(Sample):
    """A record that has the fields of another, and one more."""

    more: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    """A record that is equal to itself alone."""

    name: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """A record that says itself what it is."""

    name: str

    def __repr__(self) -> str:
        """Its name."""
        return self.name


def test_a_record_compares_hashes_and_tells_of_itself_by_its_fields() -> None:
    """Asked for the first time and again; fields that say so are left out."""
    for _ in range(2):
        assert Sample("a", note="x") == Sample("a", note="y")
        assert Sample("a") != Sample("a", hint="z")
        assert hash(Sample("a", note="x")) == hash(Sample("a", note="y"))
        assert repr(Sample("a", 2, "n", "h")) == "Sample(name='a', size=2, note='n')"


def test_a_record_is_equal_to_none_of_another_class() -> None:
    """Even of one that has the same fields and more."""
    assert Sample("a") != Larger("a")
    assert Larger("a", more=1) != Larger("a")
    assert repr(Larger("a")) == "Larger(name='a', size=1, note='', more=0)"
    assert Sample("a").__eq__("a") is NotImplemented


def test_what_a_class_says_of_itself_stays() -> None:
    """Identity where it wants that, its own words where it has some."""
    assert Single("a") != Single("a")
    assert len({Single("a"), Single("a")}) == 2
    assert repr(Spoken("a")) == "a"
    assert Spoken("a") == Spoken("a")
