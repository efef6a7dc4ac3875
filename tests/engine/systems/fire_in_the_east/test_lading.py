"""Resource points by the naval transport of the Axis, and those that units carry (FE-28C2)."""

from __future__ import annotations

from pathlib import Path

from engine.core.handler import Transition
from engine.game.ask.games import begin_laid_out, position_of
from engine.game.ask.reading import read_text
from engine.game.ask.table import lay_out
from engine.game.session import GameSession
from engine.rules.naval.voyages import Ship
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.fire_in_the_east import panels
from engine.systems.fire_in_the_east.resources.actions import CarryPoints, RailPoints
from engine.systems.fire_in_the_east.sea.actions import (
    Embark,
    KeepPoints,
    LoadPoints,
    ShipPoints,
)
from engine.systems.fire_in_the_east.sea.shipping import lading, supplying
from engine.systems.fire_in_the_east.state.records import Stock
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, FOOT
from tests.engine.systems.fire_in_the_east.eastern_sea import MARAT, RIGA, TALLINN, WholeSea

DANZIG, MEMEL, CONSTANTA, QUAY = "1B:2533", "1B:2126", "3B:3419", "5B:0608"
BOX, LOT = "german_ports", "Axis, Jul I 41"
MARINES = UnitId("soviet-4-marine-x-nvl")
SCENARIO = "fire_in_the_east/campaign_sea"
POSITION = """
turn = 3
side = "axis"
phase = "movement"
weather = "clear"
only = true
units = { german-1-infantry-xx = "1B:3333" }
"""


def piled(points: int = 5, at: str = DANZIG, side: str = AXIS, **more: int) -> WholeSea:
    """An Axis movement phase with resource points in a port."""
    game = WholeSea(turn=3, side=side)
    game.having(resources={game.at(at): Stock(side, points, **more)})
    return game.phase(Moving, side)


def from_danzig(game: WholeSea, to: str, amount: int) -> ShipPoints:
    return ShipPoints(game.at(DANZIG), BOX if to == BOX else game.at(to), amount)


def amount(game: WholeSea, at: str) -> int:
    """The resource points in a hex."""
    found = game.state.resources.get(game.at(at))
    return found.amount if found is not None else 0


def test_points_sail_from_port_to_port_each_for_a_re() -> None:
    """[FE-28C2.5] Four in a player turn, which both ports handle."""
    game = piled()
    assert from_danzig(game, MEMEL, 4) in list(game.legal)
    assert from_danzig(game, MEMEL, 5) not in list(game.legal)
    assert game.objections(from_danzig(game, MEMEL, 5)) == ["FE-28C2.5"]
    game.do(from_danzig(game, MEMEL, 3))
    assert (amount(game, DANZIG), amount(game, MEMEL)) == (2, 3)
    assert supplying.transport_left(game.pos) == HALF
    assert game.told("points shipped")[0]["amount"] == 3
    assert game.objections(from_danzig(game, MEMEL, 2)) == ["FE-28C2.5"]
    game.do(from_danzig(game, MEMEL, 1))
    assert not any(isinstance(action, ShipPoints) for action in game.legal)


def test_units_and_points_share_the_transport() -> None:
    """[FE-28C2.5] A division takes three REs of the four."""
    game = piled().put(DANZIG, FOOT)
    game.do(Ship(UnitId(FOOT), game.at(MEMEL)))
    assert game.objections(from_danzig(game, MEMEL, 2)) == ["FE-28C2.5"]
    game.do(from_danzig(game, MEMEL, 1))


def test_a_port_handles_no_more_points_than_it_can() -> None:
    """[FE-28C1.1] What units and supplies have taken of it is gone."""
    game = piled()
    full = {f"port {MEMEL}": 7 * HALF}
    game.having(used=full)
    assert game.objections(from_danzig(game, MEMEL, 2)) == ["FE-28C1.1"]
    game.do(from_danzig(game, MEMEL, 1))


def test_points_sail_between_ports_of_one_sea_alone() -> None:
    """[FE-28C2.1] Not from inland, nor to the Arctic or the Black Sea, nor more than lie there."""
    game = piled(1)
    for to, rule in ((QUAY, "FE-28C2.1"), (CONSTANTA, "FE-28C2.5"), ("1B:3333", "FE-28C2.1")):
        assert game.objections(from_danzig(game, to, 1)) == [rule], to
    assert game.objections(from_danzig(game, MEMEL, 2)) == ["FE-28C2.1"]
    assert game.objections(ShipPoints(game.at(MEMEL), game.at(DANZIG), 1)) == ["FE-28C2.1"]


def test_points_reach_the_arctic_by_the_ports_off_the_map_in_two_turns() -> None:
    """[FE-28C2.6] What has come there waits for a later turn."""
    game = piled()
    game.do(from_danzig(game, BOX, 4))
    assert (game.state.fleet.kept, game.state.fleet.just_in, amount(game, DANZIG)) == (4, 4, 1)
    game.having(used={})
    on = ShipPoints(BOX, game.at(QUAY), 4)
    assert game.objections(on) == ["FE-28C2.6"] and on not in list(game.legal)
    game.phase(Initial, AXIS)
    turn = _opened(game)
    assert on in list(turn.legal)
    turn.do(on)
    assert (turn.state.fleet.kept, amount(turn, QUAY)) == (0, 4)


def _opened(game: WholeSea) -> WholeSea:
    """The movement phase of the next Axis player turn."""
    work = Transition(game.state)
    lading.open_turn(work, ALLIED)
    assert work.state.fleet.just_in, "the enemy's turn changes nothing"
    lading.open_turn(work, AXIS)
    game.take(work.state)
    return game.phase(Moving, AXIS)


def test_points_go_by_rail_before_and_after_but_not_those_of_strategic_movement() -> None:
    """[FE-28C2.1] What came far by rail stays for the turn."""
    game = piled(2, MEMEL, railed=2)
    assert not any(isinstance(one, RailPoints) for one in game.legal)
    game.do(ShipPoints(game.at(MEMEL), game.at(DANZIG), 2))
    assert any(isinstance(one, RailPoints) for one in game.legal)
    fixed = piled(2, fixed=2)
    assert fixed.objections(from_danzig(fixed, MEMEL, 1)) == ["FE-28C2.1"]
    assert lading.waiting(fixed.pos, fixed.at(DANZIG)) == 0


def test_soviet_points_sail_aboard_ships_and_not_those_of_strategic_movement() -> None:
    """[FE-28C2.2] [FE-12F.5] Whoever came far by rail does nothing else."""
    game = piled(2, TALLINN, ALLIED).moor(TALLINN, MARAT)
    assert game.objections(ShipPoints(game.at(TALLINN), game.at(RIGA), 1)) == ["FE-28C2.2"]
    game.do(LoadPoints(MARAT, 2))
    fixed = piled(2, TALLINN, ALLIED, fixed=1).moor(TALLINN, MARAT)
    assert fixed.objections(LoadPoints(MARAT, 2)) == ["FE-28C2.1"]
    fixed.do(LoadPoints(MARAT, 1))


def test_who_carries_points_puts_them_down_before_he_sails() -> None:
    """[FE-28C2.1] Points take REs of their own; who is aboard takes up none."""
    game, unit = piled().put(DANZIG, FOOT), UnitId(FOOT)
    game.do(CarryPoints(unit, 3))
    assert game.objections(Ship(unit, game.at(MEMEL))) == ["FE-28C2.1"]
    assert Ship(unit, game.at(MEMEL)) not in list(game.legal)
    game.do(CarryPoints(unit, 0), Ship(unit, game.at(MEMEL)))
    assert (amount(game, DANZIG), amount(game, MEMEL)) == (5, 0)
    reds = piled(2, TALLINN, ALLIED).put(TALLINN, MARINES).moor(TALLINN, MARAT)
    reds.do(Embark(MARINES, MARAT))
    assert reds.objections(CarryPoints(MARINES, 1)) == ["FE-28C2.1"]
    assert CarryPoints(MARINES, 1) not in list(reds.legal)


def test_points_that_come_may_be_kept_off_the_map() -> None:
    """[FE-34A1.1] Those of the west edge; they sail in the same player turn."""
    game = WholeSea(turn=2, side=AXIS).having(unplaced={LOT: 10})
    game.phase(Initial, AXIS)
    assert KeepPoints(LOT, 10) in list(game.legal)
    assert game.objections(KeepPoints(LOT, 11)) == ["FE-34A1.1"]
    assert game.objections(KeepPoints("no lot", 1)) == ["FE-34A.1"]
    game.do(KeepPoints(LOT, 5), KeepPoints(LOT, 5))
    assert game.state.unplaced == {} and game.state.fleet.kept == 10
    game.phase(Moving, AXIS)
    game.do(ShipPoints(BOX, game.at(QUAY), 4))
    assert amount(game, QUAY) == 4


def test_soviet_points_are_not_kept_off_the_map() -> None:
    """[FE-34A1.1]"""
    game = WholeSea(turn=2, side=ALLIED).having(unplaced={"Soviet, Jul I 41": 6})
    game.phase(Initial, ALLIED)
    assert game.objections(KeepPoints("Soviet, Jul I 41", 1)) == ["FE-34A1.1"]
    assert not any(isinstance(action, KeepPoints) for action in game.legal)


def test_displays_show_points_off_the_map_and_where_they_go() -> None:
    """[FE-28C2.6] In the fleet's display, and with the other points."""
    game = piled()
    game.do(from_danzig(game, BOX, 4))
    shown = {panel.id: panel for panel in panels.displays(game.pos)}
    fleet = {row.label: row.value for row in shown["naval:fleet"].rows}
    name = str(game.pos.label(BOX))
    assert fleet[name] == "4 resource points, 4 just come"
    points = {row.label: row.value for row in shown["resources"].rows}
    assert points[name] == "4" and points["Axis"] == "5 points"
    told = game.rules.prose(game.events[0])
    assert told.startswith("4 resource points go by sea from") and name in told


def test_points_off_the_map_come_back_from_a_file_and_from_words(tmp_path: Path) -> None:
    """[FE-28C2.6] A saved game has them, as a position that is told in words has."""
    path, where = tmp_path / "sea.sandtable", f'"{DANZIG}" = "5 resource points"'
    text = POSITION + f'[markers]\n{where}\n{BOX} = "3 resource points"\n'
    begin_laid_out(SCENARIO, read_text(text), path=path).close()
    with GameSession.open(path) as game:
        danzig, quay = (game.scenario.map.parse_label(label) for label in (DANZIG, QUAY))
        game.act(ShipPoints(danzig, BOX, 1))
        game.act(ShipPoints(BOX, quay, 3))
        before = game.state
    with GameSession.open(path) as game:
        assert game.state == before and game.verify() == ()
        fleet = game.state.fleet  # type: ignore[attr-defined]
        assert (fleet.kept, fleet.just_in) == (1, 1)
        told = position_of(game)
    assert f'{BOX} = "1 resource point"' in told
    again = lay_out(SCENARIO, read_text(told))
    assert again.state.fleet.kept == 1  # type: ignore[attr-defined]
