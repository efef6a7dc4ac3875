"""Facts looked up on a small board: each kind holds where it should and misses where it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.checking.facts.judging import judged, problem_of, tally, verdict
from maps.checking.facts.tables import Fact, FactKind, FactTable, beside_of, facts_for, read_facts
from maps.checking.problems import Flaw, Severity
from maps.edits.blank import blank_map, generic_legend
from maps.errors import KnownError
from maps.hexgrid import Hex, line, link, side_between
from maps.layout import Orientation
from maps.model import GameMap, Place
from maps.numbering import LabelScheme

WEST, TOWN, OVER = Hex(1, 3), Hex(3, 3), Hex(5, 3)


def world() -> GameMap:
    """A plain with a river that runs south past the east of a town, and the sea beyond a coast.

    Over the river lies another town; a railroad joins the town with a village in the west.
    """
    legend = generic_legend()
    board = blank_map("Plain", Orientation.POINTY, 9, 8, LabelScheme(), legend, "clear")
    board.id = "plain"
    board.notes["km per hex"] = "10"
    for at in list(board.terrain):
        for near in at.neighbours():
            x, y = at.q + at.r / 2, near.q + near.r / 2
            if near in board and min(x, y) < 5.2 < max(x, y):
                board.hexsides[side_between(at, near)] = frozenset(["river"])
    for a, b in zip(line(WEST, TOWN), line(WEST, TOWN)[1:], strict=False):
        board.lines[link(a, b)] = frozenset(["rail"])
    board.terrain[Hex(0, 3)] = "sea"
    board.terrain[WEST.neighbour(1)] = "swamp"
    for key, name, kind, at, tags, modern in (
        ("west", "Westerby", "town", WEST, ("port",), "Vester, Occidens"),
        ("town", "Midde", "city", TOWN, (), ""),
        ("over", "Über", "town", OVER, (), ""),
    ):
        board.places[key] = Place(key, name, kind, at, frozenset(tags), modern)
    board.regions["country"] = {
        "West": frozenset(at for at in board.terrain if at.q + at.r / 2 < 5.2),
        "East": frozenset(at for at in board.terrain if at.q + at.r / 2 > 5.2),
    }
    return board


def holds(kind: str, what: str, expected: str) -> bool:
    board = world()
    table = FactTable("t", "plain", sources={"s": "S"}, groups={"wet": ("swamp", "sea")})
    return verdict(board, table, Fact(FactKind(kind), what, expected, "s")).holds


@pytest.mark.parametrize(
    ("kind", "what", "right", "wrong"),
    [
        ("place", "Midde", "city", "town"),
        ("terrain", "Midde", "clear or woods", "woods"),
        ("terrain", "Uber", "clear", "wet"),
        ("region", "Midde", "country: West", "country: East"),
        ("coast", "Westerby", "yes", "no"),
        ("coast", "Midde", "no", "yes"),
        ("lake", "Midde", "no", "yes"),
        ("port", "Westerby", "port", "none"),
        ("port", "Midde", "none", "port"),
        ("name", "occidens", "Westerby", "Midde"),
        ("bank", "Midde", "W of river", "E of river"),
        ("bank", "Über", "E of river", "W of river"),
        ("bank", "Midde", "W of river or canal", "N of canal"),
        ("between", "Midde > Über", "river", "no river"),
        ("between", "Westerby > Midde", "no river", "river"),
        ("frontier", "Midde > Über", "country", "zone"),
        ("adjacent", "Midde > Über", "no", "yes"),
        ("distance", "Midde > Über", "20 km", "50 km"),
        ("distance", "Midde > Westerby", "2 hexes", "3 hexes"),
        ("line", "Westerby > Vester > Midde", "rail", "road"),
        ("lines", "Midde", "1 of rail or road", "2 of rail or road"),
    ],
)
def test_a_fact_holds_or_does_not(kind: str, what: str, right: str, wrong: str) -> None:
    assert holds(kind, what, right)
    assert not holds(kind, what, wrong)


def test_hexes_are_named_by_number_too() -> None:
    board = world()
    label = board.label(TOWN)
    assert holds("hex", "Midde", label)
    assert holds("terrain", f"{label} (the middle)", "clear")
    assert not holds("hex", "Midde", board.label(OVER))
    near = board.label(TOWN.neighbour(0))
    assert holds("adjacent", f"{label} > {near}", "yes")
    assert holds("side", f"{label} > {near}", "none" if side_free(board) else "river")


def side_free(board: GameMap) -> bool:
    return not board.side_kinds(TOWN, TOWN.neighbour(0))


@pytest.mark.parametrize(
    ("kind", "what", "expected", "found"),
    [
        ("place", "Nowhere", "city", "no place is called Nowhere"),
        ("bank", "Midde", "left", "a bank is worded"),
        ("distance", "Midde > Über", "far", "a distance is worded"),
        ("lines", "Midde", "many of rail", "lines are worded"),
        ("line", "Midde", "rail", "at least 2 names are wanted"),
    ],
)
def test_a_fact_that_cannot_be_looked_up_says_why(
    kind: str, what: str, expected: str, found: str
) -> None:
    table = FactTable("t", "plain", sources={"s": "S"})
    one = verdict(world(), table, Fact(FactKind(kind), what, expected, "s"))
    assert not one.holds
    assert found in one.found


def test_two_rivers_past_one_hex_are_judged_apart() -> None:
    board = world()
    table = FactTable("t", "plain", sources={"s": "S"})

    def banks() -> list[str]:
        facts = [Fact(FactKind.BANK, "Midde", f"{wind} of river", "s") for wind in "NESW"]
        return [fact.expected[0] for fact in facts if verdict(board, table, fact).holds]

    assert banks() == ["W"]
    board.hexsides[side_between(TOWN, TOWN.neighbour(3))] = frozenset(["river"])
    assert banks() == ["E", "W"]


def test_a_river_a_hex_away_counts_where_nothing_is_between() -> None:
    board = world()
    for near in TOWN.neighbours():
        board.hexsides.pop(side_between(TOWN, near), None)
    fact = Fact(FactKind.BANK, "Midde", "W of river", "s")
    table = FactTable("t", "plain", sources={"s": "S"})
    assert verdict(board, table, fact).holds
    board.hexsides.clear()
    assert verdict(board, table, fact).found == "no river is near"


def test_a_miss_is_a_warning_unless_it_is_explained() -> None:
    board = world()
    facts = (
        Fact(FactKind.PLACE, "Midde", "city", "s"),
        Fact(FactKind.PLACE, "Midde", "town", "s"),
        Fact(FactKind.PLACE, "Midde", "village", "s", why="It is small."),
    )
    table = FactTable("mine.facts.toml", "plain", facts, {"s": "The atlas"})
    verdicts = list(judged(board, table))
    problems = [problem_of(board, table, one) for one in verdicts]
    (problem,) = [one for one in problems if one is not None]
    assert (problem.severity, problem.flaw, problem.hex) == (Severity.WARNING, Flaw.FACT, TOWN)
    assert "town" in problem.what and "city" in problem.what and "The atlas" in problem.fix
    assert str(tally(verdicts)) == "1 of 3 facts are right (33.3 %), 1 explained, 1 missed"


GOOD = """
format = 1
board = "plain"
facts = [
  { kind = "terrain", what = "Midde", expected = "low", source = "atlas" },
]
[sources]
atlas = "The atlas"
[groups]
low = ["clear", "swamp"]
"""


def test_a_table_is_found_beside_its_file(tmp_path: Path) -> None:
    file = tmp_path / "war.sandtable"
    beside_of(file).write_text(GOOD, encoding="utf-8")
    (table,) = facts_for("plain", file)
    assert [one.holds for one in judged(world(), table)] == [True]
    assert facts_for("other", file) == []
    assert facts_for("plain") == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format = 1", "format = 2", "format"),
        ('kind = "terrain"', 'kind = "terain"', "terrain"),
        ('source = "atlas"', 'source = "map"', "[sources]"),
        ('expected = "low"', 'expected = ""', "expected"),
        ('expected = "low"', "expected = 3", "expected"),
        ('board = "plain"', "", "board"),
        ("facts = [", "fact = [", "facts"),
        ('low = ["clear", "swamp"]', 'low = "clear"', "low"),
        ('  { kind = "terrain"', '  "x", { kind = "terrain"', "no table"),
        ('atlas = "The atlas"', "atlas = 7", "atlas"),
    ],
)
def test_a_table_that_is_wrong_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    path = tmp_path / "war.facts.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(KnownError, match=r"war\.facts\.toml") as refusal:
        read_facts(path)
    assert told in str(refusal.value)


def test_kilometres_are_measured_by_the_scale_the_board_is_laid_at() -> None:
    board = world()
    table = FactTable("t", "plain", sources={"s": "S"}, groups={})
    far = Fact(FactKind("distance"), "Midde > Über", "200 km", "s")
    board.notes = {"miles per hex": "160", "km per hex": "100"}
    assert verdict(board, table, far).holds
    board.notes = {"miles per hex": "160"}
    assert not verdict(board, table, far).holds
