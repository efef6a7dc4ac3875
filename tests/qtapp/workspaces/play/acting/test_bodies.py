"""Units by army and by sector of the front, and who is next."""

from __future__ import annotations

from collections.abc import Generator

from engine.scenarios import load_scenario
from maps.hexgrid import Hex, disk, distance
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.acting.bodies import (
    APART,
    BEHIND,
    SHORT,
    Body,
    armies_of,
    army_of,
    by_army,
    by_sector,
    next_in_army,
    sectors_of,
)
from tests.qtapp.conftest import Opener
from tests.qtapp.workspaces.play.laid import laid_out

FRONT = "balkan_front/italo_greek_war"
JULIA, FERRARA = UnitId("italian-3-julia"), UnitId("italian-23-ferrara")
BARI, PIEMONTE = UnitId("italian-47-bari"), UnitId("italian-29-piemonte")
UNITS = {
    JULIA: "14A:4618", FERRARA: "14A:4518", PIEMONTE: "14A:3920", BARI: "14A:3528",
    UnitId("greek-8-mountain"): "14A:4718",
}  # fmt: skip
POSITION = {"turn": 3, "side": "axis", "phase": "movement", "weather": "clear", "only": True}


def through(pieces: Generator[None, None, tuple[Body, ...]]) -> dict[str, Body]:
    """All bodies by title, worked out to the end."""
    while True:
        try:
            next(pieces)
        except StopIteration as done:
            found: tuple[Body, ...] = done.value
            return {body.title: body for body in found}


def laid(opened: Opener) -> MainWindow:
    """Three Italian divisions in Albania, one of another army in Italy."""
    return laid_out(opened, FRONT, {**POSITION, "units": UNITS})


def test_an_army_is_named_apart_from_others_of_its_name() -> None:
    order = load_scenario("fire_in_the_east/barbarossa").oob
    armies = armies_of(order)
    found = {army.title for army in armies.values()}
    assert {"18th Army", "4th Panzer Group", "Reserves, Army Group North"} <= found
    assert "Reserves" not in found and not [title for title in found if title.isupper()]
    assert {"16th Army", "9th Army"} <= found, "alike on the other side only"
    shorts = {army.short for army in armies.values()}
    assert {"18th Army", "Army Group North", "Kiev Special"} <= shorts
    assert all(len(short) <= SHORT for short in shorts)
    corps = next(u.id for u in order.units.values() if "12th-mechanized" in u.formation)
    assert army_of(order, corps) == armies[corps].title
    assert armies[corps].title.startswith("8th Army")


def test_units_without_a_formation_go_by_their_nation() -> None:
    order = load_scenario("balkan_gambit/1943").oob
    unit = next(iter(order.units))
    nation = order.nations[order.units[unit].nation].name
    assert army_of(order, unit) == f"{nation}, no formation"


def test_armies_say_who_is_on_the_board_and_who_can_still_act(opened: Opener) -> None:
    window = laid(opened)
    bridge = window.bridge
    armies = through(by_army(bridge))
    assert set(armies["Albania Troop Command"].units) == {JULIA, FERRARA, PIEMONTE}
    others = {unit for body in armies.values() for unit in body.units} - {
        JULIA, FERRARA, PIEMONTE,
    }  # fmt: skip
    assert others == {BARI}, "no Greek, and nobody who waits off the board"
    for body in armies.values():
        assert set(body.able) == {unit for unit in body.units if bridge.offers.can_act(unit)}
    assert set(armies["Albania Troop Command"].able) == {JULIA, FERRARA, PIEMONTE}


def test_sectors_are_named_after_places_of_the_front_and_kept_apart(opened: Opener) -> None:
    window = laid(opened)
    bridge = window.bridge
    sectors = sectors_of(bridge)
    middles = [one.middle for one in sectors]
    assert sectors and all(
        distance(one, other) >= APART
        for number, one in enumerate(middles)
        for other in middles[:number]
    )
    sides = [side.id for side in bridge.game.system.sides]
    mine = sides.index("axis")
    for at in middles:
        whose = {bridge.ground.get(near) for near in disk(at, 2)}
        assert mine in whose and len(whose - {None}) > 1
    found = through(by_sector(bridge, sectors))
    assert BARI in found[BEHIND].units
    (near,) = [title for title, body in found.items() if JULIA in body.units]
    assert near.startswith("Front at ") and FERRARA in found[near].units
    assert list(found)[-1] == BEHIND


def test_after_the_last_of_an_army_comes_the_next_army(opened: Opener) -> None:
    window = laid(opened)
    bridge, order = window.bridge, window.play.group.in_order()
    seen: list[UnitId] = []
    now: UnitId | None = JULIA
    for _ in range(2):
        now, said = next_in_army(bridge, order, now)
        assert now is not None and not said
        seen.append(now)
    assert set(seen) == {FERRARA, PIEMONTE}
    now, said = next_in_army(bridge, order, PIEMONTE)
    assert now in {JULIA, FERRARA} and not said, "round and round while one can act"
    for unit in (JULIA, FERRARA, PIEMONTE):
        spend(window, unit)
    now, said = next_in_army(bridge, order, JULIA)
    army = army_of(bridge.game.scenario.oob, BARI)
    assert now == BARI
    assert said == f"Albania Troop Command is done. {army}: 1 unit can still do something."
    spend(window, BARI)
    assert next_in_army(bridge, order, BARI) == (
        None, "None of your units on the board can do anything now.",
    )  # fmt: skip


def spend(window: MainWindow, unit: UnitId) -> None:
    """Move a unit as often as it can go anywhere."""
    bridge = window.bridge
    while bridge.offers.can_act(unit):
        moves = [offer for offer in bridge.offers.of(unit) if isinstance(offer.hex, Hex)]
        bridge.act((moves or bridge.offers.of(unit))[-1].action)
