"""What panels say of a game: what a scenario leaves out, air units and airbases by front."""

from __future__ import annotations

import pytest

from engine.core.view.display import Display
from engine.systems.europa.movement.move_actions import RailMove
from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east import panels
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    FOOT,
    RIFLES,
    North,
    WholeFront,
    rules_of,
)
from tests.engine.systems.fire_in_the_east.eastern_air import (
    BIALYSTOK,
    GERMAN_BASE,
    HE111,
    JU87,
    LAGG,
    LENINGRAD,
    ME109E,
    MINSK,
    RUMANIAN_BASE,
    SM79,
    EastAir,
)
from tests.engine.systems.fire_in_the_east.eastern_sea import WholeSea

EIGHTEENTH, NINTH, ELEVENTH = (
    UnitId("german-1-infantry-xx"),
    UnitId("german-8-infantry-xx"),
    UnitId("german-50-infantry-xx"),
)
"""Units of Army Group North, of Army Group Center, and of the armies in Rumania."""
MEMEL, TRAKAI, IASI = "1B:2224", "1B:3017", "3B:1721"


def gaps(game: North) -> tuple[Display, ...]:
    """The panel of a game, if there is one."""
    return tuple(panel for panel in panels.displays(game.pos) if panel.id == "not_yet")


def test_a_game_of_everything_leaves_nothing_out() -> None:
    """With air and sea nothing is missing, so that there is no such panel."""
    assert gaps(WholeSea()) == ()


def test_a_land_game_goes_without_air_and_sea() -> None:
    """It names both, and the guns that are of no use without air units."""
    (panel,) = gaps(North())
    assert panel.summary == "air, sea"
    assert [row.label for row in panel.rows if row.value] == ["Air war", "Sea and rivers"]
    assert "No position antiaircraft" in {row.label for row in panel.rows}
    (without,) = gaps(EastAir())
    assert [row.label for row in without.rows if row.value] == ["Sea and rivers"]


def lines(game: North, panel: str) -> list[tuple[int, str, str]]:
    """The lines of a panel: how deep, name, value."""
    shown = next(one for one in panels.displays(game.pos) if one.id == panel)
    return [(row.depth, row.label, row.value) for row in shown.rows]


@pytest.mark.parametrize(
    ("side", "line", "found"),
    [
        (ALLIED, "4A:2220", [("Soviet railroads", "87 of 90 REs left")]),
        (
            AXIS,
            "1B:3731",
            [("German railroads", "27 of 30 REs left"), ("Finnish rail net", "10 of 10 REs left")],
        ),
    ],
)
def test_what_is_left_of_rail_capacity_is_told(
    side: str, line: str, found: list[tuple[str, str]]
) -> None:
    """[FE-7A4.1] By net, while units are moved and resource points spent on it."""
    game = WholeFront(3, side).phase(Moving, side)
    unit = UnitId(RIFLES if side == ALLIED else FOOT)
    game.put(line, unit).having(phase="movement", active=side)
    game.do(next(one for one in game.legal.of(unit) if isinstance(one, RailMove)))
    panel = next(one for one in panels.displays(game.pos) if one.id == "rails")
    assert [(row.label, row.value) for row in panel.rows] == found
    assert panel.summary == found[0][1]
    game.having(phase="combat")
    assert not [one for one in panels.displays(game.pos) if one.id == "rails"]


def test_air_units_are_listed_by_front() -> None:
    """Bases of the Axis by the army group whose army is nearest, from north to south; Soviet ones
    by military district; under each its bases, under a base its air units.
    """
    game = EastAir().put(MEMEL, EIGHTEENTH).put(BIALYSTOK, NINTH).put(IASI, ELEVENTH)
    game.station(RUMANIAN_BASE, SM79).station(GERMAN_BASE, HE111)
    game.station(GERMAN_BASE, JU87, operative=False).station("1B:2121", ME109E)
    found = lines(game, "air:axis")
    heads = [(name, value) for depth, name, value in found if depth == 0]
    assert heads[:3] == [
        ("Army Group North", "1 of 1 operative"),
        ("Army Group Center", "1 of 2 operative"),
        ("Rumania", "1 of 1 operative"),
    ]
    center = found.index((0, *heads[1]))
    assert [depth for depth, _, _ in found[center : center + 4]] == [0, 1, 2, 2]
    assert found[center + 1][1] == game.pos.label(game.at(GERMAN_BASE))
    game.station(MINSK, LAGG)
    soviet = lines(game, "air:allied")
    assert soviet[0] == (0, "Western Military District", "1 of 1 operative")


def test_a_base_goes_with_the_army_that_has_come_near() -> None:
    """As armies go on the bases behind them are theirs."""
    game = EastAir().put(MEMEL, EIGHTEENTH).put(BIALYSTOK, NINTH).own(AXIS, MINSK)
    game.station(MINSK, ME109E)
    assert lines(game, "air:axis")[0][1] == "Army Group Center"
    game.put(LENINGRAD, NINTH).put(MINSK, EIGHTEENTH)
    assert lines(game, "air:axis")[0][1] == "Army Group North"


def test_airbases_are_listed_by_front() -> None:
    """Each part of a front says how many it has; a war of no armies lists them as they lie."""
    game = EastAir().put(MEMEL, EIGHTEENTH).put(IASI, ELEVENTH)
    heads = {name: value for depth, name, value in lines(game, "air:bases") if depth == 0}
    assert heads["Soviet: Leningrad Military District"].endswith("airbases")
    assert "Axis: Army Group North" in heads and "Axis: Rumania" in heads
    bare = lines(EastAir(), "air:bases")
    assert all(depth == 0 for depth, name, _ in bare if name.startswith("Axis"))


def test_who_would_come_after_the_last_turn_is_not_listed() -> None:
    """Typhoon ends with Dec II 41, the calendar of the war goes on."""
    rules = rules_of("typhoon")
    panel = next(p for p in rules.displays(rules.begin().state) if p.title == "Reinforcements")
    heads = [row.label for row in panel.rows if not row.units]
    assert "Dec II 41" in heads and not any(head.endswith(" 42") for head in heads)
