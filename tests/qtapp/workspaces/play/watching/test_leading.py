"""The board leads to what is to be decided, where that is out of sight."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from engine.game.ask.games import begin
from engine.game.ask.table import Table
from engine.game.catalogue import choose
from engine.game.session import Dice
from engine.rules.combat.actions import CallOff
from engine.systems.balkan_front.actions import OrderWithdrawal
from engine.systems.europa.state.records import Fighting
from engine.systems.fire_in_the_east.state.records import East
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from tests.engine.systems.balkan_front.politics.test_intervention import in_may
from tests.engine.systems.fire_in_the_east.eastern import WholeFront
from tests.engine.systems.fire_in_the_east.searching_sea import Searching
from tests.engine.systems.fire_in_the_east.test_flotillas import RIVERSIDE, river
from tests.engine.systems.fire_in_the_east.test_lend_lease import MURMANSK
from tests.engine.systems.fire_in_the_east.test_lend_lease import opened as arrived
from tests.engine.systems.fire_in_the_east.test_naval_search import KRIM, ODESSA, SEVASTOPOL
from tests.engine.systems.fire_in_the_east.test_war_effort import Cards
from tests.qtapp.conftest import Opener, click_hex, settle, spot_of
from tests.qtapp.laid_game import shown
from tests.qtapp.leading import lead
from tests.qtapp.workspaces.play.laid import Hands, laid_out

MANY = 1_000
"""More than there are ships and ports."""


def is_in_view(window: MainWindow, at: Hex) -> bool:
    return window.view.viewport().rect().contains(spot_of(window, at))


def test_a_battle_is_in_view_although_no_hex_is_named(opened: Opener, tmp_path: Path) -> None:
    path = lead(
        tmp_path / "fire.sandtable",
        "balkan_gambit/1943",
        lambda game: game.view().prompt.startswith("Defensive fire"),
    )
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    window.view.zoom_by(6)
    window.files.open(path)
    settle()
    view = window.bridge.view
    assert view.where is not None and is_in_view(window, view.where)
    assert window.bridge.game.scenario.map.label(view.where) not in view.prompt


def test_the_port_of_a_convoy_is_in_view_and_all_ports_are_lit(opened: Opener) -> None:
    game = arrived(WholeFront(turn=8, side="allied"))
    window = shown(opened, game)  # type: ignore[arg-type]
    lit = window.view.board.overlays
    ports = window.bridge.offers.between()
    assert game.at(MURMANSK) in ports and is_in_view(window, ports[0])
    assert {*ports} <= {*lit.selected, *lit.marks, *lit.targets}
    first = window.decision.buttons()[1]
    QApplication.sendEvent(first, QEnterEvent(*[first.rect().center().toPointF()] * 3))
    settle()
    assert window.play.pointed_at is not None and window.play.pointed_at.hex == ports[1]
    QApplication.sendEvent(first, QEvent(QEvent.Type.Leave))
    assert window.play.pointed_at is None


def test_all_ports_are_lit_while_ships_choose_theirs(opened: Opener) -> None:
    """More than there are buttons for; and still when one has chosen."""
    window = opened("fire_in_the_east/army_group_north_sea")
    bridge, view = window.bridge, window.view
    settle()
    assert not view.board.overlays.marks, "units are to be placed first"
    while not any(family.name == "moor ship" for family in bridge.view.legal.families):
        assert bridge.act(choose(bridge.game))
    settle()
    ports = {one.hex for one in bridge.offers.everything(MANY) if not one.closing}
    assert len(ports) > 10 and {*view.board.overlays.marks} == ports
    assert sum(is_in_view(window, at) for at in ports if at is not None) > 5
    offer = next(bridge.offers.everything(1))
    assert offer.hex in ports and not offer.closing and bridge.act(offer.action)
    settle()
    assert len(view.board.overlays.marks) == len(ports)
    bridge.act(choose(bridge.game))
    settle()
    assert not view.board.overlays.marks


def test_what_may_be_done_besides_leads_nowhere(opened: Opener) -> None:
    """Ports that take supplies in a phase that is about the whole front."""
    begun = {"side": "axis", "turn": 1, "phase": "initial"}
    window = laid_out(opened, "fire_in_the_east/army_group_north_sea", begun)
    offers, overlays = window.bridge.offers, window.view.board.overlays
    assert {one.title for one in offers.everything(1) if not one.closing} == {
        "Carry supplies by sea"
    }
    assert not offers.between() and not overlays.marks


def test_ships_that_are_hunted_are_in_view(opened: Opener) -> None:
    game = Searching().moor(SEVASTOPOL, KRIM)
    game.search(game.between()).do(game.voyage(KRIM, ODESSA)).answered()
    window = shown(opened, game)
    assert is_in_view(window, game.hunt.at)
    assert {*window.view.board.overlays.marks} == {game.hunt.at}, "it is lit, too"
    assert "to bomb it" in window.bridge.view.prompt


def test_the_board_stays_at_the_sector_where_one_fights(opened: Opener) -> None:
    """Although what can be attacked besides lies far off and does not fit into the view."""
    game = WholeFront(turn=2)
    fronts = [("1B:3509", "1B:3508"), ("3B:1310", "3B:1309"), ("3B:2301", "3B:2201")]
    for number, (ours, theirs) in enumerate(fronts):
        game.put(ours, f"german-{(1, 11, 21)[number]}-infantry-xx")
        game.put(theirs, f"soviet-{(5, 33, 188)[number]}-rifle-xx")
    window = shown(opened, game.phase(Fighting, "axis"))
    bridge, view = window.bridge, window.view
    targets = {one.hex for one in bridge.offers.everything(MANY) if not one.closing}
    assert len(targets) == len(fronts)
    view.zoom_by(4)
    here, *far = (game.at(theirs) for _ours, theirs in fronts)
    for begin_at in (here, far[0]):
        view.go_to(begin_at, view.hex_px)
        settle()
        assert not any(is_in_view(window, at) for at in {here, *far} - {begin_at})
        attack = next(a for a in bridge.view.legal.at(begin_at))
        assert bridge.act(attack)
        settle()
        assert is_in_view(window, begin_at)
        assert bridge.act(next(a for a in bridge.view.legal if isinstance(a, CallOff)))
        settle()
        assert is_in_view(window, begin_at)
    view.go_to(game.at("2A:2510"), view.hex_px)
    bridge.undo()
    bridge.undo()
    settle()
    assert any(is_in_view(window, at) for at in (here, *far)), "else one of them is shown"


def test_a_flotilla_is_named_where_its_hex_is_chosen(opened: Opener) -> None:
    game = river("allied")
    window = shown(opened, game)
    click_hex(window, game.at(RIVERSIDE))
    assert any("Flotilla Pinsk" in told.text() for told in window.stack.findChildren(QLabel))


def test_a_card_of_fifty_two_is_given_by_its_number(opened: Opener) -> None:
    game = Cards("")
    start = game.rules.begin().state
    assert isinstance(start, East)
    game.state = start
    window = shown(opened, game)
    page = window.decision.dice
    assert page.number.isVisible() and page.number.maximum() == 52
    page.number.setFocus()
    page.number.selectAll()
    QTest.keyClicks(page.number, "37")
    QTest.mouseClick(page.take, Qt.MouseButton.LeftButton)
    settle()
    assert window.bridge.view.chance is None and not page.isVisible()


def test_the_front_is_in_view_as_play_begins(opened: Opener) -> None:
    """Wherever the last unit was set up."""
    window = opened("fire_in_the_east/army_group_north")
    bridge, view = window.bridge, window.view
    settle()
    view.zoom_by(4)
    corner = min(bridge.game.scenario.map.terrain, key=lambda at: (at.r, at.q))
    view.go_to(corner, view.hex_px)
    while bridge.rules.setting_up(bridge.state):
        assert bridge.act(choose(bridge.game))
        view.go_to(corner, view.hex_px)
        settle()
    px = view.hex_px
    bridge.undo()
    settle()
    view.go_to(corner, view.hex_px)
    front = at_the_front(window)
    assert not any(is_in_view(window, at) for at in front)
    bridge.redo()
    settle()
    assert sum(is_in_view(window, at) for at in front) > 10
    assert view.hex_px == px, "without zooming"
    view.go_to(corner, view.hex_px)
    bridge.act(choose(bridge.game))
    settle()
    assert not any(is_in_view(window, at) for at in front), "only as play begins"


def at_the_front(window: MainWindow) -> list[Hex]:
    """The hexes of units with units of the other side beside them."""
    bridge = window.bridge
    held = {
        counter.at: bridge.rules.owner(bridge.state, counter.unit)
        for counter in bridge.counters
        if isinstance(counter.at, Hex)
    }
    return [
        at for at, side in held.items() if any(held.get(n, side) != side for n in at.neighbours())
    ]


def test_the_bases_an_air_unit_may_escape_to_are_lit_and_it_is_named(opened: Opener) -> None:
    """[BF-17B.4] Though a box is among them, and its enemy is on the move."""
    position = {
        "turn": 3, "side": "axis", "phase": "movement", "weather": "clear", "only": True,
        "units": {"italian-131-centauro": "15B:0712"}, "owners": {"15B:0712": "axis"},
        "markers": {"15B:0911": ["air unit greek-p-24"]},
    }  # fmt: skip
    window = laid_out(opened, "balkan_front/italo_greek_war_air", position, Dice.TYPED)
    hands = Hands(window)
    hands.click("15B:0712")
    hands.click("15B:0811")
    window.bridge.type_die(1)
    settle()
    assert window.bridge.view.prompt == "Greek P.24 escapes: choose where to."
    places = [
        one.action.where() for one in window.bridge.offers.everything(MANY) if not one.closing
    ]
    bases = {at for at in places if isinstance(at, Hex)}
    assert bases and {*window.view.board.overlays.marks} == bases


def test_units_of_which_some_must_be_chosen_are_lit(opened: Opener) -> None:
    """BF-28A2c.3: with the German withdrawal ordered, nothing else can be done."""
    front = in_may(13)
    german = [id_ for id_, unit in front.context.units.items() if unit.nation == "german"]
    whole = [id_ for id_ in german if front.context.facts(id_, 2).halves == 6]
    foot = [id_ for id_ in whole if not front.context.facts(id_, 2).mobile][:11]
    for number, unit in enumerate(foot):
        front.put(("14A:3606", "14A:3607", "14A:3506", "14A:3507")[number % 4], unit)
    front.do(OrderWithdrawal())
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    window.bridge.open(begin(Table(front.rules, front.state), dice=Dice.ASK))
    settle()
    overlays = window.view.board.overlays
    places = {front.at(label) for label in ("14A:3606", "14A:3607", "14A:3506", "14A:3507")}
    assert places <= {*overlays.selected, *overlays.marks, *overlays.targets}
    assert all(is_in_view(window, at) for at in places)


def test_stacks_that_supplies_can_be_dropped_on_are_lit(opened: Opener, tmp_path: Path) -> None:
    """[OG-7.4a]"""
    path = lead(
        tmp_path / "dry.sandtable",
        "operation_gertrud/late_1942",
        lambda game: "drop supplies?" in game.view().prompt,
    )
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    window.files.open(path)
    settle()
    overlays, places = window.view.board.overlays, window.bridge.offers.between()
    assert places and {*places} <= {*overlays.selected, *overlays.marks, *overlays.targets}
