"""Air units under enemies who come down on their base: to escape or to stay (FE-17B)."""

from __future__ import annotations

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.actions import Land
from engine.systems.europa.air.carrying import dropping
from engine.systems.europa.air.groups.actions import StayOnBase, TryEscape
from engine.systems.europa.air.groups.records import Alarmed
from engine.systems.europa.air.records import AirUnit, EscapeRoll, Landing, ToLand
from engine.systems.europa.state.constants import AIRDROPPED, ALLIED, AXIS, DEAD, LANDED, Phase
from engine.systems.fire_in_the_east import sequence
from maps.hexgrid import Hex
from tests.engine.systems.fire_in_the_east.eastern import FOOT
from tests.engine.systems.fire_in_the_east.eastern_air import BIALYSTOK, GERMAN_BASE, HE111, JU87
from tests.engine.systems.fire_in_the_east.test_drops import PARAS, Drops

GOOD, POOR = 6, 2
"""Faces of a die of those who drop on Bialystok: in good order, and not."""


class Raid(Drops):
    """Soviet parachutists come down on the German airbase of Bialystok."""

    def __init__(self, *guards: str) -> None:
        super().__init__()
        self.own(AXIS, BIALYSTOK, GERMAN_BASE).station(BIALYSTOK, JU87, HE111)
        if guards:
            self.put(BIALYSTOK, *guards)
        self.base: Hex = self.at(BIALYSTOK)

    def drop(self, face: int = GOOD) -> Raid:
        """They fly in, and the die of their drop is thrown."""
        self.aloft(self.base).do(EndPhase())
        while not isinstance(self.state.top, Alarmed | EscapeRoll) and self.rules.chance(
            self.state
        ):
            self.roll(face)
        return self

    def air_unit(self, unit: str) -> AirUnit:
        """An air unit as it is now."""
        return self.state.air.units[unit]

    def tidied(self) -> Raid:
        """Put right what follows from who stands where, as after an action."""
        doing = self.transition()
        self.rules.tidy(doing)
        self.take(doing.state)
        return self

    def fall(self) -> Raid:
        """The guards are gone."""
        self.state = self.state.with_piece(FOOT, at=DEAD)
        return self.tidied()


def test_they_may_escape_as_enemies_come_down_among_guards() -> None:
    """[FE-17B.1] Each of them, before anybody attacks; nobody must."""
    raid = Raid(FOOT).drop()
    assert raid.state.top == Alarmed(AXIS, raid.base, (HE111, JU87))
    offered = set(raid.legal)
    assert offered == {TryEscape(HE111), TryEscape(JU87), StayOnBase()}
    raid.do(TryEscape(JU87))
    assert raid.state.top == EscapeRoll(JU87)
    raid.roll(3)
    assert raid.state.top == ToLand(AXIS, Landing.ESCAPING, (JU87,))
    raid.do(Land(JU87, raid.at(GERMAN_BASE)))
    assert raid.air_unit(JU87) == AirUnit(raid.at(GERMAN_BASE), operative=False)
    assert raid.state.top == Alarmed(AXIS, raid.base, (HE111,))
    assert raid.objections(TryEscape(JU87)) == ["FE-17B.1"]
    raid.do(StayOnBase())
    assert not isinstance(raid.state.top, Alarmed)
    assert raid.air_unit(HE111) == AirUnit(raid.base)


def test_who_fails_stays_on_a_base_that_is_held() -> None:
    """[FE-17B.3] And is lost with it later in that player turn, without another try [FE-17B.4]."""
    raid = Raid(FOOT).drop().do(TryEscape(JU87))
    node = raid.rules.chance(raid.state)
    assert node is not None
    assert node.meanings == ("escapes",) * 3 + ("stays",) * 3
    raid.roll(4)
    assert raid.told("air unit stays")
    assert raid.air_unit(JU87) == AirUnit(raid.base)
    raid.do(StayOnBase()).fall()
    assert raid.pos.base_owner(raid.base) == ALLIED
    assert raid.air_unit(JU87).at == raid.air_unit(HE111).at != raid.base
    assert not isinstance(raid.state.top, EscapeRoll | Alarmed)


def test_a_base_that_falls_at_once_leaves_no_choice() -> None:
    """[FE-17B.1] [FE-17B.4] Who does not try would be lost."""
    raid = Raid().drop()
    assert raid.pos.base_owner(raid.base) == ALLIED
    assert isinstance(raid.state.top, EscapeRoll)
    node = raid.rules.chance(raid.state)
    assert node is not None
    assert "eliminated" in node.meanings


def test_the_disrupted_alarm_a_base_that_they_do_not_hold() -> None:
    """[FE-17B.1] [FE-25A.4]"""
    raid = Raid().drop(POOR)
    assert dropping.lately(raid.pos, ALLIED) == {raid.base}
    assert raid.state.top == Alarmed(AXIS, raid.base, (HE111, JU87))


def test_who_is_inoperative_is_not_asked() -> None:
    """[FE-17B.1]"""
    raid = Raid(FOOT).station(BIALYSTOK, JU87, HE111, operative=False).drop()
    assert not isinstance(raid.state.top, Alarmed)
    assert raid.air_unit(JU87).at == raid.base


def test_landings_alarm_a_base_too() -> None:
    """[FE-17B.1] Over a beach among its guards, as by parachute; in their own player turn alone."""
    for mark in (LANDED, AIRDROPPED):
        for side in (ALLIED, AXIS):
            raid = Raid(FOOT)
            raid.having(active=side).put(BIALYSTOK, PARAS, marks=(mark,))
            raid.tidied()
            assert isinstance(raid.state.top, Alarmed) == (side == ALLIED)


def test_a_new_player_turn_asks_again_where_the_base_is_lost() -> None:
    """[FE-17B.4] What was asked holds for that player turn."""
    raid = Raid(FOOT).drop().do(StayOnBase())
    assert raid.pos.alarmed == {raid.base}
    doing = raid.transition()
    sequence.open_slot(raid.context, doing, Phase.INITIAL, AXIS)
    assert not doing.state.alarmed
    raid.state = doing.state
    raid.fall()
    assert isinstance(raid.state.top, EscapeRoll)


def test_the_automatic_player_leaves_where_the_guards_are_weak() -> None:
    """And stays where they are strong."""
    for guards, leaves in (((FOOT,), False), ((), True)):
        raid = Raid(*guards).drop(GOOD if guards else POOR)
        advice = raid.rules.advise(raid.state)
        assert advice is not None
        assert isinstance(advice.action, TryEscape) == leaves
