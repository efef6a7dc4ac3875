"""Scenarios of Fire in the East with something wrong in an entry: refused with the entry and what
is allowed, or begun; never an error of the program.
"""

from __future__ import annotations

import json
import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from shutil import copyfile

import pytest
from click.testing import CliRunner

from engine.cli import main
from engine.core.system import Scenario
from engine.game.session import GameSession
from engine.scenarios import HEAD, build_scenario, load_scenario, scenarios, source
from engine.scenarios.extending import OWN, whole_text
from maps.errors import KnownError
from maps.untyped import Json

EAST = [info.id for info in scenarios() if info.system == "fire_in_the_east"]
OTHERS = [info.id for info in scenarios() if info.system in ("balkan_front", "boot_camp")]
"""Scenarios of the other titles of Europa, whose entries are judged by the same rooms."""
WRONG = "no such thing"
FREE = {"id", "rule", "group"}
"""Entries that may bear any name."""
FEW = 3
"""So many rows of a list are kept, and so many entries of a table of hexes."""
WHOLE = {"starts_at", "arrivals", "conversions", "guards", "pool", "guns"}
"""Lists that say which units are in play are kept whole."""
Path_ = tuple[str | int, ...]


def few(value: Json, name: str = "") -> Json:
    """A table with few of its rows."""
    if name == "deliveries":
        return [{"turn": 6, "points": 1, "air": ["soviet-hurri-2"]}]
    if name == "units" and isinstance(value, list) and isinstance(value[0], dict):
        return [value[0], *(row for row in value if row["id"] == "soviet-hurri-2")]
    if isinstance(value, dict):
        hexes = all(":" in key for key in value) and len(value) > FEW
        kept = list(value)[:FEW] if hexes else list(value)
        return {key: few(value[key], key) for key in kept}
    if isinstance(value, list) and name not in WHOLE:
        return [few(item) for item in value[:FEW]]
    return value


@cache
def shipped(scenario: str) -> tuple[Scenario, dict[str, Json], frozenset[str]]:
    """A shipped scenario, its table with few rows, and the entries that it writes itself."""
    whole = tomllib.loads(whole_text(source(scenario), scenario, source))
    own = frozenset(tomllib.loads(source(scenario))) - {*HEAD, *OWN}
    return load_scenario(scenario), few(whole), own


def entries(value: Json, path: Path_ = ()) -> Iterator[tuple[Path_, Json]]:
    """Every entry of a table with its path."""
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else ()
    rows = enumerate(value) if isinstance(value, list) else ()
    for key, item in (*inner, *rows):
        yield from entries(item, (*path, key))


def kinds(table: dict[str, Json]) -> Iterator[tuple[Path_, Json]]:
    """One entry of each kind: rows of a list are alike, and so are hexes of a table."""
    seen = set()
    for path, value in entries(table):
        kind = tuple("" if isinstance(key, int) or ":" in key else key for key in path)
        if (kind, type(value)) not in seen:
            seen.add((kind, type(value)))
            yield path, value


def put(value: Json, path: Path_, new: Json) -> Json:
    """A table with another value in an entry."""
    if not path:
        return new
    if isinstance(value, dict):
        return {k: put(v, path[1:], new) if k == path[0] else v for k, v in value.items()}
    return [put(v, path[1:], new) if i == path[0] else v for i, v in enumerate(value)]


def renamed(value: Json, path: Path_) -> Json:
    """A table in which a key has another name."""
    if len(path) > 1:
        return put(value, path[:1], renamed(value[path[0]], path[1:]))
    return {WRONG if key == path[0] else key: item for key, item in value.items()}


def others(value: Json) -> tuple[Json, ...]:
    """What somebody may write instead of a value."""
    if isinstance(value, bool):
        return ("x",)
    if isinstance(value, int):
        return (99, -1, "x", 2**40)
    return ("x", 5, []) if isinstance(value, list) else (5, {}, [])


def inline(value: Json) -> str:
    """A value as TOML on one line, many times faster than by tomlkit."""
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {inline(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    return json.dumps(value, ensure_ascii=False)


@cache
def written(scenario: str) -> dict[str, str]:
    """The entries of the top of a shipped table with few rows as TOML."""
    return {key: inline(value) for key, value in shipped(scenario)[1].items()}


def text_of(scenario: str, table: Json) -> str:
    """A table as TOML, in which most is as it was shipped."""
    old = shipped(scenario)[1]
    known = written(scenario)
    return "\n".join(
        f"{json.dumps(key)} = {known[key] if value is old.get(key) else inline(value)}"
        for key, value in table.items()
    )


def begun(scenario: str, table: Json) -> None:
    """Begin a game of a table, by the loader that games of a stranger's file come through."""
    base = shipped(scenario)[0]
    built = build_scenario(
        scenario,
        text_of(scenario, table),
        game_map=base.map,
        order=base.oob,
        charts=base.charts,
    )
    with GameSession.begin(built) as game:
        game.view()
        rules, state = game.rules, game.state
        rules.due(state, 1, 20), rules.displays(state), rules.figures(state), rules.duties(state)
        rules.phases(state), rules.markers(state), rules.counters(state)


def told(scenario: str, table: Json) -> str:
    """What a table is refused with; '' where its game begins. Any other error fails the test."""
    try:
        begun(scenario, table)
    except KnownError as error:
        return str(error)
    return ""


def named(scenario: str) -> list[tuple[Path_, str]]:
    """The entries of a scenario that name something."""
    _base, table, own = shipped(scenario)
    found = [(path, value) for path, value in kinds(table) if path[0] in own]
    return [(path, value) for path, value in found if isinstance(value, str)]


@pytest.mark.parametrize("scenario", EAST)
def test_few_rows_of_a_scenario_begin_as_it_does(scenario: str) -> None:
    assert told(scenario, shipped(scenario)[1]) == ""


@pytest.mark.parametrize("scenario", EAST)
def test_a_name_that_nothing_bears_is_refused_with_its_entry_and_what_is_allowed(
    scenario: str,
) -> None:
    table = shipped(scenario)[1]
    free = table
    for path, _value in named(scenario):
        if path[-1] in FREE or (path[0] == "deliveries" and "air" not in table):
            free = put(free, path, WRONG)
            continue
        said = told(scenario, put(table, path, WRONG))
        assert repr(WRONG) in said, path
        where, _, what = said.partition(WRONG)
        keys = [key.rstrip("s") for key in path if isinstance(key, str)]
        assert scenario in where and any(key in where.lower() for key in keys), (path, said)
        assert "should be one of" in where or what.strip(".' "), (path, said)
    assert free is table or told(scenario, free) == "", "what is free may bear any name"


@pytest.mark.parametrize("scenario", EAST)
def test_a_table_is_refused_whose_key_names_nothing(scenario: str) -> None:
    _base, table, own = shipped(scenario)
    for path, _value in kinds(table):
        if path[0] in own and isinstance(path[-1], str):
            said = told(scenario, renamed(table, path))
            assert WRONG in said and scenario in said, path


@pytest.mark.parametrize(
    ("scenario", "right", "wrong", "entry"),
    [
        ("typhoon", "1B:0301", "9Z:0301", "opening, axis"),
        ("typhoon", "german-1-infantry-xx", "german-no-infantry-xx", "the opening in"),
        ("army_group_north", "2A:0931", "2A:9999", "objectives, Leningrad"),
        ("army_group_north", "Northern front", "Southern front", "field"),
    ],
)
def test_a_strangers_file_is_refused_by_check_with_file_entry_and_what_is_allowed(
    fresh_campaign: Callable[[str], Path],
    tmp_path: Path,
    scenario: str,
    right: str,
    wrong: str,
    entry: str,
) -> None:
    path = copyfile(fresh_campaign(f"fire_in_the_east/{scenario}"), tmp_path / "stranger.sandtable")
    with closing(sqlite3.connect(path)) as file, file:
        (text,) = file.execute("SELECT source FROM scenario").fetchone()
        assert f'"{right}"' in text
        file.execute("UPDATE scenario SET source = ?", (text.replace(right, wrong, 1),))
    told = CliRunner().invoke(main, ["check", str(path)])
    assert told.exit_code == 2, told.output
    assert "stranger.sandtable" in told.output and entry in told.output
    assert repr(wrong) in told.output and "Traceback" not in told.output


@pytest.mark.parametrize(
    ("scenario", "entry", "cell"),
    [("campaign", "deliveries", "points"), ("barbarossa_air", "air", "count")],
)
def test_a_number_that_would_fill_the_memory_is_refused(
    scenario: str, entry: str, cell: str
) -> None:
    ident = f"fire_in_the_east/{scenario}"
    table = shipped(ident)[1]
    path: Path_ = (entry, 0, cell) if entry == "deliveries" else (entry, "units", 0, cell)
    value = put(table, path[:-1], {**at(table, path[:-1]), cell: 2**40})
    assert "should be" in told(ident, value)


def at(value: Json, path: Path_) -> Json:
    """The entry of a path."""
    return at(value[path[0]], path[1:]) if path else value


@pytest.mark.soak
@pytest.mark.parametrize("scenario", [*EAST, *OTHERS])
def test_no_value_of_any_entry_ends_in_an_error_of_the_program(scenario: str) -> None:
    _base, table, own = shipped(scenario)
    for path, value in kinds(table):
        if path[0] in own:
            for other in others(value):
                told(scenario, put(table, path, other))
