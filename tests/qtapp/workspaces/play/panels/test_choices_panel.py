"""What a unit can do, as short lines under their headings."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.game.ask.games import begin_laid_out
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.models.offers_model import HEADING
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.panels.choices_panel import EACH, SHOWN
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.test_europa_games import CAMP, play_to
from tests.qtapp.workspaces.play.laid import laid_out


def phase(window: MainWindow) -> str:
    """The name of the phase that is being played."""
    record = window.bridge.rules.phases(window.bridge.state)
    return record.phases[record.phase].casefold()


def marching(window: MainWindow) -> dict[int, Offer]:
    """The rows of the list that march the selected unit."""
    model, bridge = window.choices.model, window.bridge
    found = {row: model.offer(row) for row in range(model.rowCount())}
    return {
        row: offer
        for row, offer in found.items()
        if offer is not None and bridge.rules.route(bridge.state, offer.action)
    }


def moving(window: MainWindow) -> UnitId:
    """A unit that can move, selected."""
    bridge = window.bridge
    play_to(window, lambda: "movement" in phase(window))
    unit = next(
        counter.unit
        for counter in bridge.counters
        if isinstance(counter.at, Hex) and bridge.offers.can_act(counter.unit)
    )
    click_hex(window, bridge.state.pieces[unit].at)
    window.selection.select(window.selection.place, unit)
    settle()
    return unit


def test_a_march_is_a_place_and_its_cost_and_the_whole_line_is_found_and_told(
    opened: Opener,
) -> None:
    window = opened(CAMP)
    bridge, unit = window.bridge, moving(window)
    rows, model = marching(window), window.choices.model
    cost = bridge.rules.reach(bridge.state, unit)
    first = {offer.hex: row for row, offer in reversed(rows.items())}
    assert first
    for at, row in first.items():
        assert isinstance(at, Hex)
        line = str(model.index(row).data())
        assert line.startswith(bridge.game.scenario.map.label(at))
        assert line.endswith(f", {cost[at]} MP") or at not in cost
        whole = model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
        assert len(line) < len(whole) and whole == rows[row].text
    wanted = next(iter(rows.values()))
    QTest.keyClicks(window.choices.search, wanted.text)
    assert model.offer(model.first()) == wanted


def test_a_list_that_stays_the_same_is_left_alone_but_for_its_current_line(
    opened: Opener,
) -> None:
    window = opened(CAMP)
    moving(window)
    panel, model = window.choices, window.choices.model

    def heights() -> list[int]:
        return [panel.list.visualRect(model.index(n)).height() for n in range(model.rowCount())]

    told, tall, resets = model.lines(), heights(), list[bool]()
    assert panel.isVisible() and tall and all(tall)
    model.modelReset.connect(lambda: resets.append(True))
    panel.refresh()
    assert not resets and model.lines() == told and heights() == tall
    panel.list.setCurrentIndex(model.index(model.first()))
    panel.refresh()
    assert not panel.list.currentIndex().isValid() and not panel.list.selectedIndexes()
    assert not resets and model.lines() == told and heights() == tall
    QTest.keyClicks(panel.search, "no such words")
    assert resets and heights() == []


def test_of_a_side_a_few_of_each_kind_are_listed_and_more_are_found(opened: Opener) -> None:
    """One sees what kinds there are; what is typed is looked for among more."""
    window = opened(CAMP)
    moving(window)
    window.selection.clear()
    window.choices.search.clear()
    settle()
    model, bridge = window.choices.model, window.bridge

    def listed() -> list[Offer]:
        found = map(model.offer, range(model.rowCount()))
        return [offer for offer in found if offer is not None]

    most = Counter(offer.family for offer in listed())
    assert max(most.values()) == SHOWN < EACH
    assert set(most) == {offer.family for offer in bridge.offers.everything(1)}
    family = most.most_common(1)[0][0]
    all_of_it = [offer for offer in bridge.offers.everything(EACH) if offer.family == family]
    wanted = all_of_it[SHOWN]
    assert wanted not in listed()
    QTest.keyClicks(window.choices.search, wanted.text)
    assert wanted in listed()
    QTest.keyClick(window.choices.search, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window.choices.search, Qt.Key.Key_Delete)
    settle()
    assert Counter(offer.family for offer in listed()) == most


def test_what_is_done_with_points_of_its_hex_is_listed_with_a_unit(opened: Opener) -> None:
    """[FE-7A4.8] A unit that could do nothing hid them: of the heap that it stands at they are
    listed, not of others.
    """
    heaps = {"1B:3731": "2 resource points", "1B:3333": "1 resource point"}
    window = laid_out(
        opened,
        "fire_in_the_east/barbarossa",
        {
            "turn": 4,
            "side": "axis",
            "phase": "initial",
            "weather": "clear",
            "only": True,
            "units": {"german-1-infantry-xx": "1B:3731"},
            "markers": heaps,
        },
    )
    unit = UnitId("german-1-infantry-xx")
    window.selection.select(window.bridge.state.pieces[unit].at, unit)
    settle()
    model = window.choices.model
    found = [offer for row in range(model.rowCount()) if (offer := model.offer(row)) is not None]
    assert {"raise capacity", "destroy points"} <= {offer.family for offer in found}
    assert all("1B:3731" in offer.text for offer in found), "not of the other heap"


def test_what_the_side_does_is_found_while_a_unit_is_selected(opened: Opener) -> None:
    """*Evacuate* found nothing while the units of the capital were selected; what other units do is
    not found, for Enter does the first line.
    """
    window = opened(CAMP)
    moving(window)
    panel, model = window.choices, window.choices.model
    QTest.keyClicks(panel.search, "end the movement")
    found = model.offer(model.first())
    assert found is not None and type(found.action).__name__ == "EndPhase"
    assert "cannot do that. " in panel._about.text()
    panel.search.clear()
    unit = window.selection.unit
    others = (one for one in window.bridge.offers.everything(EACH) if unit not in one.action.who())
    other = next(one for one in others if one.action.who())
    QTest.keyClicks(panel.search, other.text)
    assert model.first() < 0
    panel.search.clear()


def test_kinds_with_very_many_lines_come_last(opened: Opener) -> None:
    """(OG 17.1) What the Kommando may try stood below 300 hexes that it may drop on."""
    window, kommando = opened(None), UnitId("german-kommando")
    position = {
        "turn": 4,
        "side": "german",
        "phase": "movement",
        "only": True,
        "units": {kommando: "2416", "turkish-1": "2412"},
    }
    window.bridge.open(begin_laid_out("operation_gertrud/late_1942", position))
    settle()
    click_hex(window, window.bridge.state.pieces[kommando].at)
    settle()
    model = window.choices.model
    rows = range(model.rowCount())
    titles = [model.index(row, 0).data() for row in rows if model.index(row, 0).data(HEADING)]
    assert titles[0] == "Move" and titles[-1] == "Paradrop"
    assert "Capture President Inonu" in titles
    last = model.index(model.rowCount() - 1, 0)
    assert last.data() == "227 more lines: type what you look for"
    assert model.offer(last.row()) is None and not last.flags() & Qt.ItemFlag.ItemIsSelectable
    listed = {offer for row in rows if (offer := model.offer(row)) is not None}
    offers = window.bridge.offers.of(kommando)
    missing = [offer for offer in offers if offer not in listed]
    assert len(missing) == 227
    QTest.keyClicks(window.choices.search, missing[-1].text)
    settle()
    assert missing[-1] in {model.offer(row) for row in range(model.rowCount())}
