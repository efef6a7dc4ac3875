"""Records hash by their fields, and can be assigned to only where nobody guards them."""

from __future__ import annotations

import copy
import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import field, fields
from pathlib import Path
from typing import Any

from engine import frozen
from engine.core.state import Piece
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


def records_of(dataclass: Callable[..., Any]) -> dict[str, Any]:
    """Classes of every kind that a record may be, made by one decorator or another."""

    @dataclass(frozen=True, slots=True)
    class Plain:
        name: str
        steps: int = 1
        parts: tuple[int, ...] = field(default_factory=tuple)
        aside: int = field(default=0, compare=False)
        seen: int = field(default=0, hash=False)
        kept: str = field(default="kept", init=False)
        made: tuple[int, ...] = field(default_factory=tuple, init=False, repr=False)

    @dataclass(frozen=True, slots=True)
    class Further(Plain):
        more: float = 0.5

        def __post_init__(self) -> None:
            if self.more < 0:
                raise ValueError("less than nothing")

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        first: int
        second: int = 2

    @dataclass(frozen=True)
    class Open:
        first: int = 3
        rest: int = field(default=4, init=False)

    @dataclass(frozen=True, slots=True, eq=False)
    class Itself:
        first: int

    @dataclass(frozen=True, slots=True, init=False)
    class Own:
        first: int

        def __init__(self, half: int) -> None:
            object.__setattr__(self, "first", 2 * half)

        def __repr__(self) -> str:
            return f"own {self.first}"

    @dataclass(frozen=True, slots=True)
    class Nothing:
        """It has no fields."""

    classes = (Plain, Further, Named, Open, Itself, Own, Nothing)
    return {cls.__name__: cls for cls in classes}


MAKING: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Plain", ("a",), {}),
    ("Plain", ("a", 2, (1, 2)), {"aside": 9}),
    ("Plain", ("a", 2, (1, 2)), {"aside": 8, "seen": 1}),
    ("Plain", ([],), {}),
    ("Plain", (), {}),
    ("Plain", ("a",), {"made": ()}),
    ("Plain", ("a",), {"name": "b"}),
    ("Further", ("a",), {"more": 2.0}),
    ("Further", ("a",), {"more": -1.0}),
    ("Named", (), {"first": 1}),
    ("Named", (1,), {}),
    ("Open", (), {}),
    ("Open", (5,), {}),
    ("Itself", (5,), {}),
    ("Own", (5,), {}),
    ("Nothing", (), {}),
    ("Nothing", (1,), {}),
]


def made(dataclass: Callable[..., Any]) -> list[Any]:
    """What comes of making records: each, or what kind of error."""
    classes, found = records_of(dataclass), list[Any]()
    for name, values, named in MAKING:
        try:
            found.append(classes[name](*values, **named))
        except (TypeError, ValueError) as error:
            found.append((type(error), str(error).split("(")[-1]))
    return found


def hashed(one: object) -> object:
    try:
        return hash(one)
    except TypeError as error:
        return str(error)


def test_records_do_what_dataclasses_do() -> None:
    both = list(zip(made(frozen.dataclass), made(dataclasses.dataclass), strict=True))
    for own, other in both:
        assert repr(own).replace("frozen", "") == repr(other).replace("frozen", "")
        if not isinstance(own, tuple):
            assert type(own).__match_args__ == type(other).__match_args__
            assert [f.name for f in fields(own)] == [f.name for f in fields(other)]
            if type(own).__name__ != "Itself":
                assert hashed(own) == hashed(other)
                assert copy.copy(own) == own
    for a, b in both:
        assert [a == c for c, _ in both] == [b == d for _, d in both]
    assert dataclasses.replace(both[0][0], steps=4).steps == 4


def test_methods_are_compiled_once_they_are_called() -> None:
    plain = records_of(frozen.dataclass)["Plain"]
    before = {name: vars(plain)[name] for name in ("__init__", "__eq__", "__hash__")}
    one = plain("a")
    assert vars(plain)["__init__"] is not before["__init__"]
    assert vars(plain)["__eq__"] is before["__eq__"]
    compiled = vars(plain)["__init__"]
    other = plain("a")
    assert vars(plain)["__init__"] is compiled
    assert before["__eq__"](one, other) and one == other and {one} == {other}
    assert not any(vars(plain)[name] is method for name, method in before.items())


def test_a_record_within_itself_can_be_told() -> None:
    inside: list[object] = []
    one = records_of(frozen.dataclass)["Itself"](inside)
    inside.append(one)
    assert repr(one).endswith("Itself(first=[...])")
