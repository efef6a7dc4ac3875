"""The index of rules in our own words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.systems
from engine.systems import SYSTEMS, coverage
from engine.systems.rulebook import rules_of
from maps.errors import KnownError

HOME = Path(engine.systems.__file__).parent
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


CITATION = re.compile(r'"((?:BG|OG|BC|BF|FE)-[\w.]+)"')
"""A rule as code and charts cite it."""


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_what_code_and_charts_cite_are_rules(system: str) -> None:
    known = {rule.id for rule in rules_of(system)}
    strange = {
        f"{path.name}: {rule}"
        for path in sorted((HOME / system).rglob("*"))
        if path.suffix in {".py", ".toml"}
        for rule in CITATION.findall(path.read_text("utf-8"))
        if rule not in known
    }
    assert strange == set()


def test_the_shared_layer_of_europa_names_no_rule_of_a_title() -> None:
    """It cites topics, and each title says which of its rules that is."""
    found = [
        f"{path.name}: {rule}"
        for path in sorted((HOME / "europa").rglob("*.py"))
        for rule in CITATION.findall(path.read_text("utf-8"))
    ]
    assert found == []
