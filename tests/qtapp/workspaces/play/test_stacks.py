"""Stacks and groups at the board: chosen, lit, led over a way, dragged, undone, with few clicks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.game.session import Dice
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.overruns import Overrunning
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.board.hints import hex_hint
from qtapp.painters.overlays.carried import FORBIDDEN, plate_width
from tests.qtapp.conftest import Opener, drag, move_mouse, press_key, settle, spot_of
from tests.qtapp.hands import by_menu, choose_from_menu, click_row
from tests.qtapp.menus import ask, entries
from tests.qtapp.workspaces.play.laid import CTRL, LEFT, SHIFT, Hands, laid_out

GERTRUD, FRONT = "operation_gertrud/late_1942", "balkan_front/italo_greek_war"
PANZERS = (UnitId("german-8-pz"), UnitId("german-14-pz"), UnitId("german-16-mot"))
MOUNTAIN = UnitId("german-1-mtn")
MARCH = {
    "side": "german",
    "turn": 2,
    "only": True,
    "units": {
        **{str(unit): "2016" for unit in PANZERS},
        MOUNTAIN: "2017",
        "turkish-1": "2520",
    },
}
CENTAURO, JULIA = UnitId("italian-131-centauro"), UnitId("italian-3-julia")

Laid = Callable[..., MainWindow]


@pytest.fixture
def laid(opened: Opener) -> Laid:
    """Show a game that begins with a position."""

    def show(scenario: str, position: dict[str, object]) -> MainWindow:
        return laid_out(opened, scenario, position)

    return show


@pytest.fixture
def hands(laid: Laid) -> Hands:
    return Hands(laid(GERTRUD, MARCH))


def test_a_stack_of_three_moves_in_two_clicks_and_one_undo_takes_it_back(hands: Hands) -> None:
    window = hands.window
    before = window.bridge.game.digest()
    hands.click("2016")
    assert set(window.selection.units) == set(PANZERS)
    assert "3 units act together." in [label.text() for label in window.stack.findChildren(QLabel)]
    hands.click("2014")
    assert hands.count == 2 and hands.at(*PANZERS) == {"2014"}
    by_menu(window, "undo")
    settle()
    assert window.bridge.game.digest() == before
    by_menu(window, "redo")
    settle()
    assert hands.at(*PANZERS) == {"2014"}


def test_a_stack_moves_in_one_drag(hands: Hands) -> None:
    before = hands.window.bridge.game.digest()
    hands.drag("2016", "2014")
    assert hands.count == 1 and hands.at(*PANZERS) == {"2014"}
    hands.window.bridge.undo()
    assert hands.window.bridge.game.digest() == before


def test_ways_and_cost_show_before_the_button_comes_up(hands: Hands) -> None:
    window = hands.window
    drag(window, hands.hex("2016"), hands.hex("2014"), drops=False)
    carried = window.view.board.live.carried
    assert carried is not None and len(carried.views) == 3
    assert carried.text == "2014 · 3 MF" and not carried.forbidden
    (path,) = carried.paths
    assert (path[0], path[-1]) == (hands.hex("2016"), hands.hex("2014")) and len(path) == 4
    assert hands.hex("2014") in window.view.board.overlays.reach
    QTest.keyClick(window.view, Qt.Key.Key_Escape)
    assert window.view.board.live.carried is None
    QTest.mouseRelease(window.view.viewport(), LEFT, pos=spot_of(window, hands.hex("2014")))
    assert hands.at(*PANZERS) == {"2016"}


def test_a_refusal_is_under_the_pointer_with_its_rule(hands: Hands) -> None:
    window = hands.window
    before = window.bridge.game.digest()
    drag(window, hands.hex("2016"), hands.hex("1712"), drops=False)
    carried = window.view.board.live.carried
    assert carried is not None and carried.forbidden
    assert "out of reach" in carried.text and "[OG-" in carried.text
    assert carried.text.count("1712") == 1, "the place is said once"
    assert abs(longest_run(window, FORBIDDEN) - plate_width(carried.text)) < 20, "shown whole"
    spot = spot_of(window, hands.hex("1712"))
    QTest.mouseRelease(window.view.viewport(), LEFT, pos=spot)
    settle()
    assert window.bridge.game.digest() == before
    assert "out of reach" in window.notice.text()


def test_words_under_the_pointer_go_on_beyond_the_edge_of_the_sheet(hands: Hands) -> None:
    window = hands.window
    board = window.view.board.board
    assert board is not None
    centre = board.shape.centre
    goal = min(window.bridge.game.scenario.map.terrain, key=lambda at: centre(at)[0])
    window.view.centerOn(*centre(goal))
    settle()
    drag(window, hands.hex("2016"), goal, drops=False)
    carried = window.view.board.live.carried
    assert carried is not None and carried.forbidden
    half = plate_width(carried.text) / 2 / window.view.transform().m11()
    assert carried.spot.x() - half < board.frame.sheet.left(), "there is something to cut off"
    assert abs(longest_run(window, FORBIDDEN) - plate_width(carried.text)) < 20, "shown whole"
    QTest.keyClick(window.view, Qt.Key.Key_Escape)
    QTest.mouseRelease(window.view.viewport(), LEFT, pos=spot_of(window, goal))


def longest_run(window: MainWindow, ink: str) -> int:
    """The longest row of one colour on the window, in pixels."""
    picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(picture.constBits(), np.uint32)
    found = raw.reshape(picture.height(), -1)[:, : picture.width()] == QColor(ink).rgb()
    best = 0
    for row in found[found.any(axis=1)]:
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        best = max(best, int((edges[1::2] - edges[::2]).max()))
    return best


def test_a_stack_overruns_at_a_click(laid: Laid) -> None:
    """FE-13: one unit begins an overrun, the others of its hex take part."""
    tanks, more = UnitId("german-1-panzer-xx"), UnitId("german-6-panzer-xx")
    enemy, bicycles = UnitId("soviet-201-parachute-x"), UnitId("german-402-bicycle-ii")
    mine = {tanks, more, bicycles}
    position: dict[str, object] = {
        "turn": 4, "side": "axis", "phase": "movement", "weather": "clear", "only": True,
        "units": {**dict.fromkeys(mine, "1B:2325"), enemy: "1B:2324"},
    }  # fmt: skip
    hands = Hands(laid("fire_in_the_east/army_group_north", position))
    window, before = hands.window, hands.window.bridge.game.digest()
    hands.click("1B:2325")
    hands.click("1B:2324")
    begun = window.bridge.state.top
    assert isinstance(begun, Overrunning) and set(begun.units) == mine
    assert hands.hex("1B:2324") in window.view.board.overlays.targets, "one sees whom"
    by_menu(window, "undo")
    settle()
    assert window.bridge.game.digest() == before, "one undo takes all of it back"
    hands.click("1B:2324")
    assert [b.text() for b in window.decision.buttons() if b.property("primary")] == ["Overrun now"]
    hands.button("Overrun now")
    assert not isinstance(window.bridge.state.pieces[enemy].at, Hex)
    assert hands.hex("1B:2324") in window.view.board.overlays.reach, "they may enter it"
    hands.click("1B:2324")
    assert hands.at(*mine) == {"1B:2324"} and hands.count == 5


def test_a_stack_advances_at_a_click(laid: Laid) -> None:
    """FE-9F2: the hex that was cleared lights up, and takes in all who may advance."""
    tanks, more = UnitId("german-1-panzer-xx"), UnitId("german-6-panzer-xx")
    enemy, bicycles = UnitId("soviet-201-parachute-x"), UnitId("german-402-bicycle-ii")
    mine = {tanks, more, bicycles}
    position: dict[str, object] = {
        "turn": 4, "side": "axis", "phase": "combat", "weather": "clear", "only": True,
        "units": {**dict.fromkeys(mine, "1B:2325"), enemy: "1B:2324"},
    }  # fmt: skip
    hands = Hands(laid("fire_in_the_east/army_group_north", position))
    window = hands.window
    hands.click("1B:2325")
    hands.click("1B:2324")
    window.bridge.set_dice(Dice.TYPED)
    hands.button("Go in")
    window.bridge.type_die(6)
    settle()
    assert window.bridge.view.prompt == "1B:2324 is clear: advance?"
    assert window.view.board.overlays.reach == {hands.hex("1B:2324"): ""}, "it costs no points"
    before = window.bridge.game.digest()
    hands.click("1B:2324")
    assert hands.at(*mine) == {"1B:2324"}
    by_menu(window, "undo")
    settle()
    assert window.bridge.game.digest() == before, "one undo takes all of it back"


def test_ctrl_click_joins_stacks_and_takes_them_out(hands: Hands) -> None:
    window = hands.window
    hands.click("2016")
    hands.click("2017", CTRL)
    assert set(window.selection.units) == {*PANZERS, MOUNTAIN}
    assert set(window.view.board.overlays.selected) == {hands.hex("2016"), hands.hex("2017")}
    hands.click("2016", CTRL)
    assert window.selection.units == (MOUNTAIN,)
    hands.click("2016", CTRL)
    hands.click("2015")
    assert hands.at(*PANZERS, MOUNTAIN) == {"2015"}
    window.bridge.undo()
    assert hands.at(*PANZERS) == {"2016"} and hands.at(MOUNTAIN) == {"2017"}


def test_keys_for_the_next_unit_pass_by_the_rest_of_a_stack_that_is_chosen(hands: Hands) -> None:
    window = hands.window
    for pressed in (Qt.Key.Key_N, Qt.Key.Key_J):
        held = SHIFT if pressed is Qt.Key.Key_J else Qt.KeyboardModifier.NoModifier
        hands.click("2016")
        assert set(window.selection.units) == set(PANZERS)
        press_key(window, pressed, held)
        assert window.selection.units == (MOUNTAIN,), pressed
        press_key(window, Qt.Key.Key_Escape)
    hands.click("2016", CTRL)
    hands.click("2017", CTRL)
    press_key(window, Qt.Key.Key_N)
    assert len(window.selection.units) == 1, "one of them where there are no others"


def test_who_has_moved_and_can_go_on_is_the_next_unit_after_those_that_have_not(
    laid: Laid,
) -> None:
    last = UnitId("italian-19-venezia")
    units = {CENTAURO: "14A:4618", JULIA: "14A:4617", last: "14A:4619"}
    position = {"turn": 3, "side": "axis", "phase": "movement", "weather": "clear", "only": True}
    hands = Hands(laid(FRONT, {**position, "units": units}))
    window = hands.window
    bridge = window.bridge
    hands.click("14A:4618")
    board = bridge.game.scenario.map
    lit = window.view.board.overlays.reach
    near = (at for at, cost in lit.items() if cost and not "14A:4617" < board.label(at) < "14A:462")
    hands.click(board.label(min(near, key=lambda at: (int(lit[at]), at))))
    assert hands.at(CENTAURO) != {"14A:4618"} and bridge.offers.can_act(CENTAURO)
    window.selection.select(bridge.state.pieces[last].at, last)
    press_key(window, Qt.Key.Key_N)
    assert window.selection.unit == JULIA
    press_key(window, Qt.Key.Key_N)
    assert window.selection.unit == last


def test_shift_and_ctrl_choose_among_the_units_of_the_list(hands: Hands) -> None:
    window = hands.window
    hands.click("2016")
    click_row(window.stack.list, 0)
    assert len(window.selection.units) == 1
    index = window.stack.model.index(1, 0)
    spot = window.stack.list.visualRect(index).center()
    QTest.mouseClick(window.stack.list.viewport(), LEFT, CTRL, spot)
    settle()
    chosen = window.selection.units
    assert len(chosen) == 2
    hands.click("2015")
    left = next(unit for unit in PANZERS if unit not in chosen)
    assert hands.at(*chosen) == {"2015"} and hands.at(left) == {"2016"}


def test_a_lasso_chooses_the_stacks_inside(hands: Hands) -> None:
    window = hands.window
    for label in ("2016", "2017"):
        window.view.ensure_hex_visible(hands.hex(label))
    settle()
    first, second = spot_of(window, hands.hex("2016")), spot_of(window, hands.hex("2017"))
    out = round(window.view.hex_px * 0.7)
    corners = [
        first + QPoint(-out, -out),
        QPoint(max(first.x(), second.x()) + out, first.y() - out),
        second + QPoint(out, out),
        QPoint(min(first.x(), second.x()) - out, second.y() + out),
    ]
    port = window.view.viewport()
    QTest.mousePress(port, LEFT, SHIFT, corners[0])
    for corner in corners[1:]:
        move_mouse(port, corner, LEFT, SHIFT)
    QTest.mouseRelease(port, LEFT, SHIFT, corners[-1])
    settle()
    assert set(window.selection.units) == {*PANZERS, MOUNTAIN}


def test_a_formation_is_chosen_as_a_whole(hands: Hands) -> None:
    window = hands.window
    window.play.select_unit(PANZERS[0])
    settle()
    assert window.selection.units == (PANZERS[0],)
    press_key(window, Qt.Key.Key_F, CTRL, SHIFT)
    assert set(window.selection.units) == set(PANZERS)


def test_shift_clicks_lead_the_way(hands: Hands) -> None:
    window = hands.window
    hands.click("2016")
    hands.click("2015", SHIFT)
    assert window.view.board.overlays.path == (hands.hex("2016"), hands.hex("2015"))
    hands.click("2114")
    ways = [getattr(node.action, "via", None) for node in window.bridge.game.log.line()]
    assert ways == [(hands.hex("2015"),)] * 3
    assert hands.at(*PANZERS) == {"2114"} and not window.play.group.via


def test_what_one_of_a_group_may_not_do_none_does(laid: Laid) -> None:
    """Seven divisions are more than a hex holds (OG 6)."""
    more = ("german-4-mtn", "german-101-l", "german-132")
    units = {str(unit): "2016" for unit in PANZERS}
    units |= {unit: "2017" for unit in (MOUNTAIN, *more)}
    hands = Hands(laid(GERTRUD, {**MARCH, "units": {**units, "turkish-1": "2520"}}))
    before = hands.window.bridge.game.digest()
    hands.click("2016")
    hands.click("2017", CTRL)
    hands.click("2015")
    assert hands.window.bridge.game.digest() == before
    assert "2015 would be overstacked." in hands.window.notice.text()
    assert "OG-6.0a" in hands.window.notice.text()


def test_a_group_reaches_as_far_as_its_slowest(laid: Laid) -> None:
    units = {CENTAURO: "14A:4618", JULIA: "14A:4618", "greek-8-mountain": "14A:4718"}
    position = {"turn": 3, "side": "axis", "phase": "movement", "weather": "clear"}
    hands = Hands(laid(FRONT, {**position, "only": True, "units": units}))
    window = hands.window
    hands.click("14A:4618")
    assert set(window.selection.units) == {CENTAURO, JULIA}
    rules, state = window.bridge.rules, window.bridge.state
    reaches = [rules.reach(state, unit) for unit in (CENTAURO, JULIA)]
    lit = window.view.board.overlays.reach
    assert lit.keys() == reaches[0].keys() & reaches[1].keys()
    priced = {at: cost for at, cost in lit.items() if cost}
    assert priced == {at: str(max(reach[at] for reach in reaches)) for at in priced}


def test_four_units_of_three_hexes_attack_in_five_clicks(laid: Laid) -> None:
    force = {
        JULIA: "14A:4618",
        UnitId("italian-23-ferrara"): "14A:4618",
        UnitId("italian-19-venezia"): "14A:4617",
        CENTAURO: "14A:4719",
    }
    position = {"turn": 3, "side": "axis", "phase": "combat", "weather": "clear", "only": True}
    hands = Hands(laid(FRONT, {**position, "units": {**force, "greek-8-mountain": "14A:4718"}}))
    window = hands.window
    before = window.bridge.game.digest()
    hands.click("14A:4618")
    hands.click("14A:4617", CTRL)
    hands.click("14A:4719", CTRL)
    hands.click("14A:4718")
    battle = window.bridge.rules.battle(window.bridge.state)
    assert battle is not None and {line.unit for line in battle.attackers} == set(force)
    window.bridge.undo()
    settle()
    assert window.bridge.game.digest() == before
    window.bridge.redo()
    settle()
    hands.button("Go in")
    assert hands.count == 5
    assert any(node.is_die for node in window.bridge.game.log.line())


def test_a_unit_under_the_pointer_says_where_it_comes_from(hands: Hands) -> None:
    window = hands.window
    hands.click("2016")
    rows = window.stack.list
    spot = rows.visualRect(rows.model().index(0, 0)).center()
    told = rows.model().data(rows.indexAt(spot), Qt.ItemDataRole.ToolTipRole)
    assert "factors, corps members and other types are reconstructed." in told


BARI, GUNS = UnitId("italian-47-bari"), UnitId("italian-11a-artillery")
IN_BARI = {str(BARI): "14A:3528", str(GUNS): "14A:3528"}
BOOT_CAMP = {"turn": 1, "side": "axis", "phase": "movement", "weather": "clear", "only": True}


def test_a_stack_goes_by_sea_in_two_clicks_and_one_undo_takes_it_back(laid: Laid) -> None:
    hands = Hands(laid("boot_camp/balkan_campaign", {**BOOT_CAMP, "units": IN_BARI}))
    hands.click("14A:3528")
    hands.click("14A:4121")
    assert hands.at(BARI, GUNS) == {"14A:4121"} and hands.count == 2
    by_menu(hands.window, "undo")
    assert hands.at(BARI, GUNS) == {"14A:3528"}


@pytest.mark.parametrize(
    ("scenario", "phase", "words"),
    [
        ("boot_camp/balkan_campaign", "movement", "Move by rail: 2 units"),
        (FRONT, "movement", "Move by rail: 2 units"),
        (FRONT, "movement", "Administrative movement: 2 units"),
    ],
)
def test_a_stack_goes_another_way_than_marching_as_one(
    laid: Laid, scenario: str, phase: str, words: str
) -> None:
    """Where more than one way leads to a hex, a menu names each once for the whole stack."""
    hands = Hands(laid(scenario, {**BOOT_CAMP, "phase": phase, "units": IN_BARI}))
    hands.click("14A:3528")
    hands.click("14A:4025")
    menu = hands.window.play.menu
    assert menu is not None and any(words in line for line in entries(menu))
    choose_from_menu(hands.window, words)
    assert hands.at(BARI, GUNS) == {"14A:4025"}
    by_menu(hands.window, "undo")
    assert hands.at(BARI, GUNS) == {"14A:3528"}


@pytest.mark.parametrize("units", [(BARI,), (BARI, GUNS)])
def test_a_click_marches_where_administrative_movement_leads_too(
    laid: Laid, units: tuple[UnitId, ...]
) -> None:
    """Of the two ways the one that leaves points to go on is meant; a menu has both."""
    at = {str(unit): "14A:4419" for unit in units}
    hands = Hands(laid(FRONT, {**BOOT_CAMP, "units": at}))
    hands.click("14A:4419")
    ask(hands, "14A:4420")
    menu = hands.window.play.menu
    assert menu is not None and len(entries(menu)) == 2
    assert sum("dministrative" in line for line in entries(menu)) == 1
    menu.close()
    hands.click("14A:4420")
    assert hands.at(*units) == {"14A:4420"} and hands.count == 2
    log = hands.window.bridge.game.log
    assert isinstance(log[log.current].action, Move)


def test_a_group_that_finds_no_room_hears_who_of_it_would(laid: Laid) -> None:
    """(BC B8.1) A mountain hex holds two units of any kind and two small ones."""
    many = {unit: "14A:4216" for unit in (CENTAURO, JULIA, "italian-23-ferrara", "italian-guide")}
    mountain = {"turn": 2, "side": "axis", "phase": "movement", "weather": "clear", "only": True}
    hands = Hands(
        laid(
            "boot_camp/balkan_campaign",
            {**mountain, "units": many | {"greek-9-mountain": "14A:4315"}},
        )
    )
    hands.click("14A:4216")
    hands.click("14A:4215")
    said = [one.text() for one in hands.window.notice.findChildren(QLabel) if one.isVisible()]
    assert any("Without the others" in text and "could do so" in text for text in said), said
    assert hands.at(CENTAURO, JULIA) == {"14A:4216"}


def test_a_lit_hex_with_friends_that_is_too_full_says_so(laid: Laid) -> None:
    """A click selected the friends instead, as if nobody had been sent there."""
    three = CENTAURO, JULIA, UnitId("italian-19-venezia")
    many = {unit: "14A:4216" for unit in three}
    full = {"italian-23-ferrara": "14A:4215", "greek-9-mountain": "14A:4315"}
    mountain = {"turn": 2, "side": "axis", "phase": "movement", "weather": "clear", "only": True}
    hands = Hands(laid("boot_camp/balkan_campaign", {**mountain, "units": many | full}))
    hands.click("14A:4216")
    hands.click("14A:4215")
    said = [one.text() for one in hands.window.notice.findChildren(QLabel) if one.isVisible()]
    assert any("could do so" in text for text in said), said
    assert set(hands.window.play.group.selection.units) == set(three)


def test_the_status_line_tells_no_cost_where_nobody_marches(laid: Laid) -> None:
    """In a combat phase it told movement points."""
    units = {JULIA: "14A:4216", "greek-9-mountain": "14A:4315"}
    for phase, costs in (("movement", True), ("combat", False)):
        place = {"turn": 2, "side": "axis", "phase": phase, "weather": "clear", "only": True}
        hands = Hands(laid("boot_camp/balkan_campaign", {**place, "units": units}))
        hands.click("14A:4216")
        window, at = hands.window, hands.hex("14A:4316")
        said = hex_hint(window.bridge, window.play.group.selection, at)
        assert (" MP" in said) is costs


def test_who_can_march_nowhere_hears_why(laid: Laid) -> None:
    """(BC 21.5) In winter armor stands still in the mountains: that nothing reached the hex was all
    that was said, with the rule of movement in general.
    """
    units = {CENTAURO: "14A:4417", JULIA: "14A:4418", "greek-8-mountain": "14A:4616"}
    place = {"turn": 5, "side": "axis", "phase": "movement", "weather": "winter", "only": True}
    hands = Hands(laid("boot_camp/balkan_campaign", {**place, "units": units}))
    hands.click("14A:4417")
    hands.click("14A:4416")
    said = [one.text() for one in hands.window.notice.findChildren(QLabel) if one.isVisible()]
    assert any(text.startswith("In winter Italian 131 Centauro") for text in said), said
    assert any("BC-21.5" in text for text in said)
