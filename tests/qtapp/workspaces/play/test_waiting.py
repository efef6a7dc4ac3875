"""Units to be placed: under heads that say how many and where; dragged, many at once."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.game.ask.games import begin_laid_out
from engine.game.catalogue import choose
from engine.game.simulations import beginning
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.models.units_model import HEAD
from qtapp.workspaces.play.panels.unit_rows import HEAD_AFTER, HEAD_BEFORE
from tests.qtapp.conftest import Opener, answer, click_hex, move_mouse, press_key, settle, spot_of
from tests.qtapp.hands import by_menu, choose_from_menu, point_at
from tests.qtapp.workspaces.play.laid import LEFT, PLAIN, SHIFT

CAMP = "boot_camp/balkan_campaign"
TEN = 10


def heads(window: MainWindow) -> dict[int, str]:
    """The heads of the list of units, by the row that each stands over."""
    model = window.stack.model
    said = {row: model.index(row, 0).data(HEAD) for row in range(model.rowCount())}
    return {row: text for row, text in said.items() if text}


def head_spot(window: MainWindow, row: int) -> QPoint:
    """The middle of the head over a row, brought into view."""
    units = window.stack.list
    index = window.stack.model.index(row, 0)
    units.scrollTo(index, units.ScrollHint.PositionAtTop)
    settle()
    rect = units.visualRect(index)
    return QPoint(rect.center().x(), rect.top() + 8)


def large_group(window: MainWindow) -> int:
    """The row of a group of ten units or more."""
    model = window.stack.model
    return next(row for row in heads(window) if len(model.group(row)) >= TEN)


def drag_out(window: MainWindow, start: QPoint, goal: Hex, *, drops: bool = True) -> None:
    """Drag from the list of units to a hex of the board."""
    port, view = window.stack.list.viewport(), window.view
    view.ensure_hex_visible(goal)
    settle()
    end = port.mapFromGlobal(view.viewport().mapToGlobal(spot_of(window, goal)))
    QTest.mousePress(port, LEFT, pos=start)
    for share in (0.1, 0.6, 1.0):
        move_mouse(port, start + (end - start) * share, LEFT, PLAIN)
    if drops:
        QTest.mouseRelease(port, LEFT, pos=end)
    settle()


def test_heads_say_how_many_wait_and_where_they_may_go(opened: Opener) -> None:
    window = opened(CAMP)
    model, offers = window.stack.model, window.bridge.offers
    groups = {row: model.group(row) for row in heads(window)}
    assert len(groups) > 2 and 0 in groups
    assert sum(map(len, groups.values())) == model.rowCount()
    for row, units in groups.items():
        assert heads(window)[row].startswith(f"{len(units)} unit")
        assert len({offers.places(unit) for unit in units}) == 1
        assert [model.unit(row + step) for step in range(len(units))] == list(units)
    assert len({offers.places(units[0]) for units in groups.values()}) == len(groups)


def test_who_must_be_placed_is_listed_before_whom_points_could_bring_back(opened: Opener) -> None:
    """BF-29A, 29B: one that was lost comes earlier in the order of battle than all who arrive."""
    window = opened(None)
    position = {
        "turn": 2, "side": "axis", "phase": "initial", "weather": "clear",
        "units": {"italian-19-venezia": "dead"}, "points": {"italian inf": 3},
    }  # fmt: skip
    window.bridge.open(begin_laid_out("balkan_front/italo_greek_war_air", position))
    settle()
    offers = window.bridge.offers
    assert offers.can_act(UnitId("italian-19-venezia")), "it could be replaced"
    (duty,) = window.bridge.rules.duties(window.bridge.state)
    assert set(duty.units) == set(
        map(window.stack.model.unit, range(window.stack.model.rowCount()))
    )


def test_heads_tell_what_must_be_placed_from_what_may_be_taken(opened: Opener) -> None:
    """BF-28A2a: German assistance has a price, and is no reinforcement that must come."""
    window = opened(None)
    position = {"turn": 5, "side": "axis", "phase": "initial", "weather": "clear"}
    window.bridge.open(begin_laid_out("balkan_front/campaign", position))
    settle()
    said = list(heads(window).values())
    assert any(": Reinforcement, Italy" in head for head in said)
    assert any(": German assistance, Italy" in head for head in said)
    titles = [one.text() for one in window.stack.findChildren(QLabel)]
    assert any(title.startswith("Can be placed: ") for title in titles)


def test_a_head_begins_the_name_of_a_region_with_a_capital(opened: Opener) -> None:
    """[OG-10.2]: who is rebuilt goes to a city of Turkey."""
    window = opened(None)
    position = {
        "turn": 5, "side": "allied", "phase": "replacement", "only": True,
        "units": {"turkish-62": "dead"}, "points": {"turkish": 2},
    }  # fmt: skip
    window.bridge.open(begin_laid_out("operation_gertrud/late_1942", position))
    settle()
    assert any(": Turkish cities, " in head for head in heads(window).values())


def test_rows_are_as_high_as_their_words_when_a_scroll_bar_comes(opened: Opener) -> None:
    """A head that goes on in a second line then pushes its unit down, not over the next one."""
    window = opened(CAMP)
    units, model, dock = window.stack.list, window.stack.model, window.docks["stack"]
    bold = QFont(units.font())
    bold.setBold(True)
    head = heads(window)[0]
    window.bridge.open(begin_laid_out(CAMP, {"turn": 2, "phase": "movement", "only": True}))
    settle()
    just = QFontMetrics(bold).horizontalAdvance(head) + HEAD_BEFORE + HEAD_AFTER + 4
    wide = dock.width() + just - units.viewport().width()
    window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)
    settle()
    assert units.viewport().width() == just
    window.bridge.open(beginning()(CAMP, 3))
    settle()
    assert heads(window)[0] == head and units.viewport().width() < just
    rows = [units.visualRect(model.index(row, 0)) for row in range(model.rowCount())]
    assert [after.top() - one.bottom() for one, after in pairwise(rows)] == [1] * (len(rows) - 1)


def test_a_head_chooses_its_group_and_lights_where_all_may_go(opened: Opener) -> None:
    window = opened(CAMP)
    row = large_group(window)
    units = window.stack.model.group(row)
    QTest.mouseClick(window.stack.list.viewport(), LEFT, pos=head_spot(window, row))
    settle()
    assert window.selection.units == units
    lit = set(window.view.board.overlays.reach)
    assert lit and lit == window.bridge.offers.places(units[0])
    window.selection.select(window.bridge.waiting, units[3])
    press_key(window, Qt.Key.Key_V, SHIFT)
    assert set(window.selection.units) == set(units) and window.selection.unit == units[3]


@pytest.mark.parametrize("dragged", [True, False])
def test_ten_units_and_more_are_placed_in_at_most_three_acts(opened: Opener, dragged: bool) -> None:
    """Press the head and drag it to a hex, or click both; then say yes to the hexes beside it."""
    window = opened(CAMP)
    bridge = window.bridge
    before, row = bridge.game.digest(), large_group(window)
    units = window.stack.model.group(row)
    goal = next(at for at in sorted(bridge.offers.goals(units[0])))
    if dragged:
        drag_out(window, head_spot(window, row), goal)
    else:
        QTest.mouseClick(window.stack.list.viewport(), LEFT, pos=head_spot(window, row))
        settle()
        window.view.ensure_hex_visible(goal)
        QTest.mouseClick(window.view.viewport(), LEFT, pos=spot_of(window, goal))
        settle()
    menu = window.play.menu
    assert menu is not None and menu.isVisible()
    choose_from_menu(window, "nearest")
    places = {bridge.state.pieces[unit].at for unit in units}
    placed = [unit for unit in units if isinstance(bridge.state.pieces[unit].at, Hex)]
    assert goal in places and len(placed) >= TEN
    by_menu(window, "undo")
    settle()
    assert bridge.game.digest() == before


def test_a_unit_is_dragged_from_the_list_and_escape_puts_it_back(opened: Opener) -> None:
    window = opened(CAMP)
    bridge, units = window.bridge, window.stack.list
    unit = window.stack.model.unit(0)
    goal = min(bridge.offers.goals(unit))
    rect = units.visualRect(window.stack.model.index(0, 0))
    start = QPoint(rect.center().x(), rect.bottom() - 10)
    drag_out(window, start, goal, drops=False)
    carried = window.view.board.live.carried
    assert carried is not None and [view.unit for view in carried.views] == [unit]
    QTest.keyClick(units, Qt.Key.Key_Escape)
    assert window.view.board.live.carried is None
    QTest.mouseRelease(units.viewport(), LEFT, pos=start)
    settle()
    assert bridge.state.pieces[unit].at == bridge.waiting
    drag_out(window, start, goal)
    assert bridge.state.pieces[unit].at == goal


@pytest.mark.parametrize("by_keys", [False, True])
def test_an_empty_hex_leaves_the_list_of_units_to_be_placed(opened: Opener, by_keys: bool) -> None:
    window = opened(CAMP)
    model, board = window.stack.model, window.bridge.game.scenario.map
    many = model.rowCount()
    taken = {counter.at for counter in window.bridge.counters}
    lit = min(window.bridge.offers.goals(model.unit(0)) - taken)
    window.view.ensure_hex_visible(lit)
    if by_keys:
        window.view.set_cursor_hex(lit)
        press_key(window, Qt.Key.Key_Return)
    else:
        QTest.mouseClick(window.view.viewport(), LEFT, pos=spot_of(window, lit))
        settle()
    assert window.selection.place == lit and model.rowCount() == many > 0
    said = [one.text() for one in window.stack.findChildren(QLabel) if one.isVisible()]
    assert any(text.startswith("To be placed:") for text in said)
    assert any(board.label(lit) in text for text in said)
    press_key(window, Qt.Key.Key_V, SHIFT)
    assert window.selection.place == window.bridge.waiting and window.selection.is_group


def test_who_waits_next_is_chosen_when_one_is_placed(opened: Opener) -> None:
    window = opened(CAMP)
    model, bridge = window.stack.model, window.bridge
    order = list(bridge.game.scenario.oob.units)
    lead = model.unit(2)
    window.selection.select(bridge.waiting, lead)
    settle()
    QTest.mouseClick(
        window.view.viewport(), LEFT, pos=shown_spot(window, min(bridge.offers.goals(lead)))
    )
    settle()
    assert bridge.state.pieces[lead].at != bridge.waiting
    behind = [unit for unit in order[order.index(lead) + 1 :] if model.row_of(unit) >= 0]
    assert window.selection.unit == behind[0] and window.selection.place == bridge.waiting


def shown_spot(window: MainWindow, at: Hex) -> QPoint:
    """Where the middle of a hex is, once it is in view."""
    window.view.ensure_hex_visible(at)
    settle()
    return spot_of(window, at)


def test_a_set_up_is_listed_army_by_army_with_what_is_placed(opened: Opener) -> None:
    """Not under the letter of a weather zone that all its hexes happen to lie in."""
    window = opened("fire_in_the_east/army_group_north")
    model = window.stack.model
    heads = [head for row in range(model.rowCount()) if (head := model.index(row, 0).data(HEAD))]
    assert heads and not any(", B, " in head or ": B, " in head for head in heads)
    while window.bridge.view.side != "axis":
        window.bridge.act(choose(window.bridge.game))
    settle()
    assert model.index(0, 0).data(HEAD).startswith("22 units: 18th Army, ")
    unit = model.unit(0)
    point_at(window, unit)
    click_hex(window, next(at for at in window.bridge.offers.places(unit) if isinstance(at, Hex)))
    assert model.index(0, 0).data(HEAD).startswith("21 units, 1 placed: 18th Army, ")


def test_who_must_be_placed_is_listed_as_soon_as_the_other_side_begins(opened: Opener) -> None:
    """A unit of the first side was still selected, which hid who waits."""
    window = opened(CAMP)
    answer(window, "recommended")
    greek = UnitId("greek-8-mountain")
    click_hex(window, window.bridge.state.pieces[greek].at)
    assert window.play.selection.units
    answer(window, "Finish")
    assert window.bridge.view.side == "axis" and not window.play.selection.units
    assert heads(window) and window.stack.model.rowCount() == len(
        window.bridge.rules.duties(window.bridge.state)[0].units
    )


def test_a_hex_that_is_still_selected_does_not_hide_who_must_be_placed(opened: Opener) -> None:
    """The phase before had left a hex with friends selected, as the attack on it does."""
    window = opened(CAMP)
    answer(window, "recommended")
    at = window.bridge.state.pieces[UnitId("greek-8-mountain")].at
    window.play.selection.select(at)
    answer(window, "Finish")
    assert heads(window), "who waits is listed"
    window.play.selection.select(at)
    settle()
    assert not heads(window), "the hex is shown when it is chosen again"


def test_a_head_names_the_two_countries_that_units_may_come_to(opened: Opener) -> None:
    """(BC 24E.4) The first place of 220 was named."""
    window = opened(None)
    position = {
        "turn": 9,
        "side": "axis",
        "phase": "surprise initial",
        "weather": "clear",
        "nations": {"german": "joined"},
    }
    window.bridge.open(begin_laid_out(CAMP, position))
    settle()
    said = list(heads(window).values())
    assert any(": Rumania or Bulgaria, " in head for head in said), said


def test_a_lower_window_still_shows_the_answer(opened: Opener) -> None:
    """The button was cut off until the next decision."""
    window = opened(CAMP)
    size = window.size()
    window.resize(1600, 1000)
    settle()
    window.resize(1280, 800)
    settle()
    (first, *_others) = window.decision.buttons()
    assert first.visibleRegion().boundingRect().height() == first.height()
    window.resize(size)
    settle()


def test_who_drops_stays_chosen_over_its_hex(opened: Opener) -> None:
    """(OG 15.0) All units that come later were listed as *Pending*."""
    window = opened("operation_gertrud/late_1942")
    for _side in range(2):
        answer(window, "recommended")
        answer(window, "Finish")
    answer(window, "End the interdiction")
    flieger = UnitId("german-7-fl")
    assert window.bridge.state.phase == "german movement"
    window.play.select_unit(flieger)
    istanbul = window.bridge.game.scenario.map.parse_label("2709")
    click_hex(window, istanbul)
    assert window.play.group.selection.hex == istanbul
    assert window.play.group.selection.units[:1] == (flieger,)


def test_the_recommended_set_up_is_the_first_answer(opened: Opener) -> None:
    """Seven buttons that name the Experten hid it in a low window (OG 13.2)."""
    window = opened("operation_gertrud/late_1942")
    texts = [one.accessibleName() for one in window.decision.buttons()]
    assert texts[0] == "Use the recommended set-up"
    assert any("Experten" in text for text in texts[1:])
