"""Nations: who is neutral, German entry, who may go where, surrender, garrisons, reduction
(BC-19A, 24).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.boot_camp import politics, victory
from engine.systems.boot_camp.actions import Withdraw
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, MIDDLE_EAST
from engine.systems.boot_camp.state.records import Flying, Reducing
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.production import arrivals
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.state.common import claims
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE, PENDING, Phase
from engine.systems.europa.state.records import Initial, Moving, Onward, WeatherRoll
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import ATHENS, BEOGRAD, SOFIYA, Camp

PANZER, INFANTRY, SAVSKA = "german-2-panzer", "german-46-infantry", "yugoslav-27-savska"
BUDAPEST = ("14A:0811", "14A:0712")
ZAGREB, NIS = "14A:1223", "14A:3009"


def weather_due(turn: int) -> Camp:
    """The weather roll of a turn."""
    camp = Camp(turn)
    return camp.ask(Onward(), WeatherRoll(), phase=Phase.WEATHER.value, active="")


def face_of(camp: Camp, weather: str) -> int:
    node = camp.rules.chance(camp.state)
    assert node is not None
    return node.meanings.index(weather) + 1


def test_at_the_start_italy_faces_greece_and_britain_and_the_rest_is_neutral() -> None:
    joined = Camp.opened().state.joined
    assert {nation for nation, side in joined.items() if side == AXIS} == {"italian"}
    assert {nation for nation, side in joined.items() if side == ALLIED} == {"greek", "british"}
    pos = Camp.opened().pos
    assert pos.owner_of(pos.context.hex_of("14A:3719")) == AXIS, "Tirana, Albania"
    assert pos.owner_of(pos.context.hex_of(ATHENS)) == ALLIED
    assert pos.owner_of(pos.context.hex_of(BEOGRAD)) == ""
    assert pos.owner_of(pos.context.hex_of("14A:0118")) == "", "Wien: Germany waits too"


def test_nobody_enters_or_attacks_a_neutral_and_neutrals_stand_still() -> None:
    camp = Camp().put("14A:3819", "italian-3-julia").put(NIS, SAVSKA)
    over = (
        next(
            n
            for n in camp.context.fronts[camp.at("14A:3819")]
            if camp.context.countries[n] == "Yugoslavia"
        )
        if any(
            camp.context.countries[n] == "Yugoslavia"
            for n in camp.context.fronts[camp.at("14A:3819")]
        )
        else camp.at("14A:3716")
    )
    julia = UnitId("italian-3-julia")
    barred = camp.pos.bars(julia, over)
    assert barred is not None and barred.rule == "BC-19A.2"
    attack = camp.pos.bars_attack(julia, camp.at(NIS))
    assert attack is not None and attack.rule == "BC-19A.2"
    frozen = camp.pos.may_act(UnitId(SAVSKA))
    assert frozen is not None and frozen.rule == "BC-19A.3"
    assert not camp.pos.zoc(""), "neutrals and nobody have no zones"


def test_germany_enters_with_the_first_clear_turn_of_1941() -> None:
    camp = weather_due(11)
    camp.roll(face_of(camp, "clear"))
    state = camp.state
    assert state.entered == 11 and state.surprise
    assert state.phase == Phase.SURPRISE_INITIAL and state.active == AXIS
    assert {
        state.joined[n] for n in ("german", "hungarian", "bulgarian", "rumanian", "slovak")
    } == {AXIS}
    assert state.joined["yugoslav"] == ALLIED
    assert state.joined["turkish"] == ""
    assert camp.score(AXIS) == -12


def test_poor_weather_keeps_germany_out() -> None:
    camp = weather_due(6)
    node = camp.rules.chance(camp.state)
    assert node is not None and node.topic == "weather"
    poor = next(i for i, word in enumerate(node.meanings, 1) if word != "clear")
    camp.roll(poor)
    assert not camp.state.entered and camp.state.phase == Phase.INITIAL


def test_clear_weather_in_1940_brings_nobody() -> None:
    camp = weather_due(2)
    camp.roll(face_of(camp, "clear"))
    assert not camp.state.entered


def entered() -> Camp:
    """The turn of German entry, at its first decision."""
    camp = weather_due(11)
    return camp.roll(face_of(camp, "clear"))


def test_the_forces_of_the_intervention_are_placed_first() -> None:
    camp = entered()
    due = arrivals.due(camp.pos, AXIS)
    nations = {camp.context.units[unit].nation for unit in due}
    assert nations == {"german", "hungarian", "bulgarian"}
    assert UnitId(PANZER) in due
    camp.do(home.ArriveAll())
    assert not arrivals.due(camp.pos, AXIS)
    romania = camp.context.units
    assert not any(unit.nation in ("rumanian", "slovak") for unit in romania.values())


def test_german_units_alone_act_in_the_surprise_sub_turn_which_ends_before_the_initial_phase() -> (
    None
):
    camp = entered().do(home.ArriveAll(), EndPhase())
    assert camp.state.phase == Phase.SURPRISE_MOVEMENT
    camp.put("14A:3719", "italian-3-julia")
    move = march.Move(UnitId("italian-3-julia"), camp.at("14A:3819"))
    assert "BC-24E.2" in camp.objections(move)
    phases = []
    while camp.state.phase != Phase.INITIAL:
        if camp.state.phase not in phases:
            phases.append(camp.state.phase)
        camp.do(EndPhase())
    assert phases[0] == Phase.SURPRISE_MOVEMENT and phases[-1] == Phase.SURPRISE_COMBAT
    assert camp.state.active == AXIS and not camp.state.surprise
    assert isinstance(camp.state.top, Initial)
    due = arrivals.due(camp.pos, AXIS)
    assert any(camp.context.units[u].nation == "italian" for u in due), "the Italian 2nd Army"


def test_only_german_air_points_fly_in_the_surprise_sub_turn() -> None:
    camp = entered().do(home.ArriveAll(), EndPhase())
    top = camp.rules
    camp.ask(Onward(), Flying(ALLIED, AXIS), Flying(AXIS, AXIS, ("german",)))
    from engine.systems.boot_camp.actions import Allot
    from engine.systems.boot_camp.air_and_sea import air

    camp.having(phase=Phase.SURPRISE_AIR.value)
    frame = camp.state.top
    assert isinstance(frame, Flying)
    camp.put(BEOGRAD, "yugoslav-3-dunavska").put("14A:2212", PANZER)
    objected = [
        o.rule
        for o in air.AIR.objections(camp.pos, frame, Allot("italian", camp.at(BEOGRAD), 1, 0))
    ]
    assert "BC-24E.2" in objected and top is camp.rules


def test_the_second_army_comes_with_yugoslavia() -> None:
    army = [
        unit for unit, entry in Camp().context.arrivals.items() if entry.group == "Italian 2nd Army"
    ]
    assert army
    before = Camp(9)
    assert not set(army) & set(arrivals.due(before.pos, AXIS))
    assert set(army) <= set(arrivals.due(before.enter().pos, AXIS))


def test_other_german_forces_are_not_in_the_game() -> None:
    context = Camp().context
    groups = {
        entry.group
        for unit, entry in context.arrivals.items()
        if context.units[unit].nation == "german"
    }
    named = {"12th Army", "1st Panzer Group", "2nd Army", "XI Air Corps"}
    assert groups == {*named, ""}
    others = [u for u, e in context.arrivals.items() if "german-" in u and not e.group]
    assert others == ["german-22-air-landing"], "the division of BC-20.3"


def test_hungarians_keep_to_hungary_and_yugoslavia() -> None:
    camp = Camp().enter()
    unit = UnitId("hungarian-1-infantry")
    pos = camp.pos
    assert pos.bars(unit, camp.at("14A:0811")) is None
    assert pos.bars(unit, camp.at(BEOGRAD)) is None
    for label in (SOFIYA, ATHENS):
        barred = pos.bars(unit, camp.at(label))
        assert barred is not None and barred.rule == "BC-24F.2"
        attack = pos.bars_attack(unit, camp.at(label))
        assert attack is not None and attack.rule == "BC-24F.2"


def test_bulgarians_wait_a_turn_and_keep_to_their_area() -> None:
    camp = Camp().enter(9)
    unit = UnitId("bulgarian-1-infantry")
    waiting = camp.pos.may_act(unit)
    assert waiting is not None and waiting.rule == "BC-24G.2"
    camp.having(turn=10)
    assert camp.pos.may_act(unit) is None
    assert camp.pos.bars(unit, camp.at(ATHENS)) is None
    assert camp.pos.bars(unit, camp.at(BEOGRAD)) is None
    barred = camp.pos.bars(unit, camp.at("14A:0811"))
    assert barred is not None and barred.rule == "BC-24G.3"


def test_rumania_is_open_to_the_axis_and_closed_to_the_allies() -> None:
    camp = Camp().enter()
    craiova = camp.at("14A:2802")
    assert camp.pos.bars(UnitId(PANZER), craiova) is None
    for check in (camp.pos.bars, camp.pos.bars_attack):
        barred = check(UnitId("yugoslav-3-dunavska"), craiova)
        assert barred is not None and barred.rule == "BC-24H.3"
    camp.put("14A:2705", "yugoslav-3-dunavska")
    assert not any(camp.context.countries[at] == "Rumania" for at in camp.pos.zoc(ALLIED))


SLOVAK, RUMANIAN, UNOWNED = "14A:0214", "14A:2802", "14A:2803"


def test_24h_19e_the_axis_marches_in_rumania_and_slovakia_and_drops_from_their_airbases() -> None:
    """The Allies do neither, and before Germany enters nobody does. [BC-24H.2]"""
    camp = Camp(14).enter(11).having(athens=12)
    jumper = UnitId("german-7-1-parachute")
    for base in (RUMANIAN, "14A:0215"):
        camp.put(base, jumper)
        ground = {action.target for action in camp.legal.family("drop")}
        assert ground and camp.context.countries[camp.at(base)] in ("Rumania", "Slovakia")
        assert {camp.context.countries[at] for at in ground} >= {"Yugoslavia"}
    camp.put(UNOWNED, jumper)
    assert not camp.context.fields & {camp.at(UNOWNED)} and "drop" not in camp.kinds()
    inside = camp.at(SLOVAK)
    for border in inside.neighbours():
        if camp.context.countries.get(border) == "Slovakia":
            camp.put(border, PANZER)
            assert march.Move(UnitId(PANZER), inside) in list(camp.legal.of(UnitId(PANZER)))
    neutral = Camp(8).put("14A:2705", "yugoslav-3-dunavska").put("14A:4519", "italian-23-ferrara")
    barred = neutral.pos.bars(UnitId("italian-23-ferrara"), camp.at(RUMANIAN))
    assert barred is not None and barred.rule == "BC-19A.2"


def test_greece_surrenders_with_athens_except_on_islands() -> None:
    camp = Camp().enter().put("15B:0812", PANZER).put("14A:4918", "greek-8-mountain")
    camp.put("15B:2213", "greek-5-14-mountain-regiment").put(EASTERN_GREECE, "greek-13-2-regiment")
    camp.put(MIDDLE_EAST, "british-4-nz-brigade")
    camp.do(march.Move(UnitId(PANZER), camp.at(ATHENS)))
    state = camp.state
    assert state.surrendered == {"greek"} and state.athens == state.turn
    assert camp.where("greek-8-mountain") == GONE
    assert camp.where("greek-20-mountain") == GONE, "reinforcements too"
    assert camp.where("greek-5-14-mountain-regiment") == camp.at("15B:2213")
    assert camp.where("greek-13-2-regiment") == EASTERN_GREECE
    assert camp.where("british-4-nz-brigade") == MIDDLE_EAST
    assert camp.pos.air_left("greek") == (0, 0)
    assert camp.told("surrender")[0]["nation"] == "Greece"
    assert camp.score(AXIS) == 6, "the capital"


def test_what_a_nation_that_gives_up_had_contested_changes_hands_at_once() -> None:
    """BC-24.1 and 14C: units that leave the game contest no hex any more."""
    camp = Camp().enter().put("15B:0812", PANZER)
    near = camp.at("14A:4918")
    for at in camp.context.fronts[near]:
        if not camp.pos.neutral(at) and camp.pos.owned(ALLIED) >= {at}:
            camp.put(at, INFANTRY)
            break
    camp.put("14A:4918", "greek-8-mountain")
    camp.do(march.Move(UnitId(PANZER), camp.at(ATHENS)))
    assert "greek" in camp.state.surrendered
    assert near in camp.pos.owned(AXIS), "nobody contests it now"
    assert not claims(camp.pos)


def test_italy_in_athens_before_german_entry_wins_at_once() -> None:
    camp = Camp().put("15B:0812", "italian-3-julia")
    camp.do(march.Move(UnitId("italian-3-julia"), camp.at(ATHENS)))
    assert camp.state.over and camp.state.winner == AXIS
    assert camp.state.level == "decisive victory"
    assert camp.told("over")


@pytest.mark.parametrize(
    ("nation", "unit", "taker", "frm", "capital", "side"),
    [
        ("yugoslav", SAVSKA, PANZER, "14A:2212", BEOGRAD, AXIS),
        ("bulgarian", "bulgarian-2-infantry", "greek-8-mountain", "14A:3707", SOFIYA, ALLIED),
    ],
)
def test_a_nation_surrenders_with_its_capital(
    nation: str, unit: str, taker: str, frm: str, capital: str, side: str
) -> None:
    camp = Camp(side=side).enter().put("14A:3009" if nation == "yugoslav" else "14A:4002", unit)
    near = next(n for n in camp.context.fronts[camp.at(capital)] if not camp.pos.neutral(n))
    camp.put(near, taker).having(taken={near: side})
    camp.do(march.Move(UnitId(taker), camp.at(capital)))
    assert nation in camp.state.surrendered
    assert camp.where(unit) == GONE


def test_hungary_surrenders_when_both_hexes_of_budapest_are_taken() -> None:
    camp = Camp(side=ALLIED).enter().put("14A:1223", "yugoslav-27-savska")
    camp.own(ALLIED, BUDAPEST[0])
    assert politics.fallen(camp.pos) == ()
    camp.own(ALLIED, *BUDAPEST)
    assert politics.fallen(camp.pos) == ("hungarian",)


@pytest.mark.parametrize("counts", [False, True])
def test_24_1_units_that_surrender_count_as_eliminated_where_the_chart_says_so(
    counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The supplement calls them eliminated; whether they score is a cell. [BC-24.1]"""
    camp = Camp().enter().put("14A:0610", "hungarian-1-infantry")
    charts = camp.context.charts
    changed = replace(charts, victory=replace(charts.victory, surrendered=counts))
    monkeypatch.setattr(camp.context, "charts", changed)
    politics.surrender(camp.pos, (doing := _doing(camp)), "hungarian")
    victory.tally(camp.rules.position(doing.state), doing)
    assert doing.state.pieces[UnitId("hungarian-1-infantry")].at == (DEAD if counts else GONE)
    assert (doing.state.score(ALLIED) > camp.state.score(ALLIED)) is counts


def test_24a_greeks_alone_guard_the_line_where_the_chart_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The supplement asks the garrison of Greece, Balkan Front of any Allied unit. [BC-24A.3]"""
    camp = Camp(side=ALLIED)
    british = next(u for u in camp.context.of_nation("british") if camp.pos.facts(u).divisional)
    at = min(camp.context.metaxas)
    camp.put(at, british)
    empty, lacking = politics.metaxas_gaps(camp.pos)
    assert at not in empty and lacking == 3
    charts = camp.context.charts
    greek = replace(charts, garrisons=replace(charts.garrisons, guards=("greek",)))
    monkeypatch.setattr(camp.context, "charts", greek)
    empty, lacking = politics.metaxas_gaps(camp.pos)
    assert at in empty and lacking == 4


def test_surrender_takes_replacement_points_and_spares_the_dead() -> None:
    camp = Camp().enter().put(DEAD, "yugoslav-40-slavonska")
    camp.having(points={"yugoslav inf": 2, "greek mtn": 2})
    camp.put(BEOGRAD, PANZER).own(AXIS, BEOGRAD)
    politics.surrender(camp.pos, (doing := _doing(camp)), "yugoslav")
    assert doing.state.points == {"greek mtn": 2}
    assert doing.state.pieces[UnitId("yugoslav-40-slavonska")].at == DEAD


def _doing(camp: Camp):  # type: ignore[no-untyped-def]
    from engine.core.handler import Transition

    return Transition(camp.state)


def test_the_metaxas_line_wants_a_unit_in_each_hex_and_four_divisions() -> None:
    camp = Camp.deployed()
    pos = camp.pos
    line = pos.context.metaxas
    assert len(line) >= 4 and all(pos.context.countries[at] == "Greece" for at in line)
    empty, lacking = politics.metaxas_gaps(pos)
    assert not empty, "the recommended set-up covers the line"
    assert lacking == 4, "its divisions are cadres before they mobilize"
    doing = _doing(camp)
    politics.check_metaxas(pos, doing)
    assert doing.state.score(AXIS) == 5
    camp.having(entered=1)
    doing = _doing(camp)
    politics.check_metaxas(camp.pos, doing)
    assert doing.state.score(AXIS) == 0


def test_four_divisions_and_a_unit_in_each_hex_satisfy_the_line() -> None:
    camp = Camp(side=ALLIED)
    divisions = ("greek-8-mountain", "greek-9-mountain", "greek-1-mountain", "greek-2-mountain")
    small = [u for u in camp.context.of_nation("greek") if "border" in u or "fortress" in u]
    spare = iter((*divisions, *small))
    for at in camp.context.metaxas:
        camp.put(at, next(spare))
    assert politics.metaxas_gaps(camp.pos) == ((), 0)


def reducing() -> Camp:
    """Axis May I 41 with four German infantry divisions in excess."""
    camp = Camp(13).enter(11)
    divisions = [u for u in camp.context.of_nation("german") if u.endswith("-infantry")][:11]
    places = [at for at in sorted(camp.context.land) if camp.context.countries[at] == "Bulgaria"]
    for place, unit in zip(places, divisions, strict=False):
        camp.put(place, unit)
    return camp.put(SOFIYA, PANZER, "german-lssah-motorized-brigade")


def test_germany_keeps_thirty_res_and_no_c_m_units_on_may_1() -> None:
    camp = reducing()
    doing = _doing(camp)
    politics.open_reduction(camp.pos, doing)
    camp.take(doing.state)
    assert isinstance(camp.state.top, Reducing)
    assert camp.where(PANZER) == GONE, "c/m units go by themselves"
    assert politics.german_res(camp.pos) == 33
    gone = next(iter(politics.german_units(camp.pos)))
    assert camp.objections(Withdraw(UnitId("italian-3-julia"))) == ["BC-24E.6"]
    camp.do(Withdraw(gone))
    assert not isinstance(camp.state.top, Reducing)
    assert politics.german_res(camp.pos) == 30
    doing = _doing(camp)
    politics.open_reduction(camp.pos, doing)
    assert doing.state is camp.state, "once is enough"


def test_a_division_is_three_res_and_any_other_unit_one() -> None:
    camp = reducing()
    pos = camp.pos
    assert politics.res_of(pos, UnitId("german-46-infantry")) == 3
    assert politics.res_of(pos, UnitId("german-125-regiment")) == 1
    camp.put(SOFIYA, "german-46-infantry", steps=1)
    assert politics.res_of(camp.pos, UnitId("german-46-infantry")) == 1


def test_nothing_goes_before_may_or_before_entry() -> None:
    for camp in (Camp(12).enter(11), Camp(13)):
        doing = _doing(camp.put(SOFIYA, PANZER))
        politics.open_reduction(camp.pos, doing)
        assert doing.state is camp.state


@pytest.mark.parametrize(
    ("turn", "entered", "later", "goes"),
    [(13, 12, False, True), (14, 13, False, False), (14, 13, True, True), (13, 13, True, False)],
)
def test_24e_a_later_entry_and_the_reduction_of_may_1(
    turn: int, entered: int, later: bool, goes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The supplement knows May I 41 alone; the chart says whether it may come later. [BC-24E.6]"""
    camp = Camp(turn).enter(entered).put(SOFIYA, PANZER)
    charts = camp.context.charts
    changed = replace(charts, reduction=replace(charts.reduction, later=later))
    monkeypatch.setattr(camp.context, "charts", changed)
    doing = _doing(camp)
    politics.open_reduction(camp.pos, doing)
    assert (doing.state.pieces[UnitId(PANZER)].at == GONE) == goes


def test_units_to_come_are_not_on_the_map() -> None:
    camp = Camp().enter()
    assert camp.state.pieces[UnitId(PANZER)] == Piece(PENDING, 2)
    assert isinstance(camp.state.top, Moving)
    assert camp.state.weather == {"D": "clear"}


def test_nothing_need_be_withdrawn_in_the_surprise_sub_turn() -> None:
    camp = weather_due(13).put("14A:3719", "italian-131-centauro")
    camp.roll(face_of(camp, "clear"))
    assert camp.state.phase == Phase.SURPRISE_INITIAL
    camp.do(home.ArriveAll(), EndPhase())
    assert camp.state.phase == Phase.SURPRISE_MOVEMENT


REGIMENT = "german-mountain-a-1"
GREEKS = ("greek-6-mountain", "greek-7-mountain", "greek-12-infantry", "greek-14-mountain")


def on_the_line() -> Camp:
    """Four Greek divisions on the Metaxas Line as Germany enters: their zones reach over it."""
    camp = Camp(side=AXIS).enter()
    for at, unit in zip(("14A:4209", "14A:4307", "14A:4308", "14A:4309"), GREEKS, strict=True):
        camp.put(at, unit)
    return camp.put("14A:3606", INFANTRY)


def test_german_entry_leaves_the_metaxas_line_standing() -> None:
    """BF-14E1.1: Greek zones take Petrich and Nevrokop, which hold none of the line's symbols."""
    camp = on_the_line().do(march.Move(UnitId(INFANTRY), Camp().at("14A:3607")))
    assert camp.pos.owner_of(camp.at("14A:4206")) == ALLIED
    assert camp.pos.owner_of(camp.at("14A:4208")) == ALLIED
    assert not camp.state.razed


def test_a_hex_of_the_metaxas_line_that_falls_takes_its_own_hexsides_along() -> None:
    """BF-14E1.1: 14A:4309 alone, and 14A:4308 beside it stands."""
    camp = Camp(side=AXIS).enter().put("14A:4308", GREEKS[0]).put("14A:4309", REGIMENT)
    camp.rules.tidy(doing := Transition(camp.state))
    assert doing.state.razed == camp.context.fortifications[camp.at("14A:4309")]
    assert camp.context.fortified_between(
        camp.at("14A:4208"), camp.at("14A:4308"), doing.state.razed
    )
