"""What must be done before a phase can end: listed, cited, shown; no key is dead without a word."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.game.catalogue import choose
from engine.game.session import Dice
from engine.systems.europa.production.initial_actions import BeginWork
from engine.systems.europa.state.constants import Phase
from engine.systems.europa.state.records import Project
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from tests.engine.systems.fire_in_the_east.eastern import PANZER, TANKS
from tests.qtapp.conftest import Opener, press_key, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.play.laid import CTRL, LEFT, Hands, laid_out

GERTRUD, FRONT = "operation_gertrud/late_1942", "balkan_front/italo_greek_war"
JUMPERS = UnitId("german-7-fl")
MARCH = {
    "side": "german",
    "turn": 1,
    "only": True,
    "units": {"german-8-pz": "2016", JUMPERS: "pool", "turkish-1": "2520"},
}


def follow(line: object, window: MainWindow) -> None:
    """Click the beginning of a line of duties."""
    assert isinstance(line, QLabel)
    QTest.mouseClick(line, LEFT, pos=QPoint(26, 8))
    settle()


def test_a_phase_that_cannot_be_ended_says_why_and_shows_it(opened: Opener) -> None:
    """Germany, turn 1: the raid on the Goeben is still to be flown (OG 17.0)."""
    window = laid_out(opened, GERTRUD, {"side": "german", "turn": 1, "phase": "movement"})
    bridge = window.bridge
    assert not bridge.offers.closing()
    duties = bridge.rules.duties(bridge.state)
    assert [duty.rule for duty in duties] == ["OG-17.0a", "OG-10.0b"]
    lines = window.decision.duties.lines
    assert len(lines) == len(duties) and all(line.isVisibleTo(window) for line in lines)
    assert window.book["end_phase"].isEnabled()
    before = bridge.game.digest()
    press_key(window, Qt.Key.Key_Return, CTRL)
    assert bridge.game.digest() == before
    assert duties[0].text in window.notice.text() and duties[0].rule in window.notice.text()
    unit = next(unit for duty in duties for unit in duty.units)
    by_menu(window, "deselect")
    settle()
    follow(lines[next(i for i, duty in enumerate(duties) if unit in duty.units)], window)
    assert window.selection.unit == unit


def test_too_full_a_hex_is_a_duty_of_its_units(opened: Opener) -> None:
    stack = [
        "italian-131-centauro",
        "italian-3-julia",
        "italian-23-ferrara",
        "italian-19-venezia",
        "italian-29-piemonte",
        "italian-49-parma",
    ]
    position = {"turn": 3, "side": "axis", "phase": "movement", "weather": "clear", "only": True}
    units = {**dict.fromkeys(stack, "14A:4618"), "greek-8-mountain": "14A:4718"}
    window = laid_out(opened, FRONT, {**position, "units": units})
    bridge = window.bridge
    duties = bridge.rules.duties(bridge.state)
    assert [duty.places for duty in duties] == [(bridge.state.pieces[UnitId(stack[0])].at,)]
    assert set(duties[0].units) <= set(stack) and duties[0].rule == "BF-8B.2"
    window.play.show_duty(duties[0])
    assert duties[0].places[0] in window.view.board.overlays.marks


def test_idle_units_are_counted_and_asked_about_once(opened: Opener) -> None:
    units = {"german-8-pz": "2016", "german-14-pz": "2017", "turkish-1": "2520"}
    hands = Hands(laid_out(opened, GERTRUD, {**MARCH, "turn": 2, "units": units}))
    window = hands.window
    before = window.bridge.game.log.current
    hands.end()
    assert window.bridge.game.log.current == before
    assert "2 units can still do something." in window.notice.text()
    hands.end()
    assert window.bridge.game.log.current != before


def test_the_button_that_ends_a_phase_asks_once_too(opened: Opener) -> None:
    units = {"german-8-pz": "2016", "german-14-pz": "2017", "turkish-1": "2520"}
    hands = Hands(laid_out(opened, GERTRUD, {**MARCH, "turn": 2, "units": units}))
    window = hands.window
    before = window.bridge.game.log.current
    hands.button("End")
    assert window.bridge.game.log.current == before
    assert "2 units can still do something." in window.notice.text()
    hands.button("End")
    assert window.bridge.game.log.current != before


def test_a_step_taken_in_between_is_asked_about_again(opened: Opener) -> None:
    units = {"german-8-pz": "2016", "german-14-pz": "2017", "turkish-1": "2520"}
    hands = Hands(laid_out(opened, GERTRUD, {**MARCH, "turn": 2, "units": units}))
    hands.end()
    hands.click("2016")
    hands.click("2015")
    before = hands.window.bridge.state.phase
    hands.end()
    assert hands.window.bridge.state.phase == before
    assert "1 unit can still do something." in hands.window.notice.text()


def test_units_that_can_only_be_disbanded_are_not_asked_about(opened: Opener) -> None:
    """The Soviet side may disband units in each of its initial phases (FE 34E4)."""
    position = {"turn": 5, "side": "allied", "phase": "initial", "only": True}
    units = {TANKS: "1B:3504", PANZER: "1B:4025"}
    hands = Hands(laid_out(opened, "fire_in_the_east/campaign", {**position, "units": units}))
    bridge = hands.window.bridge
    while bridge.view.chance is not None or not bridge.offers.closing():
        bridge.act(choose(bridge.game))
    unit = UnitId(TANKS)
    assert [offer.family for offer in bridge.offers.of(unit)] == ["disband"]
    before = bridge.game.log.current
    hands.end()
    assert bridge.game.log.current != before, hands.window.notice.text()


def test_nobody_is_chosen_any_more_when_a_phase_ends(opened: Opener) -> None:
    """Whoever was chosen would be sent to the next stack that is clicked."""
    units = {"german-8-pz": "2016", "german-14-pz": "2017", "turkish-1": "2520"}
    hands = Hands(laid_out(opened, GERTRUD, {**MARCH, "turn": 2, "units": units}))
    chosen = hands.window.selection
    hands.click("2016")
    hands.click("2015")
    assert chosen.unit == "german-8-pz" and chosen.place == hands.hex("2015")
    before = hands.window.bridge.state.phase
    while hands.window.bridge.state.phase == before:  # supplies may be dropped as it ends
        assert chosen.unit is not None
        hands.end()
    assert chosen.unit is None and chosen.place == hands.hex("2015")


def test_a_key_of_what_is_off_says_why(opened: Opener) -> None:
    units = {"german-8-pz": "2016", "turkish-1": "2520"}
    window = laid_out(opened, GERTRUD, {**MARCH, "turn": 2, "units": units}, Dice.ASK)
    assert not window.book["roll"].isEnabled()
    press_key(window, Qt.Key.Key_R)
    assert window.notice.text() == "Roll is off now: no die is due."


def test_zones_that_nobody_has_are_told_of(campaign: MainWindow) -> None:
    """Balkan Gambit has no zones of control."""
    press_key(campaign, Qt.Key.Key_Z)
    assert "no zones of control" in campaign.notice.text()
    press_key(campaign, Qt.Key.Key_Z)


def test_a_duty_that_many_places_serve_shows_the_nearest_of_them(opened: Opener) -> None:
    """Resource points go anywhere on the west edge: the board went to its far southern end."""
    position = {"turn": 2, "side": "axis", "phase": "initial", "weather": "clear", "only": True}
    window = laid_out(opened, "fire_in_the_east/campaign", {**position, "units": {}})
    bridge = window.bridge
    (duty,) = (one for one in bridge.rules.duties(bridge.state) if len(one.places) > 20)
    label = bridge.game.scenario.map.label
    north = next(at for at in duty.places if label(at).startswith("1B:"))
    assert not label(duty.places[0]).startswith("1B:"), "far away in the south"
    window.view.go_to(north, 40)
    seen = window.view.visible_rect
    line = next(one for one in window.decision.duties.lines if duty.text in one.text())
    follow(line, window)
    assert window.view.visible_rect.intersects(seen)
    shape = window.view.board.board.shape
    assert window.view.visible_rect.contains(shape.hex_rect(north, 0).center())


def test_a_level_of_victory_that_names_the_winner_stands_alone(opened: Opener) -> None:
    """*Soviet: Soviet decisive victory.* stood there."""
    position = {"turn": 5, "side": "allied", "phase": "exploitation", "weather": "clear"}
    units = {TANKS: "2A:0931"}
    whole = {**position, "only": True, "units": units}
    hands = Hands(laid_out(opened, "fire_in_the_east/army_group_north", whole))
    hands.end()
    hands.end()
    assert hands.window.bridge.view.outcome is not None
    said = [label.text() for label in hands.window.decision.findChildren(QLabel)]
    assert "Soviet decisive victory." in said


def test_a_stack_with_a_builder_is_asked_about_before_it_goes(opened: Opener) -> None:
    """What it is building is given up by that, and nobody was told."""
    builder, mates = UnitId("italian-26-engineer"), UnitId("italian-3-julia")
    position = {"turn": 3, "side": "axis", "phase": "initial", "weather": "clear", "only": True}
    units = {builder: "14A:4316", mates: "14A:4316"}
    hands = Hands(laid_out(opened, FRONT, {**position, "units": units}))
    bridge = hands.window.bridge
    assert bridge.act(BeginWork(builder, Project.FORT))
    for _ in range(4):
        if bridge.state.phase != Phase.MOVEMENT:
            hands.end()
    hands.click("14A:4316")
    hands.click("14A:4416")
    assert bridge.state.pieces[builder].at == hands.hex("14A:4316")
    menu = hands.window.play.menu
    assert menu is not None
    assert any("it is given up" in entry.toolTip() for entry in menu.actions())
    menu.close()


def test_a_click_on_a_place_of_a_duty_asks_how_it_is_done(opened: Opener) -> None:
    """Whoever was selected was refused there, or placed; a stack there was selected."""
    edge, inland = UnitId(PANZER), UnitId("german-1-infantry-xx")
    position = {"turn": 2, "side": "axis", "phase": "initial", "weather": "clear", "only": True}
    units = {edge: "1B:3633", inland: "1B:3731"}
    hands = Hands(laid_out(opened, "fire_in_the_east/campaign", {**position, "units": units}))
    window = hands.window
    hands.click("1B:3731")
    assert window.selection.unit == inland
    told = [each.text() for each in window.decision.findChildren(QLabel)]
    assert not any(text.startswith("Choose a unit") for text in told), "no unit does it"
    assert "Click a line above, then a lit hex; or choose from the list (L)." in told
    duty = next(one for one in window.bridge.rules.duties(window.bridge.state) if one.places)
    line = next(one for one in window.decision.duties.lines if duty.text in one.text())
    follow(line, window)
    assert window.selection.unit is None
    hands.click("1B:3633")
    menu = window.play.menu
    assert menu is not None
    said = [entry.text() for entry in menu.actions()]
    assert any(text.startswith("Place resource points in 1B:3633") for text in said), said
    assert said[-1] == "Select 1B:3633"
    menu.close()


def test_a_click_marches_where_a_ride_would_take_as_much(opened: Opener) -> None:
    """A menu of four ways opened for each hex on a railroad behind the front."""
    position = {"turn": 4, "side": "allied", "phase": "movement", "weather": "clear", "only": True}
    whole = {**position, "units": {TANKS: "2A:4117"}}
    hands = Hands(laid_out(opened, "fire_in_the_east/campaign", whole))
    unit = UnitId(TANKS)
    goal = next(
        label
        for label in ("2A:4017", "2A:4018", "2A:4016", "2A:4118", "2A:4116")
        if {offer.family for offer in hands.window.bridge.offers.menu(unit, hands.hex(label))}
        >= {"move", "rail move", "strategic move"}
    )
    hands.click("2A:4117")
    hands.click(goal)
    assert hands.at(unit) == {goal}
    assert hands.window.bridge.state.pieces[unit].marks.isdisjoint({"railed", "strategic"})
