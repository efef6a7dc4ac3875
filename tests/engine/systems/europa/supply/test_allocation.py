"""Sharing out limited sources: never more than they hold, and as much as can be."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.systems.europa.state.source import Source
from engine.systems.europa.supply.allocation import Claim, ration
from oob.model import UnitId


def facts(halves: int) -> Any:
    return SimpleNamespace(halves=halves, divisional=halves == 6)


def port(room: int, division: int = 0) -> Source:
    return Source("box", "port", "rule", room=room, division=division)


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[Claim], list[Source]]:
    by_units = draw(st.booleans())
    room = st.just(4) if by_units else st.integers(0, 6)
    sources = [port(draw(room), 4 if by_units else 0) for _ in range(draw(st.integers(1, 3)))]
    numbers = st.sets(st.integers(0, len(sources) - 1), min_size=1).map(sorted).map(tuple)
    sizes = draw(st.lists(st.sampled_from([1, 2, 2, 6]), max_size=6))
    claims = [Claim(UnitId(f"u{n}"), facts(s), draw(numbers)) for n, s in enumerate(sizes)]
    return claims, sources


def worth(claims: list[Claim], sources: list[Source], choice: tuple[int, ...]) -> tuple[int, int]:
    """Half equivalents and units a choice supplies, (-1, -1) when it breaks a limit."""
    used = [0] * len(sources)
    halves = units = 0
    for claim, number in zip(claims, choice, strict=True):
        if number >= 0:
            if number not in claim.reach:
                return -1, -1
            used[number] += sources[number].takes(claim.facts)
            halves += claim.facts.halves
            units += 1
    full = any(mine > (s.room or 0) for mine, s in zip(used, sources, strict=True))
    return (-1, -1) if full else (halves, units)


@given(cases())
def test_no_other_sharing_supplies_more(case: tuple[list[Claim], list[Source]]) -> None:
    claims, sources = case
    found = ration(claims, sources)
    mine = tuple(found.get(claim.unit, -1) for claim in claims)
    best = max(
        worth(claims, sources, choice)
        for choice in product(range(-1, len(sources)), repeat=len(claims))
    )
    assert worth(claims, sources, mine) == best


def test_the_first_of_the_order_of_battle_comes_first() -> None:
    claims = [Claim(UnitId(name), facts(2), (0,)) for name in ("one", "two", "three")]
    assert ration(claims, [port(4)]) == {"one": 0, "two": 0}


def test_many_units_at_many_ports_are_shared_out_at_once() -> None:
    ports = [port(4, 4) for _ in range(9)]
    reach = tuple(range(9))
    claims = [Claim(UnitId(f"d{n}"), facts(6), reach) for n in range(12)]
    claims += [Claim(UnitId(f"r{n}"), facts(2), reach) for n in range(20)]
    found = ration(claims, ports)
    assert sum(unit.startswith("d") for unit in found) == 4
    assert sum(unit.startswith("r") for unit in found) == 20


def test_a_crowd_round_many_sources_is_shared_out_soundly() -> None:
    """Thirty units of all sizes at ten ports: the search ends, and no port gives too much."""
    sources = [port(4, 4) for _ in range(10)]
    sizes = [(1, 2, 6)[n % 3] for n in range(30)]
    claims = [
        Claim(UnitId(f"u{n}"), facts(size), tuple(sorted({n % 10, (3 * n + 1) % 10, (7 * n) % 10})))
        for n, size in enumerate(sizes)
    ]
    found = ration(claims, sources)
    mine = tuple(found.get(claim.unit, -1) for claim in claims)
    halves, units = worth(claims, sources, mine)
    assert halves >= 40 and units >= 18
