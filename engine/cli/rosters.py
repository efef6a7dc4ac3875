"""``sandtable oob``: read, write and count orders of battle in the field's notation."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

import oob.data
from engine.cli.common import FOUND_ERRORS, Verbs, json_option, say_json
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.store.project import SUFFIX
from maps.checking.problems import Problem, Severity
from maps.errors import KnownError, counted, nearest
from maps.files.writing import refuse_existing
from maps.untyped import JsonObject
from oob.formats import notation_files, text
from oob.ledger import files
from oob.ledger.model import Ledger, roster_of
from oob.model import OrderOfBattle
from oob.notation import errata as corrections
from oob.notation import shipped
from oob.notation.checks import check
from oob.notation.compare import compare
from oob.notation.counters import from_counters, is_counters, to_counters
from oob.notation.errata import applied
from oob.notation.instantiate import instantiated
from oob.notation.model import Item, Reading, Roster
from oob.notation.text.entries import ratings_of
from oob.notation.text.keyed import line_of
from oob.notation.text.printer import dumps
from oob.notation.totals import RosterTotals, totals

_errata = click.option("--errata", is_flag=True, help="Lay its errata over it first.")
_file = click.argument("file", metavar="FILE|OB")


@click.group("oob", cls=Verbs)
def oob_() -> None:
    """Read, write and count orders of battle in the field's notation."""


@oob_.command("parse")
@_file
@_errata
@json_option
def parse_(file: str, errata: bool, as_json: bool) -> None:
    """List every entry with its line; exit code 1 when a line is not understood.

    FILE is notation (also as printed or scanned in a rulebook), CSV or XLSX; OB a shipped one.
    """
    reading = _read(file, errata)
    if as_json:
        say_json([_plain(item) for item in reading.roster.items])
    else:
        for item in reading.roster.items:
            where = f"{item.section.turn} {item.section.nationality} {item.section.heading}"
            click.echo(f"{item.line:5} {where}: {item.action.value} {line_of(item)}")
    for fault in reading.faults:
        click.echo(f"{file} line {fault.line}: {fault.what} {fault.fix}".rstrip(), err=True)
    if reading.faults:
        raise click.exceptions.Exit(FOUND_ERRORS)


@oob_.command("format")
@_file
@_errata
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this .notation, .csv, .xlsx or .oob file instead of the terminal.",
)
def format_(file: str, errata: bool, output: Path | None) -> None:
    """Write an order of battle tidily: as notation, CSV, XLSX, or counters (.oob)."""
    ending = output.suffix.lower() if output else ""
    order = None if errata else _counters(file, ending)
    if output is None:
        click.echo(text.dumps(order) if order else dumps(_whole(file, errata)), nl=False)
        return
    refuse_existing(output)
    if order and ending in notation_files.COUNTERS.suffixes(writing=True):
        notation_files.COUNTERS.write(order, output)
    elif ending == text.SUFFIX:
        notation_files.COUNTERS.write(instantiated(_whole(file, errata)), output)
    else:
        roster = from_counters(order) if order else _whole(file, errata)
        notation_files.ROSTERS.write(roster, output)
    click.echo(f"Wrote {output}.")


@oob_.command("totals")
@_file
@_errata
@json_option
def totals_(file: str, errata: bool, as_json: bool) -> None:
    """Count entries, units, REs and strength by side, nation, turn, type and air model."""
    found = totals(_whole(file, errata))
    if as_json:
        say_json(asdict(found))
        return
    _say_totals(found)


@oob_.command("errata")
@_file
@json_option
def errata_(file: str, as_json: bool) -> None:
    """Show the corrections of an order of battle: where, what goes, what comes."""
    path = Path(file)
    found = notation_files.errata_for(_read(file, False).roster, path)
    if found is None:
        raise KnownError(file, "there are no errata for it.", "Put a .errata file beside it.")
    if as_json:
        say_json([asdict(correction) for correction in found.corrections])
        return
    click.echo(corrections.dumps(found), nl=False)


@oob_.command("check")
@_file
@_errata
@json_option
def check_(file: str, errata: bool, as_json: bool) -> None:
    """Find what comes twice, goes without having come, comes too early or has no ratings.

    Exit code 1 when there are errors; warnings may be meant so.
    """
    found = check(_whole(file, errata), Path(file).name)
    if as_json:
        say_json({f"{kind}s": _problems(found, kind) for kind in Severity})
    else:
        for problem in found:
            click.echo(f"{problem.severity.value}: {problem}")
        click.echo(f"{counted(len(found), 'problem')}." if found else "No problems.")
    if any(problem.severity is Severity.ERROR for problem in found):
        raise click.exceptions.Exit(FOUND_ERRORS)


@oob_.command("compare")
@click.argument("first", metavar="FILE|OB")
@click.argument("second", metavar="FILE|OB")
@json_option
def compare_(first: str, second: str, as_json: bool) -> None:
    """List what the second order of battle has more (+) and less (-) than the first."""
    found = compare(_whole(first, False), _whole(second, False))
    if as_json:
        say_json([asdict(difference) for difference in found])
        return
    for difference in found:
        click.echo(str(difference))
    click.echo(f"{counted(len(found), 'difference')}.")


def _problems(found: list[Problem], kind: Severity) -> list[dict[str, str]]:
    return [
        {"where": problem.where, "what": problem.what, "fix": problem.fix}
        for problem in found
        if problem.severity is kind
    ]


def _say_totals(found: RosterTotals) -> None:
    for name, table in asdict(found).items():
        click.echo(f"{name.replace('_', ' ')}:")
        _say_table(table, "    ")


def _say_table(table: JsonObject, indent: str) -> None:
    for name, value in table.items():
        if isinstance(value, dict):
            click.echo(f"{indent}{name}:")
            _say_table(value, indent + "    ")
        else:
            click.echo(f"{indent}{name}: {value:g}")


def _counters(word: str, ending: str = "") -> OrderOfBattle | None:
    """The order of battle of counters a word names; None when it names a roster, or nothing.

    A shipped name that is both is its roster, but for a file that ends as those of counters do.
    """
    path = Path(word)
    ledger = ledger_of_project(word)
    if ledger is not None:
        roster = roster_of(ledger)
        return to_counters(roster) if is_counters(roster) else None
    if word in oob.data.names() and not path.is_file():
        is_roster = word in shipped.names() and not is_counters(shipped.load(word))
        return None if is_roster and ending != text.SUFFIX else oob.data.load(word)
    return notation_files.read_order(path) if path.is_file() else None


def ledger_of_project(word: str) -> Ledger | None:
    """The order of battle that ``file.sandtable`` or ``file.sandtable:2`` names; None for others.

    Raises KnownError when the file cannot be used, has none of that number, or several.
    """
    name, colon, number = word.rpartition(":")
    if not (colon and number.isdigit() and name.endswith(SUFFIX)):
        name, number = word, ""
    if not _is_project(name):
        return None
    with ProjectSession.reading(name):
        return OobSession.peek(name, int(number) if number else None)


def _is_project(name: str) -> bool:
    return name.endswith(SUFFIX) and Path(name).is_file()


def _read(word: str, errata: bool) -> Reading:
    path = Path(word)
    ledger = ledger_of_project(word)
    if ledger is not None:
        if errata:
            files.correct(ledger, word)
        return Reading(roster_of(ledger))
    only_counters = word in oob.data.names() and word not in shipped.names()
    if path.suffix == text.SUFFIX or (only_counters and not path.is_file()):
        fix = f"Use sandtable check {word}, or oob format."
        raise KnownError(word, "these are counters, not a roster in notation.", fix)
    if word in shipped.names() and not path.is_file():
        reading = Reading(shipped.load(word))
    elif not path.exists():
        fix = nearest(word, shipped.names())
        raise KnownError(word, "there is no such file, and none is shipped.", fix)
    else:
        reading = notation_files.read(path)
    if errata:
        found = notation_files.errata_for(reading.roster, path)
        if found is None:
            raise KnownError(word, "there are no errata for it.", "Leave --errata out.")
        reading.roster = applied(reading.roster, found)
    return reading


def _whole(word: str, errata: bool) -> Roster:
    reading = _read(word, errata)
    if reading.faults:
        fault, more = reading.faults[0], len(reading.faults) - 1
        also = f" {counted(more, 'more line')} wrong." if more else ""
        raise KnownError(f"{word} line {fault.line}", fault.what, f"{fault.fix}{also}".strip())
    return reading.roster


def _plain(item: Item) -> JsonObject:
    here = item.section
    return {
        "line": item.line,
        "side": here.side,
        "nationality": here.nationality,
        "turn": here.turn,
        "heading": here.heading,
        "action": item.action.value,
        "count": item.count,
        "attack": item.attack,
        "defense": item.defense,
        "move": item.move,
        "type": item.type,
        "size": item.size,
        "ids": list(item.ids),
        "suffix": item.suffix,
        "class": item.kind.value,
        "ratings": ratings_of(item),
        "supported": item.starred,
        "group": here.group,
        "force": here.force,
        "part": here.part,
        "area": here.area,
        "back": item.back,
        "grade": item.grade,
        "note": item.note,
    }
