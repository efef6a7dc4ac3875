"""``sandtable check``: everything wrong with a file, a map, an order of battle or a scenario."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

import maps.checking.checks
import oob.checks
from engine.cli.common import FILE, FOUND_ERRORS, json_option, say_json
from engine.cli.common.fact_checks import FactReport, fact_reports
from engine.cli.common.provenance import provenances
from engine.cli.common.targets import ProjectFile, Target, targets_of
from engine.core.system import Scenario
from engine.core.wording import counted
from engine.scenarios import system_of
from maps.checking.problems import Problem, Severity, error
from maps.model import GameMap
from maps.untyped import JsonObject
from oob.model import OrderOfBattle

if TYPE_CHECKING:
    from engine.cli.common.project_checks import NewerReport

MOST_LINES = 200
"""Differences from a newer board that are written out; JSON has them all."""


@click.command()
@click.argument("target", metavar="FILE|MAP|OB|SCENARIO")
@click.option("--facts", "with_facts", is_flag=True, help="Look up what the boards must show, too.")
@click.option("--facts-file", "own", type=FILE, help="A table of facts (*.facts.toml) of your own.")
@json_option
def check(target: str, with_facts: bool, own: Path | None, as_json: bool) -> None:
    """Find everything that is wrong; exit code 1 when there are errors."""
    found = targets_of(target)
    reports = fact_reports(target, found[0], own) if with_facts or own is not None else []
    problems = [problem for one in found for problem in _problems(one)]
    problems += [problem for report in reports for problem in report.missed]
    errors = [p for p in problems if p.severity is Severity.ERROR]
    warnings = [p for p in problems if p.severity is not Severity.ERROR]
    sure = _provenance(found[0].charts) if isinstance(found[0], Scenario) else {}
    newer = _newer(found)
    if as_json:
        result: JsonObject = {"errors": _plain(errors), "warnings": _plain(warnings)}
        if sure:
            result["provenance"] = sure
        if reports:
            result["facts"] = [report.plain() for report in reports]
        if newer:
            result["newer"] = [report.plain() for report in newer]
        say_json(result)
    else:
        for problem in problems:
            click.echo(f"{problem.severity.value}: {problem}")
        for kind, charts in sure.items():
            if kind != "printed":
                click.echo(f"{kind}: {', '.join(_by_chart(charts))}")
        _say_facts(reports)
        _say_newer(newer)
        click.echo(
            f"{target}: {counted(len(errors), 'error')}, {counted(len(warnings), 'warning')}."
        )
    if errors:
        raise click.exceptions.Exit(FOUND_ERRORS)


def _say_facts(reports: list[FactReport]) -> None:
    for report in reports:
        for one in report.explained:
            fact = one.fact
            told = f"{fact.kind} of {fact.what} should be {fact.expected}, is: {one.found}"
            click.echo(f"explained: {told}. {fact.why}")
        click.echo(f"{report.board.title}: {report.tally}.")


def _newer(found: Iterable[Target]) -> list[NewerReport]:
    """What shipped boards have otherwise than those of project files."""
    paths = [one.path for one in found if isinstance(one, ProjectFile)]
    if not paths:
        return []
    from engine.cli.common.project_checks import (
        newer_reports,
    )  # needs the store, and all that edits

    return [report for path in paths for report in newer_reports(path)]


def _say_newer(reports: list[NewerReport]) -> None:
    for report in reports:
        for line in report.lines[:MOST_LINES]:
            click.echo(f"newer: {line}")
        rest = len(report.lines) - MOST_LINES
        if rest > 0:
            click.echo(f"newer: and {rest:,} more, all of which --json lists")
        click.echo(f"{report.title}. Nothing changes by itself: Map, A newer board takes it over.")


def _provenance(charts: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry, kind in provenances(tomllib.loads(charts)):
        found.setdefault(kind, []).append(entry)
    return found


def _by_chart(entries: list[str]) -> Iterator[str]:
    """Charts that hold the entries, each once, with how many of its values they are."""
    held = Counter(entry.partition(".")[0] for entry in entries)
    for chart, count in held.items():
        inside = count - (chart in entries)
        yield f"{chart} ({counted(inside, 'value')})" if inside else chart


def _problems(found: Target) -> Iterable[Problem]:
    match found:
        case GameMap():
            return maps.checking.checks.check(found)
        case OrderOfBattle():
            return oob.checks.check(found)
        case Scenario():
            return _of_scenario(found)
        case ProjectFile():
            from engine.cli.common.project_checks import (
                of_project,  # needs the store, and all that edits
            )

            return of_project(found.path)


def _of_scenario(scenario: Scenario) -> list[Problem]:
    rules = system_of(scenario.system).bind(scenario)
    faults = [
        error(scenario.id, fault, "Report it: the engine begins this scenario wrongly.")
        for fault in rules.invariants(rules.begin().state)
    ]
    return [*maps.checking.checks.check(scenario.map), *oob.checks.check(scenario.oob), *faults]


def _plain(problems: list[Problem]) -> list[dict[str, str]]:
    return [{"where": p.where, "what": p.what, "fix": p.fix} for p in problems]
