"""Sets of edited charts: only what differs is kept, and text -> set -> text is the identity."""

from __future__ import annotations

import copy
import dataclasses
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.charts import chart_set
from engine.core.charts.chart_set import (
    ChartSet,
    Edit,
    Edited,
    edited_in,
    fingerprint,
    from_text,
    frozen,
    title_of,
    told,
)
from engine.core.charts.schema import (
    Allowed,
    CellKind,
    Path,
    allowed_in,
    tables_of,
    typed,
    value_at,
)
from engine.scenarios import build_scenario, load_scenario, scenarios
from engine.systems import SYSTEMS
from maps.errors import KnownError
from maps.files.toml_text import toml_text
from tests.examples import few

BASES = {name: system.chart_text() for name, system in SYSTEMS.items()}
SHAPES = {name: system.chart_type() for name, system in SYSTEMS.items()}
TABLES = {name: tables_of(text, name) for name, text in BASES.items()}
ALLOWED = {name: allowed_in(SHAPES[name], TABLES[name]) for name in BASES}
GERTRUD = "operation_gertrud"
FRONT = "balkan_front"
FEW = 12
"""The charts of a large game are written and read in half a second."""
ROUGH = ("terrain", "rows", "rough", "cost")


def values(rule: Allowed) -> st.SearchStrategy[Any]:
    one: st.SearchStrategy[Any]
    least, most = rule.range
    match rule.kind:
        case CellKind.WHOLE:
            low = -50 if least is None else least
            one = st.integers(low, low + 60 if most is None else most)
        case CellKind.NUMBER:
            one = st.floats(-50 if least is None else least, 50 if most is None else most)
        case CellKind.YES_NO:
            one = st.booleans()
        case CellKind.CHOICE:
            one = st.sampled_from(rule.choices)
        case _:
            one = st.text(min_size=1).filter(str.strip)
    return st.lists(one, max_size=5).map(tuple) if rule.many else one


@st.composite
def sets(draw: st.DrawFn) -> ChartSet:
    system = draw(st.sampled_from(sorted(BASES)))
    title = draw(st.text(min_size=1, max_size=12).filter(str.strip))
    made = ChartSet(system, title, BASES[system])
    free = [path for path, rule in ALLOWED[system].items() if rule.kind is not CellKind.FIXED]
    for path in draw(st.lists(st.sampled_from(free), max_size=8, unique=True)):
        value = draw(values(ALLOWED[system][path]))
        if value != frozen(value_at(TABLES[system], path)):
            made.cells[path] = Edit(value, draw(st.text(max_size=20)))
    return made


@few(FEW)
@given(sets())
def test_text_and_back(made: ChartSet) -> None:
    text = made.text()
    system = made.system
    back = from_text(text, system, BASES[system], SHAPES[system], "file")
    assert back == made
    assert back.text() == text
    assert tables_of(text, "file") == made.tables()
    assert title_of(text) == made.title
    assert edited_in(text) == {
        path: Edited(frozen(value_at(TABLES[system], path)), edit.note)
        for path, edit in made.cells.items()
    }


@few(FEW)
@given(sets())
def test_what_is_edited_is_read_by_its_system(made: ChartSet) -> None:
    system = made.system
    charts: Any = typed(SHAPES[system], made.text(), "file")
    plain: Any = typed(SHAPES[system], BASES[system], "shipped")
    assert (charts == plain) == (not made.cells)


def test_a_row_with_an_edited_cell_says_so_and_nothing_else_changes() -> None:
    made = ChartSet(GERTRUD, "House tables", BASES[GERTRUD], {ROUGH: Edit(4, "mud")})
    tables, plain = made.tables(), TABLES[GERTRUD]
    assert tables["terrain"]["rows"][1] == {
        "id": "rough",
        "cost": 4,
        "shifts": 1,
        "provenance": "printed",
        "provenance_of": {"cost": "edited", "shifts": "reconstructed"},
    }
    tables["terrain"]["rows"][1] = plain["terrain"]["rows"][1]
    assert tables == plain
    assert made.text().startswith(BASES[GERTRUD].split("rough")[0])


def test_an_unedited_set_is_the_shipped_charts_and_a_head() -> None:
    text = ChartSet(GERTRUD, "Mine", BASES[GERTRUD]).text()
    assert text.startswith(BASES[GERTRUD].rstrip())
    assert "differ" not in told(text) and told(text).startswith("Played with the charts “Mine” (")
    assert told(BASES[GERTRUD]) == "" and title_of(BASES[GERTRUD]) == ""


def read(text: str) -> ChartSet:
    return from_text(text, GERTRUD, BASES[GERTRUD], SHAPES[GERTRUD], "my.toml")


def test_a_file_need_only_say_what_is_otherwise() -> None:
    made = read('[terrain]\ncity_shifts = 2\nrows = [{ id = "rough", cost = 3, shifts = 1 }]\n')
    assert made.cells == {("terrain", "city_shifts"): Edit(2), ROUGH: Edit(3)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[terain]\ncity_shifts = 2", "my.toml, terain: is not in the charts it derives from. Did"),
        ('[terrain]\nrows = [{ id = "rogh", cost = 3 }]', "terrain, rogh: is not in the charts"),
        (
            '[terrain]\nrows = [{ id = "rough", cost = -1 }]',
            "terrain, rough, cost: should be a whole number, 1 or more, not −1.",
        ),
        ("[terrain]\ncity_shifts = true", "city shifts: should be a whole number, -9 to 9, not"),
        ("[raid]\nrows = [{ most = 1 }]", "raid: should have 4 rows, not 1."),
        (
            '[combat]\nrows = [["AE"], [], [], [], [], []]',
            "combat, 1: should be a list of 9 values",
        ),
        ('[objectives]\nlayer = "x"', "objectives, layer: should be what is shipped"),
        ('[chart_set]\nsystem = "chess"', "holds charts of chess, not of operation_gertrud."),
        ("terrain = 3", "terrain: should be a table, not 3."),
        ("[terrain", "my.toml: is not TOML"),
        ("chart_set = 3", "chart_set should be a table."),
    ],
)
def test_a_file_that_does_not_fit_is_refused(text: str, said: str) -> None:
    with pytest.raises(KnownError) as error:
        read(text)
    assert said in str(error.value)


def test_the_log_tells_of_edited_charts() -> None:
    text = ChartSet(GERTRUD, "House tables", BASES[GERTRUD], {ROUGH: Edit(4)}).text()
    assert told(text) == (
        "Played with the charts “House tables”: 1 cell differs from the shipped ones"
        f" (digest {fingerprint(text)})."
    )
    assert tomllib.loads(text)["chart_set"]["cells"] == [
        {"cell": list(ROUGH), "was": 2, "note": ""}
    ]


def test_cells_below_a_table_or_row() -> None:
    cells = {ROUGH: Edit(4), ("terrain", "city_shifts"): Edit(2), ("raid", "large"): Edit(1)}
    made = ChartSet(GERTRUD, "x", BASES[GERTRUD], cells)
    below: list[Path] = made.below(("terrain",))
    assert below == [("terrain", "city_shifts"), ROUGH]
    assert made.below(("terrain", "rows", "rough")) == [ROUGH]
    assert len(made.below(())) == 3


def test_a_text_that_cannot_be_cut_is_written_whole() -> None:
    """A line of a list may look like the head of a chart, and a chart may be told in two places."""
    base = "[a]\nrows = [\n[1, 2],\n[3, 4],\n]\n[b]\nx = 1\n[a.more]\ny = 2 # why\n"
    cells = {("a", "rows", "2", "1"): Edit(9), ("a", "more", "y"): Edit(5), ("b", "x"): Edit(7)}
    made = ChartSet("s", "t", base, cells)
    assert tables_of(made.text(), "t") == made.tables()
    assert made.tables() == {"a": {"rows": [[1, 2], [9, 4]], "more": {"y": 5}}, "b": {"x": 7}}
    assert "# why" in made.text()


def test_an_edited_cell_that_is_known_apart_is_edited_apart() -> None:
    shifts = ("terrain", "rows", "rough", "shifts")
    made = ChartSet(GERTRUD, "House tables", BASES[GERTRUD], {shifts: Edit(2, "")})
    row = made.tables()["terrain"]["rows"][1]
    assert (row["provenance"], row["provenance_of"]) == ("printed", {"shifts": "edited"})


def test_charts_of_an_earlier_sandtable_are_completed_from_the_shipped_ones() -> None:
    old = BASES[GERTRUD].split("[missions]")[0].replace("rail_factor = 3", "rail_factor = 2")
    with pytest.raises(KnownError, match="missions"):
        typed(SHAPES[GERTRUD], old, "old")
    charts: Any = typed(SHAPES[GERTRUD], old, "old", shipped=BASES[GERTRUD])
    assert charts.movement.rail_factor == 2 and charts.missions.success_to == 2


def needed(shape: Any) -> set[str]:
    """The tables that charts may not leave out."""
    return {
        item.name
        for item in dataclasses.fields(shape)
        if item.default is item.default_factory is dataclasses.MISSING
    }


@pytest.mark.parametrize("system", sorted(SYSTEMS.keys() - {"by_hand"}))
def test_charts_kept_before_a_table_of_theirs_existed_are_read_as_shipped(system: str) -> None:
    """Whichever tables are missing, every second one here.

    Charts of games played by hand are their owner's: there are none to complete them from.
    """
    whole = load_scenario(next(info.id for info in scenarios() if info.system == system))
    for odd in (0, 1):
        rest = dict(list(TABLES[system].items())[odd::2])
        old = toml_text(rest)
        if needed(SHAPES[system]) - rest.keys():
            with pytest.raises(KnownError):
                typed(SHAPES[system], old, "old")
        kept = build_scenario(
            whole.id, whole.source, game_map=whole.map, order=whole.oob, charts=old
        )
        assert kept.data == whole.data


def test_cells_of_an_earlier_sandtable_are_read_under_their_names_of_today() -> None:
    text = BASES[FRONT].replace("mobile_less = 1", "deft_less = 2")
    text = text.replace("mobile_nations =", "deft =")
    assert "deft_less" in text and "mobile_nations" not in text
    made = from_text(text, FRONT, BASES[FRONT], SHAPES[FRONT], "t")
    assert made.cells == {("movement", "mobile_less"): Edit(2)}


def test_rows_and_cells_of_an_earlier_sandtable_are_completed_by_their_ids() -> None:
    front = "balkan_front"
    old = copy.deepcopy(TABLES[front])
    victory = old["victory"]
    victory["awards"] = [row for row in victory["awards"] if row["id"] != "capital held"]
    victory["awards"][0]["points"] = 7
    del victory["losses"][0]["per_re"]
    charts: Any = typed(SHAPES[front], toml_text(old), "old", shipped=BASES[front])
    points = {row.id: row.points for row in charts.victory.awards}
    assert points["capital captured"] == 7 and points["capital held"] == 5
    assert charts.victory.losses[0].per_re == 5


def test_cells_by_weather_of_an_earlier_sandtable_keep_their_values() -> None:
    front = "balkan_front"
    old = copy.deepcopy(TABLES[front])
    woods = next(row for row in old["terrain_costs"]["rows"] if row["id"] == "woods")
    for mobility in ("heavy", "other", "mountain"):
        cells = woods.pop(mobility)
        for kind, name in (("clear", "clear"), ("poor", "poor"), ("winter", "snow")):
            woods[f"{mobility}_{name}"] = cells[kind]
    woods["heavy_poor"] = 5
    old["movement"]["snow"] = "costs"
    old["effects"]["poor_weather"] = old["effects"].pop("weather")["poor"] - 1
    old["construction"]["poor"] = old["construction"].pop("weather")["poor"] + 1
    del old["weather"]["kinds"], old["weather"]["results"]
    charts: Any = typed(SHAPES[front], toml_text(old), "old", shipped=BASES[front])
    assert charts.terrain_costs.row("woods").heavy == {"clear": 2, "poor": 5, "winter": 4}
    assert charts.effects.weather == {"clear": 0, "poor": -2}
    assert charts.construction.weather == {"clear": 1, "poor": 3}


def test_a_saved_set_opens_after_the_words_of_a_shipped_chart_have_changed() -> None:
    """Nobody may edit them, so that they are those of the charts it was made of."""
    front = "balkan_front"
    text = "A capital neither captured nor left"
    assert text in BASES[front]
    points = ("victory", "awards", "capital held", "points")
    then = BASES[front].replace(text, "Athenai never taken")
    saved = ChartSet(front, "House tables", then, {points: Edit(6, "dearer")}).text()
    made = from_text(saved, front, BASES[front], SHAPES[front], "old")
    assert made.cells == {points: Edit(6, "dearer")}
    with pytest.raises(KnownError, match="capital held, text"):
        from_text(then, front, BASES[front], SHAPES[front], "by hand")


def test_a_provenance_of_no_cell_is_refused() -> None:
    text = BASES[GERTRUD].replace("provenance_of = { road_cost", "provenance_of = { lane_cost")
    with pytest.raises(KnownError, match="'lane_cost' is no cell"):
        typed(SHAPES[GERTRUD], text, "wrong")


@pytest.mark.parametrize(
    "path", [("12/13", "rows", "rough", "cost"), ("terrain", "rows", "x", "y")]
)
def test_an_edit_of_a_cell_that_is_not_there_is_told(path: Path) -> None:
    text = BASES[GERTRUD]
    charts = ChartSet("Mine", GERTRUD, text, {path: Edit(4)})
    with pytest.raises(KnownError, match="is no cell of the charts"):
        charts.tables()


def test_a_bug_of_ours_is_no_cell_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_value: object) -> object:
        raise ValueError("ours")

    made = ChartSet(
        GERTRUD, "Mine", BASES[GERTRUD], {("terrain", "rows", "rough", "cost"): Edit(4)}
    )
    text = made.text()
    monkeypatch.setattr(chart_set, "_toml", broken)
    with pytest.raises(ValueError, match=r"^ours$"):
        made.tables()
    with pytest.raises(ValueError, match=r"^ours$"):
        chart_set.base_of(text)


def test_a_text_that_is_no_toml_has_no_base() -> None:
    with pytest.raises(KnownError, match="is not TOML"):
        chart_set.base_of("[a]\nb = 1\nb = 2\n")
