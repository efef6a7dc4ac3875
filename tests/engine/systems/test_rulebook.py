"""The index of rules in our own words."""

from __future__ import annotations

import pytest

from engine.systems import SYSTEMS, coverage
from engine.systems.rulebook import rules_of
from maps.errors import KnownError

LEAST = {"by_hand": 10}
"""A system without a book has the rules of its cautions alone."""


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_rule_that_is_covered_has_its_words(system: str) -> None:
    known = {rule.id for rule in rules_of(system)}
    assert set(coverage.load(system)) == known
    for rule in rules_of(system):
        assert rule.title and rule.text.endswith((".", ")", '"', "]")), rule.id
        assert rule.chapter and rule.phase


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_ids_are_unique(system: str) -> None:
    ids = [rule.id for rule in rules_of(system)]
    assert len(ids) == len(set(ids)) > LEAST.get(system, 190)


def test_an_unknown_system_is_named() -> None:
    with pytest.raises(KnownError, match="balkan_gambot"):
        rules_of("balkan_gambot")
