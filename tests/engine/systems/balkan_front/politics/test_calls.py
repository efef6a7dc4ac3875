"""The call on Bulgaria (BF-28C1)."""

from __future__ import annotations

from fractions import Fraction

from engine.core.handler import Transition
from engine.rules.politics.calls import CallNation, CallRoll, CallRow
from engine.systems.balkan_front.politics import calls, garrisons, victory
from engine.systems.balkan_front.state.position import FrontPosition
from engine.systems.europa.production import arrivals
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.europa.state.records import Initial, Onward
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, THESSALONIKE, VOLOS, Front, deployed

BULGARIA = CallNation("bulgarian")
KORCE, GJIROKASTER, SOFIYA, BEOGRAD = "14A:4216", "14A:4419", "14A:3606", "14A:2211"
FIRST_INFANTRY = "bulgarian-1-infantry"


def ready(turn: int = 3, **state: object) -> Front:
    """An Axis initial phase after the recommended set-up: every garrison is kept."""
    front = Front()
    front.take(deployed())
    front.having(turn=turn, **state)
    return front.ask(Onward(), Initial(AXIS), phase=Phase.INITIAL.value, active=AXIS)


def added(front: Front) -> dict[str, int]:
    """What adds to the roll, by rule, nothing left out."""
    row = bulgaria(front)
    return {factor.rule: factor.value for factor in calls.CALLS.factors(front.pos, row)}


def bulgaria(front: Front) -> CallRow:
    row = calls.CALLS.row(front.pos, "bulgarian")
    assert row is not None
    return row


def refused(front: Front) -> list[str]:
    return [objection.rule for objection in front.rules.check(front.state, BULGARIA)]


def test_the_axis_calls_once_a_game_in_an_initial_phase() -> None:
    """BF-28C1.4."""
    front = ready()
    assert refused(front) == []
    front.do(BULGARIA).roll(1).roll(1)
    front.ask(Onward(), Initial(AXIS), turn=5, phase=Phase.INITIAL.value, active=AXIS)
    assert refused(front) == ["BF-28C1.4"]
    allied = ready().ask(Onward(), Initial(ALLIED), phase=Phase.INITIAL.value, active=ALLIED)
    assert refused(allied) == ["BF-28C1.4"]


def test_nobody_else_is_called_on() -> None:
    (told,) = ready().rules.check(ready().state, CallNation("turkish"))
    assert told.rule == "BF-28C1.4"


def test_not_on_the_first_turn_nor_once_germany_has_intervened() -> None:
    """BF-28C1.5."""
    assert refused(ready(turn=1)) == ["BF-28C1.5"]
    assert refused(ready(turn=2)) == []
    assert refused(ready(turn=8, entered=8)) == ["BF-28C1.5"]


def test_without_help_two_dice_never_reach_fifteen() -> None:
    """BF-28C1.6."""
    front = ready()
    row = bulgaria(front)
    assert calls.CALLS.chances(front.pos, row) == {"neutral": Fraction(1)}
    front.do(BULGARIA).roll(6)
    assert front.state.top == CallRoll("bulgarian", (6,))
    node = front.rules.chance(front.state)
    assert node is not None and node.meanings == ("neutral",) * 6
    front.roll(6)
    assert front.state.joined["bulgarian"] == ""


def test_axis_cities_count_one_each_in_greece_and_in_an_allied_yugoslavia() -> None:
    """BF-28C1.7: point cities too; Yugoslavia's only while it is Allied."""
    front = ready().own(AXIS, "14A:4518", THESSALONIKE, VOLOS, BEOGRAD)
    assert added(front)["BF-28C1.7"] == 3, "Konitsa is a point city"
    front.having(joined={**front.state.joined, "yugoslav": ALLIED})
    assert added(front)["BF-28C1.7"] == 4
    front.having(joined={**front.state.joined, "yugoslav": AXIS})
    assert added(front)["BF-28C1.7"] == 3, "as Yugoslavia is the Axis player's own"


def test_each_equivalent_the_metaxas_line_lacks_counts_two() -> None:
    """BF-28C1.8, 28B1b.7."""
    front = ready()
    assert added(front)["BF-28C1.8"] == 0
    front = Front()
    row = next(r for r in front.context.charts.garrisons.rows if r.id == "Metaxas Line")
    assert garrisons.shortage(front.pos, row).missing == 30, "the line is empty"
    assert added(front)["BF-28C1.8"] == 2 * 15


def test_each_allied_city_of_albania_counts_three_less() -> None:
    """BF-28C1.9."""
    assert added(ready().own(ALLIED, KORCE, GJIROKASTER))["BF-28C1.9"] == -6


def neglected() -> Front:
    """The Metaxas Line is empty."""
    front = Front()
    return front.ask(Onward(), Initial(AXIS), phase=Phase.INITIAL.value, active=AXIS)


def test_the_first_die_tells_what_the_second_leaves_open() -> None:
    """(BF 28C1.6, 28C2.10) It told nothing."""
    front = ready()
    front.do(CallNation("yugoslav"))
    first = front.rules.chance(front.state)
    assert first is not None and "die 1 of 2" in first.reason
    assert first.meanings[0] == "Allied or pro-Allied neutral"
    assert first.meanings[5] == "pro-Allied neutral, neutral, pro-Axis neutral or Axis"
    assert first.meanings[4] == "pro-Allied neutral, neutral or pro-Axis neutral"
    front.roll(6)
    last = front.rules.chance(front.state)
    assert last is not None and last.meanings[5] == "Axis"


def test_fifteen_brings_bulgaria_in_at_once() -> None:
    """BF-28C1.6, 28C1.1: its forces come in the same phase, and operate in three countries."""
    front = neglected().own(ALLIED, KORCE, GJIROKASTER)
    assert sum(added(front).values()) == 24
    front.do(BULGARIA).roll(1).roll(1)
    assert front.state.joined["bulgarian"] == AXIS
    pos = front.pos
    assert isinstance(pos, FrontPosition)
    assert pos.owner_of(front.at(SOFIYA)) == AXIS
    assert UnitId(FIRST_INFANTRY) in arrivals.due(pos, AXIS)
    for label, bars in ((ATHENS, False), (BEOGRAD, True), ("14A:4216", True), (SOFIYA, False)):
        assert (pos.bars(UnitId(FIRST_INFANTRY), front.at(label)) is not None) is bars, label
    front.having(joined={**front.state.joined, "yugoslav": ALLIED})
    assert front.pos.bars(UnitId(FIRST_INFANTRY), front.at(BEOGRAD)) is None


def test_a_bulgaria_of_the_axis_is_not_called_on_and_ends_the_garrison() -> None:
    """BF-28C1.4, 28B1b.8."""
    front = neglected()
    assert "Metaxas Line" in {found.name for found in garrisons.duties(front.pos, ALLIED)}
    front.having(joined={**front.state.joined, "bulgarian": AXIS})
    assert refused(front) == ["BF-28C1.4"]
    assert "Metaxas Line" not in {found.name for found in garrisons.duties(front.pos, ALLIED)}


def test_chances_are_those_of_two_dice() -> None:
    """BF-28C1.6: seven missing equivalents of what is needed make 15 of 8 or more."""
    front = neglected().own(ALLIED, KORCE, GJIROKASTER, "14A:3719", "14A:3720", "14A:4121")
    row = bulgaria(front)
    need = 15 - calls.CALLS.modifier(front.pos, row)
    ways = sum(a + b >= need for a in range(1, 7) for b in range(1, 7))
    found = calls.CALLS.chances(front.pos, row)
    assert found.get("active participation", Fraction(0)) == Fraction(ways, 36)
    assert sum(found.values()) == 1


def test_allied_cities_of_an_axis_bulgaria_count_at_the_end() -> None:
    """BF-VPL.7."""
    front = neglected().own(ALLIED, SOFIYA)

    def points(front: Front) -> int:
        transition = Transition(front.state)
        victory.final(front.pos, transition)
        return int(transition.state.score(ALLIED))

    before = points(front)
    front.having(joined={**front.state.joined, "bulgarian": AXIS}).own(ALLIED, SOFIYA)
    assert points(front) == before + 2


def test_the_panel_shows_status_what_counts_and_the_chances() -> None:
    front = neglected()
    panel = next(p for p in front.rules.displays(front.state) if p.id == "politics")
    rows = {row.label: row.value for row in panel.rows}
    assert rows["Bulgaria"] == "neutral" and rows["Germany"] == "Axis, not involved"
    assert rows["Call on Bulgaria"] == "open to the Axis"
    assert rows["REs missing from the Metaxas Line [BF-28C1.8]"] == "+30"
    assert rows["Active participation"] == "100\u00a0%"
    late = ready(turn=8, entered=8)
    panel = next(p for p in late.rules.displays(late.state) if p.id == "politics")
    rows = {row.label: row.value for row in panel.rows}
    assert rows["Call on Bulgaria"] == "no more: Germany intervened" and "Allied" not in rows
    front.do(BULGARIA).roll(1).roll(1)
    panel = next(p for p in front.rules.displays(front.state) if p.id == "politics")
    assert {row.label: row.value for row in panel.rows}["Bulgaria"] == "Axis"


def test_the_automatic_player_calls_when_bulgaria_will_probably_come() -> None:
    front = neglected()
    advice = front.rules.advise(front.state)
    assert advice.action == BULGARIA
    assert ready().rules.advise(ready().state).action != BULGARIA
