"""``sandtable check``: everything wrong with a file, a map, an order of battle or a scenario."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import click

import maps.checks
import oob.checks
from engine.chart_session import ChartSession, problems_of
from engine.cli.common import FOUND_ERRORS, json_option, say_json
from engine.cli.targets import ProjectFile, Target, targets_of
from engine.core.charts import place
from engine.core.system import Scenario
from engine.oob_session import OobSession
from engine.project_session import ProjectSession
from engine.session import EditSession, GameSession, list_games
from engine.store.maps import map_numbers
from engine.store.project import Project
from maps.model import GameMap
from maps.problems import Problem, Severity, error
from oob.ledger import checks as ledger_checks
from oob.model import OrderOfBattle


@click.command()
@click.argument("target", metavar="FILE|MAP|OB|SCENARIO")
@json_option
def check(target: str, as_json: bool) -> None:
    """Find everything that is wrong; exit code 1 when there are errors."""
    found = targets_of(target)
    problems = [problem for one in found for problem in _problems(one)]
    errors = [p for p in problems if p.severity is Severity.ERROR]
    warnings = [p for p in problems if p.severity is not Severity.ERROR]
    sure = _provenance(found[0].charts) if isinstance(found[0], Scenario) else {}
    if as_json:
        result: dict[str, Any] = {"errors": _plain(errors), "warnings": _plain(warnings)}
        if sure:
            result["provenance"] = sure
        say_json(result)
    else:
        for problem in problems:
            click.echo(f"{problem.severity.value}: {problem}")
        for kind, charts in sure.items():
            if kind != "printed":
                click.echo(f"{kind}: {', '.join(_by_chart(charts))}")
        click.echo(
            f"{target}: {_counted(len(errors), 'error')}, {_counted(len(warnings), 'warning')}."
        )
    if errors:
        raise click.exceptions.Exit(FOUND_ERRORS)


def provenances(table: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(chart entry, provenance) for every entry of a chart table that states one."""
    if isinstance(table, dict):
        if isinstance(table.get("provenance"), str):
            yield path, table["provenance"]
        for key, value in table.items():
            yield from provenances(value, f"{path}.{key}" if path else key)
    elif isinstance(table, list):
        for number, value in enumerate(table, 1):
            name = value.get("id", number) if isinstance(value, dict) else number
            yield from provenances(value, f"{path}.{name}")


def _provenance(charts: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry, kind in provenances(tomllib.loads(charts)):
        found.setdefault(kind, []).append(entry)
    return found


def _by_chart(entries: list[str]) -> Iterator[str]:
    """Charts that hold the entries, each once, with how many of its values they are."""
    counted = Counter(entry.partition(".")[0] for entry in entries)
    for chart, count in counted.items():
        inside = count - (chart in entries)
        yield f"{chart} ({_counted(inside, 'value')})" if inside else chart


def _problems(found: Target) -> Iterable[Problem]:
    match found:
        case GameMap():
            return maps.checks.check(found)
        case OrderOfBattle():
            return oob.checks.check(found)
        case Scenario():
            return _of_scenario(found)
        case ProjectFile():
            return _of_project(found)


def _of_scenario(scenario: Scenario) -> list[Problem]:
    game = GameSession(scenario, 1)
    faults = [
        error(scenario.id, fault, "Report it: the engine begins this scenario wrongly.")
        for fault in game.rules.invariants(game.state)
    ]
    return [*maps.checks.check(scenario.map), *oob.checks.check(scenario.oob), *faults]


def _of_project(project: ProjectFile) -> Iterator[Problem]:
    with Project.open(project.path) as opened:
        boards = [number for number, _ident, _title in map_numbers(opened)]
    for number in boards:
        with EditSession.open(project.path, number) as session:
            yield from maps.checks.check(session.map)
    with ProjectSession.open(project.path) as file:
        for order in file.orders:
            if not order.games:
                found = ledger_checks.check(OobSession.peek(project.path, order.number))
                yield from (finding.problem for finding in found)
        for own in file.charts:
            for wrong in problems_of(ChartSession.peek(project.path, own.number)):
                yield error(f"{own.title}, {place(wrong.path)}", wrong.what, "Edit that cell.")
    for info in list_games(project.path):
        with GameSession.open(project.path, info.number) as game:
            yield from oob.checks.check(game.scenario.oob)
            for node in game.verify():
                yield error(
                    f"game {info.number}, step {node}",
                    "does not come out as it was recorded.",
                    "Go back before it; the steps before it are sound.",
                )


def _plain(problems: list[Problem]) -> list[dict[str, str]]:
    return [{"where": p.where, "what": p.what, "mend": p.mend} for p in problems]


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
