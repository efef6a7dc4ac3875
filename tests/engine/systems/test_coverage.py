"""Coverage files never lie: rules, functions and tests are all there, and no rule is missing."""

from __future__ import annotations

import ast
import csv
import hashlib
import os
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from engine.systems import SYSTEMS
from engine.systems.coverage import Row, load, summary
from maps.errors import KnownError

ROOT = Path(__file__).parents[3]
SHARED = Path(os.environ.get("SANDTABLE_SHARED", ROOT.parent / "shared"))
RULES = {
    "balkan_gambit": (327, "a5122e22ccffd4d6"),
    "operation_gertrud": (258, "062813e82dcd64c2"),
    "boot_camp": (199, "398f26dc2e1667f3"),
    "balkan_front": (934, "ffa05c5654837a76"),
    "fire_in_the_east": (865, "7a27ef3491b12ee8"),
    "by_hand": (15, "1d7f892ebafc23ee"),
}
"""How many rules each index has, and the digest of their ids in order."""
EUROPA = ("boot_camp", "balkan_front", "fire_in_the_east")
"""Titles whose shared rules are tested once for all: their tests name no rule of one title."""
BASIC = "BC-B"
"""What begins the ids of basic rules, which the supplement of Boot Camp does not number."""
TO_COME = re.compile(
    r"BF-(1[6-9]|2[0-68]|3[013]|VPA|VPL|IDX|1\.|2\."
    r"|4A1\.2|4A3\.|7A4\.2|12C3\.|27\.1[234]|29B\.8|29C\.[345]|32A6\.|32C\.([456]|1[23])$)"
)
"""What of Balkan Front is not played yet: air, ships, politics, scenarios, and the parts of other
chapters that belong to them.
"""

NO_RULES = {
    "balkan_gambit": {"BG-1.2"},
    "operation_gertrud": {"OG-1.1"},
    "boot_camp": {"BC-22D.7", "BC-23.9"},
    "balkan_front": {"BF-3A.1", "BF-3A3.4", "BF-8C.1", "BF-8C.2"},
    "fire_in_the_east": {
        "FE-2D.1",
        "FE-ERR-CH1a",
        "FE-3A.1",
        "FE-3B1.1",
        "FE-3B1.2",
        "FE-3B2.1",
        "FE-7C.4",
        "FE-8C.1",
        "FE-38B1.1",
        "FE-38B1.2",
    },
    "by_hand": set[str](),
}
"""Rows that ask for nothing: what is only to come later is open instead."""
BEGUN = dict[str, int]()
"""Titles that are only begun, and how many of their rules may be open at most: it only falls."""


def to_come(system: str, rule: str) -> bool:
    """Whether a rule of a system is known not to be played yet."""
    return system in BEGUN or (system == "balkan_front" and bool(TO_COME.match(rule)))


@cache
def functions_of(path: str) -> dict[str, str]:
    """The docstrings of the test functions of a file, by name."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def digest(ids: list[str]) -> str:
    """A short hash of rule ids in order."""
    return hashlib.sha256("\n".join(ids).encode()).hexdigest()[:16]


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_rule_of_the_frozen_index_has_a_row(system: str) -> None:
    ids = list(load(system))
    assert (len(ids), digest(ids)) == RULES[system]


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_no_rule_of_the_shared_index_is_missing(system: str) -> None:
    index = SHARED / "rules" / f"{system}.csv"
    if not index.exists():
        pytest.skip("the shared index of rules is not here")
    with index.open(encoding="utf-8", newline="") as lines:
        ids = [rule for rule in load(system) if not rule.startswith(BASIC)]
        assert [row["id"] for row in csv.DictReader(lines)] == ids


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_what_is_not_applicable_asks_for_nothing(system: str) -> None:
    aside = {rule for rule, row in load(system).items() if row.status == "not-applicable"}
    assert aside == NO_RULES[system]


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_no_rule_is_open_and_none_is_set_aside_without_a_reason(system: str) -> None:
    left = 0
    for rule, row in load(system).items():
        if row.status == "not-applicable":
            assert row.reason and not row.by and not row.tests, rule
        elif row.status == "open" and to_come(system, rule):
            left += 1
        else:
            assert row.status in ("done", "ruled") and row.by and row.tests, rule
    assert summary()[system]["open"] == left
    assert left <= BEGUN.get(system, left)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_what_is_played_by_a_ruling_names_one(system: str) -> None:
    rulings = (ROOT / "engine" / "systems" / system / "rulings.md").read_text("utf-8")
    for rule, row in load(system).items():
        assert bool(row.ruling) == (row.status == "ruled"), rule
        if row.ruling.isdecimal():
            assert re.search(rf"^{row.ruling}\. \*\*", rulings, re.MULTILINE), rule
        elif row.ruling:
            assert f"**{row.ruling}" in rulings, rule


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_function_named_exists(system: str) -> None:
    for rule, row in load(system).items():
        for name in row.by:
            module, _, path = name.partition(":")
            found: object = import_module(module)
            for part in path.split("."):
                assert hasattr(found, part), f"{rule}: {name}"
                found = getattr(found, part)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_test_named_exists_and_says_that_it_tests_the_rule(system: str) -> None:
    for rule, row in load(system).items():
        for name in row.tests:
            path, _, function = name.partition("::")
            found = functions_of(path)
            assert function in found, f"{rule}: {name}"
            said = f"[{rule}]" in found[function] or function.startswith("test_example_")
            assert said or system in EUROPA, name


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_rule_a_test_names_is_in_the_file_with_that_test(system: str) -> None:
    rows = load(system)
    prefix = next(iter(rows)).split("-")[0] + "-"
    for file in sorted((ROOT / "tests" / "engine" / "systems" / system).glob("test_*.py")):
        path = file.relative_to(ROOT).as_posix()
        for function, text in functions_of(path).items():
            named = [part.split("]")[0] for part in text.split("[")[1:]]
            for rule in (name for name in named if name.startswith(prefix)):
                assert f"{path}::{function}" in rows[rule].tests, f"{rule}: {function}"


def test_the_summary_counts_rows() -> None:
    assert summary()["balkan_gambit"] == {
        "rows": 327,
        "done": 323,
        "open": 0,
        "not_applicable": 1,
        "ruled": 3,
    }
    assert summary()["operation_gertrud"] == {
        "rows": 258,
        "done": 250,
        "open": 0,
        "not_applicable": 1,
        "ruled": 7,
    }
    assert Row().status == "done"


def test_an_unknown_system_is_named_with_the_nearest() -> None:
    with pytest.raises(KnownError, match="balkan_gambit"):
        load("balkan_gambid")
