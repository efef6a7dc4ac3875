"""The index of rules in our own words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import engine.systems
from engine.systems import SYSTEMS, coverage
from engine.systems.rulebook import chapters_of, rules_of
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
        assert rule.phase


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_rule_is_in_one_chapter_with_a_title(system: str) -> None:
    chapters = chapters_of(system)
    assert [rule for chapter in chapters for rule in chapter.rules] == list(rules_of(system))
    named = [(one.number, one.title) for one in chapters]
    if system == "by_hand":  # no book, no chapters
        assert named == [("", "")]
        return
    file = tomllib.loads((HOME / system / "chapters.toml").read_text("utf-8"))
    assert dict(named) == file and all(title.strip() for title in file.values())
    for chapter in chapters:
        for rule in chapter.rules:
            number = re.match(r"B?\d+|[A-Z]+", rule.id.partition("-")[2])
            assert number is not None and number[0] == chapter.number, rule.id


def test_chapters_are_those_of_the_book() -> None:
    titles = {one.number: one.title for one in chapters_of("boot_camp")}
    assert titles["B7"] == "Rail movement" and titles["12"] == "Supply sources"
    assert {"BC-12C1a.1", "BC-12C2.1"} <= {
        rule.id for one in chapters_of("boot_camp") if one.number == "12" for rule in one.rules
    }


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
