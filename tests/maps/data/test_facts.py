"""The facts shipped with the boards hold, or say why the board does not show them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import resources
from maps.checking.facts.judging import Verdict, judged, problem_of, tally
from maps.checking.facts.tables import FactKind, FactTable, shipped_facts
from tests.maps.data.board_facts import board_named

BOARDS = ("balkan_front", "balkan_gambit", "fire_in_the_east", "operation_gertrud")


def table_of(name: str) -> FactTable:
    table = shipped_facts(name)
    assert table is not None
    return table


@cache
def verdicts_on(name: str) -> tuple[Verdict, ...]:
    """What is found of all facts on a shipped board."""
    return tuple(judged(board_named(name), table_of(name)))


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_has_three_hundred_facts_of_many_kinds(name: str) -> None:
    facts = table_of(name).facts
    assert len(facts) >= 300
    assert len(Counter(fact.kind for fact in facts)) >= 10
    said = Counter((fact.kind, fact.what, fact.expected) for fact in facts)
    assert [fact for fact, times in said.items() if times > 1] == []


@pytest.mark.parametrize("name", BOARDS)
def test_every_miss_is_explained_and_no_explanation_is_stale(name: str) -> None:
    board, table = board_named(name), table_of(name)
    verdicts = verdicts_on(name)
    assert [str(p) for one in verdicts if (p := problem_of(board, table, one))] == []
    assert [one.fact for one in verdicts if one.holds and one.fact.why] == []
    assert tally(verdicts).right >= 0.9 * len(verdicts)


@pytest.mark.parametrize("name", BOARDS)
def test_every_source_is_used(name: str) -> None:
    table = table_of(name)
    assert {fact.source for fact in table.facts} == set(table.sources)


@pytest.mark.parametrize("name", BOARDS)
def test_facts_miss_a_board_that_is_wrong(name: str) -> None:
    """A board without lines, rivers and regions misses most of what speaks of them."""
    bare = board_named(name).copy()
    bare.lines.clear()
    bare.hexsides.clear()
    bare.regions.clear()
    wrong = {FactKind.LINE, FactKind.LINES, FactKind.BANK, FactKind.REGION, FactKind.FRONTIER}
    table = table_of(name)
    meant = replace(table, facts=tuple(one for one in table.facts if one.kind in wrong))
    asked = list(judged(bare, meant))
    assert asked
    assert not any(one.holds for one in asked)


@pytest.mark.parametrize("name", BOARDS)
def test_the_manual_states_the_share(name: str) -> None:
    board = board_named(name)
    total = tally(verdicts_on(name))
    share = f"{100 * total.right / total.facts:.1f} %"
    row = f"| {board.title} | {total.facts} | {total.right} | {share} | {total.explained} |"
    page = Path(resources.__file__).parent / "manual" / "6-data.md"
    assert row in page.read_text(encoding="utf-8")
