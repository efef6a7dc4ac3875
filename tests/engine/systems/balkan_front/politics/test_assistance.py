"""German assistance (BF-28A2a)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.systems.balkan_front.actions import Assist, AssistByAir
from engine.systems.balkan_front.politics import assistance
from engine.systems.europa.production.initial_actions import Arrive
from engine.systems.europa.state.constants import ALLIED, AXIS, PENDING, Phase
from engine.systems.europa.state.records import Initial, Onward
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, BARI, BRINDISI, VALONA, Front
from tests.engine.systems.europa.air.sky import JU52, TIRANA, Sky

MOUNTAIN, PANZER, GUNS = "german-1-mountain", "german-8-panzer", "german-197-assault-gun"
INFANTRY, OF_THE_12TH = "german-79-infantry", "german-46-infantry"
BRITISH = "british-14-brigade"


def ready(turn: int = 5, side: str = AXIS) -> Front:
    """An initial phase on an empty board."""
    front = Front(turn)
    return front.ask(Onward(), Initial(side), phase=Phase.INITIAL.value, active=side)


def take(front: Front, unit: str, at: str = BARI) -> Assist:
    return Assist(UnitId(unit), front.at(at))


@pytest.mark.parametrize(
    ("turn", "refused"), [(2, ["BF-28A2a.1"]), (3, []), (12, []), (13, ["BF-28A2a.1"])]
)
def test_from_dec_i_to_apr_ii(turn: int, refused: list[str]) -> None:
    """BF-28A2a.1."""
    front = ready(3).having(turn=turn)
    assert front.objections(take(front, MOUNTAIN)) == refused


def test_only_the_axis_and_not_once_germany_has_intervened() -> None:
    """BF-28A2a.1, 28A2a.2."""
    allied = ready(side=ALLIED)
    assert allied.objections(take(allied, MOUNTAIN)) == ["BF-28A2a.1"]
    front = ready(9).having(entered=9)
    assert front.objections(take(front, MOUNTAIN)) == ["BF-28A2a.2"]
    assert assistance.families(front.pos, Initial(AXIS)) == ()


def test_a_line_tells_what_assistance_takes_and_costs() -> None:
    """BF-28A2a.6, VPA.14, VPA.15; BF-29A.3 for a conditional reinforcement."""
    front = ready()
    told = front.rules.describe(front.state, take(front, MOUNTAIN))
    assert told.endswith("(3 REs of 5, 1 VP each)")
    sky = Sky(5)
    by_air = AssistByAir("german-me-109e-1", sky.at(BARI))
    assert sky.rules.describe(sky.state, by_air).endswith(" for 2 victory points")
    front = ready(5)
    trieste = Arrive(UnitId("italian-101-trieste"), front.at(BARI))
    assert front.rules.describe(front.state, trieste).endswith(" for 4 victory points")


def test_units_listed_against_yugoslavia_and_no_others() -> None:
    """BF-28A2a.5."""
    front = ready()
    assert {UnitId(MOUNTAIN), UnitId(PANZER), UnitId("german-5-panzer")} <= set(
        assistance.pool(front.pos)
    )
    assert front.objections(take(front, OF_THE_12TH)) == ["BF-28A2a.5"]


def test_example_a_mountain_division_counts_three_and_leaves_two() -> None:
    """BF-28A2a.3, 28A2a.6: the example of Jan I 41, its fighter aside."""
    front = ready(5)
    assert assistance.left(front.pos) == 10
    assert assistance.charge(front.pos, UnitId(MOUNTAIN)) == 6
    front.do(take(front, MOUNTAIN))
    assert assistance.left(front.pos) == 4
    assert front.objections(take(front, INFANTRY)) == ["BF-28A2a.3"]
    assert front.objections(take(front, "german-537-regiment")) == []


def test_c_m_units_count_double() -> None:
    """BF-28A2a.6: a panzer division takes six, a battalion of assault guns one."""
    front = ready()
    assert assistance.charge(front.pos, UnitId(PANZER)) == 12
    assert assistance.charge(front.pos, UnitId(GUNS)) == 2
    assert front.objections(take(front, PANZER)) == ["BF-28A2a.3"]


def test_british_units_in_mainland_greece_bring_ten() -> None:
    """BF-28A2a.4, 28B2.1: on Crete they do not count."""
    front = ready().put("15B:2213", BRITISH)
    assert assistance.most(front.pos) == 10
    front.put(ATHENS, BRITISH)
    assert assistance.most(front.pos) == 20
    front.do(take(front, PANZER))
    assert assistance.left(front.pos) == 8
    assert front.objections(take(front, "german-14-panzer")) == ["BF-28A2a.4"]


def test_28a2a_position_aa_brings_no_more_assistance(monkeypatch: pytest.MonkeyPatch) -> None:
    """BF-28A2a.4, 28B2.1: British ground units other than position AA."""
    front = ready()
    known = front.context.units
    trait = replace(known[UnitId(BRITISH)], traits=frozenset({"posaa"}))
    monkeypatch.setattr(front.context, "units", {**known, UnitId(BRITISH): trait})
    assert assistance.most(front.put(ATHENS, BRITISH).pos) == 10


def test_they_appear_in_any_hex_of_mainland_italy() -> None:
    """BF-28A2a.7."""
    front = ready()
    assert front.objections(take(front, MOUNTAIN, BRINDISI)) == []
    assert front.objections(take(front, MOUNTAIN, "14A:3627")) == []
    assert front.objections(take(front, MOUNTAIN, VALONA)) == ["BF-28A2a.7"]
    assert front.do(take(front, MOUNTAIN)).where_is(MOUNTAIN) == front.at(BARI)


def test_what_was_taken_is_taken() -> None:
    """BF-28A2a.8: no more of the forces that intervene, even when it is lost."""
    front = ready()
    front.do(take(front, MOUNTAIN))
    assert front.state.assisted == {UnitId(MOUNTAIN)}
    assert UnitId(MOUNTAIN) not in assistance.pool(front.pos)
    front.put("dead", MOUNTAIN)
    assert UnitId(MOUNTAIN) not in assistance.pool(front.pos)
    assert front.where_is(INFANTRY) == PENDING


def test_each_equivalent_costs_a_point_halves_gathered() -> None:
    """BF-28A2a.9, VPA.14."""
    front = ready()
    front.do(take(front, MOUNTAIN))
    assert front.state.score(AXIS) == -3
    front.do(take(front, GUNS))
    assert front.state.score(AXIS) == -4
    panel = next(p for p in front.rules.displays(front.state) if p.id == "politics")
    rows = {row.label: row.value for row in panel.rows}
    assert rows["German assistance"] == "1 of 5 REs a turn"
    assert rows["Sent: 2 units"] == "-4 points"


def test_a_new_player_turn_brings_new_assistance() -> None:
    """BF-28A2a.1: it may be taken in each Axis initial phase."""
    front = ready()
    front.do(take(front, MOUNTAIN))
    front.having(used={})
    assert assistance.left(front.pos) == 10


# Air units

ME_109, ME_110 = "german-me-109e", "german-me-110c"


def flying(turn: int = 5, side: str = AXIS) -> Sky:
    """An initial phase of the war with air units, on an empty board."""
    sky = Sky(turn)
    return sky.ask(Onward(), Initial(side), phase=Phase.INITIAL.value, active=side)


def fetch(sky: Sky, unit: str, at: str = BRINDISI) -> AssistByAir:
    return AssistByAir(unit, sky.at(at))


def test_example_a_mountain_division_and_a_fighter_are_the_five_of_jan_i() -> None:
    """BF-28A2a.6: 3 REs and 2; nothing is left of the turn then."""
    sky = flying()
    sky.do(take(sky, MOUNTAIN), fetch(sky, ME_109))
    assert assistance.left(sky.pos) == 0
    assert sky.unit(ME_109).at == sky.at(BRINDISI) and sky.unit(ME_109).operative
    assert sky.objections(fetch(sky, ME_110)) == ["BF-28A2a.3"]


def test_air_units_cost_two_points_each_and_count_two_equivalents() -> None:
    """BF-28A2a.6, VPA.15."""
    sky = flying()
    sky.do(fetch(sky, ME_109), fetch(sky, ME_110))
    assert assistance.left(sky.pos) == 2
    assert sky.state.score(AXIS) == -4
    assert {entry.rule for entry in sky.state.ledger} == {"BF-VPA.15"}
    panel = next(p for p in sky.rules.displays(sky.state) if p.id == "politics")
    assert {row.label: row.value for row in panel.rows}["Sent: 2 air units"] == "-4 points"


def test_air_units_listed_against_yugoslavia_and_no_others() -> None:
    """BF-28A2a.5: twelve of them; the Ju 52 of Dec II is no assistance."""
    sky = flying()
    assert len(assistance.air_pool(sky.pos)) == 12
    assert sky.objections(fetch(sky, JU52)) == ["BF-28A2a.5"]
    assert sky.objections(fetch(sky, "no air unit")) == ["BF-28A2a.5"]
    sky.do(fetch(sky, ME_109))
    assert sky.objections(fetch(sky, ME_109)) == ["BF-28A2a.5"]
    assert {"assist", "assist by air"} <= sky.kinds()


def test_air_units_appear_at_airbases_of_mainland_italy() -> None:
    """BF-28A2a.7"""
    sky = flying()
    assert sky.objections(fetch(sky, ME_109, TIRANA)) == ["BF-28A2a.7"]
    assert sky.objections(fetch(sky, ME_109)) == []


@pytest.mark.parametrize(
    ("turn", "side", "refused"),
    [(2, AXIS, "BF-28A2a.1"), (5, ALLIED, "BF-28A2a.1")],
)
def test_no_air_unit_comes_before_dec_i_nor_to_the_allies(
    turn: int, side: str, refused: str
) -> None:
    """BF-28A2a.1"""
    sky = flying(3, side).having(turn=turn)
    assert sky.objections(fetch(sky, ME_109)) == [refused]
    assert "assist by air" not in sky.kinds()


def test_where_no_air_units_fly_none_assist() -> None:
    """BF-28A2a.5"""
    assert assistance.air_pool(ready().pos) == ()
