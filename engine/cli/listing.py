"""``sandtable systems``, ``scenarios`` and ``charts``: what is there."""

from __future__ import annotations

import tomllib
from importlib import resources

import click

from engine.cli.common import json_option, say_json
from engine.cli.common.provenance import provenances
from engine.core.wording import counted
from engine.scenarios import scenarios as shipped
from engine.scenarios import system_of
from engine.systems import SYSTEMS
from maps.untyped import JsonObject

OPEN, NOT_APPLICABLE, RULED = "open", "not-applicable", "ruled"


@click.command()
@click.option("--coverage", is_flag=True, help="Count the rules each system carries out.")
@json_option
def systems(coverage: bool, as_json: bool) -> None:
    """List the game systems, with --coverage the share of their rules that is carried out."""
    found: JsonObject = {
        ident: covered(ident) if coverage else {"title": system.title}
        for ident, system in sorted(SYSTEMS.items())
    }
    if as_json:
        say_json(found)
        return
    for ident, facts in found.items():
        if coverage:
            carried = facts["done"] + facts["ruled"] + facts["not_applicable"]
            share = 100 * carried / max(1, facts["rows"])
            click.echo(
                f"{ident}: {counted(facts['rows'], 'rule')}, {facts['done']} done, "
                f"{facts['ruled']} played by a ruling, {facts['open']} open, "
                f"{facts['not_applicable']} not applicable ({share:.0f} %)"
            )
        else:
            click.echo(f"{ident}: {facts['title']}")


@click.command()
@json_option
def scenarios(as_json: bool) -> None:
    """List the shipped scenarios."""
    if as_json:
        say_json(
            {i.id: {"title": i.title, "system": i.system, "summary": i.summary} for i in shipped()}
        )
        return
    for info in shipped():
        click.echo(f"{info.id}: {info.title}")
        if info.summary:
            click.echo(f"    {info.summary}")


@click.command()
@click.argument("system", required=False)
@json_option
def charts(system: str | None, as_json: bool) -> None:
    """List the charts of a system (or of all) and how surely each is known.

    printed: the rulebook or its published chart; derived: forced by its examples or text;
    reconstructed: ours, chosen to agree with all the text says.
    """
    wanted = [system_of(system).id] if system else sorted(SYSTEMS)
    found = {
        ident: dict(provenances(tomllib.loads(SYSTEMS[ident].chart_text()))) for ident in wanted
    }
    if as_json:
        say_json(found)
        return
    for ident, entries in found.items():
        for entry, kind in entries.items():
            click.echo(f"{ident} {entry}: {kind}")


def covered(system: str) -> dict[str, int]:
    """How many rules a system's coverage file has in all, done, open, not applicable and ruled."""
    file = resources.files("engine.systems") / system / "coverage.toml"
    table = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    entries = table.get("rules", table)
    states = [_state(entry) for entry in entries.values()]
    return {
        "rows": len(states),
        "done": states.count("done"),
        "open": states.count(OPEN),
        "not_applicable": states.count(NOT_APPLICABLE),
        "ruled": states.count(RULED),
    }


def _state(entry: object) -> str:
    if isinstance(entry, str):
        return entry.replace("_", "-") if entry.replace("_", "-") == NOT_APPLICABLE else OPEN
    if isinstance(entry, dict):
        if "status" in entry:
            return str(entry["status"]).replace("_", "-")
        keys = {key.replace("_", "-") for key in entry}
        if NOT_APPLICABLE in keys:
            return NOT_APPLICABLE
        return OPEN if OPEN in keys or not entry else "done"
    return "done" if entry else OPEN
