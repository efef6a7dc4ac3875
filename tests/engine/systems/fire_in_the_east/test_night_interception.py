"""Night fighters intercept who flies by night, apart from what flies by day (FE-24F.2, 24F.3)."""

from __future__ import annotations

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.combat import advice
from engine.systems.europa.air.combat.actions import Fight, LetPass
from engine.systems.europa.air.combat.records import (
    AirCombats,
    AirShot,
    ChoosingAirCombat,
    Dueling,
    Intercepting,
    Patrolling,
    Preparing,
)
from engine.systems.europa.air.records import AirMoving, Manner, Mission
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.europa.state.records import Onward
from engine.systems.europa.view import air_combat_panel
from engine.systems.fire_in_the_east.advice import EastOutlook
from tests.engine.systems.fire_in_the_east.eastern_air import (
    BIALYSTOK,
    GERMAN_BASE,
    HE111,
    MINSK,
    MOSKVA,
)
from tests.engine.systems.fire_in_the_east.test_air_campaign import (
    DAY_FIGHTER,
    NIGHT_FIGHTER,
    AirCampaign,
)

BOTH = (NIGHT_FIGHTER, DAY_FIGHTER)
BY_DAY = "german-he-111h-2"


def raid(*fighters: str, by_day: bool = False, by_night: bool = True) -> AirCampaign:
    """Germans bomb the yards of Bialystok by night, by day or both; fighters stand there."""
    game = AirCampaign(8).station(GERMAN_BASE, HE111, BY_DAY).own(ALLIED, MINSK, BIALYSTOK, MOSKVA)
    game.station(BIALYSTOK, *fighters)
    game.ask(Onward(), AirMoving(AXIS), phase=Phase.AIR.value, active=AXIS)
    flights = [(HE111, Manner.NIGHT)] * by_night + [(BY_DAY, Manner.PLAIN)] * by_day
    for unit, manner in flights:
        game.do(FlyMission(unit, Mission.YARD_BOMBING, game.at(BIALYSTOK), manner))
        while isinstance(game.state.top, Patrolling):
            game.do(LetPass())
    return game.do(EndPhase())


def rise(game: AirCampaign, unit: str, manner: Manner = Manner.NIGHT) -> FlyMission:
    """The interception of who bombs Bialystok."""
    return FlyMission(unit, Mission.INTERCEPTION, game.at(BIALYSTOK), manner)


def test_night_fighters_alone_are_asked_to_intercept_by_night() -> None:
    """[FE-24F.3] The night fighter may, the day fighter is not offered it."""
    game = raid(*BOTH)
    assert isinstance(game.state.top, Intercepting)
    assert set(game.legal.family("interception")) == {rise(game, NIGHT_FIGHTER)}
    assert game.objections(rise(game, DAY_FIGHTER)) == ["FE-24F.3"]
    assert not isinstance(raid(DAY_FIGHTER).state.top, Intercepting)


def test_by_day_nobody_meets_who_flies_by_night() -> None:
    """[FE-24F.2] [FE-24F.3] A night fighter that rises by day finds nobody, and the reverse."""
    game = raid(*BOTH)
    assert game.objections(rise(game, NIGHT_FIGHTER, Manner.PLAIN))
    game = raid(*BOTH, by_day=True, by_night=False)
    assert game.objections(rise(game, NIGHT_FIGHTER))
    assert not game.objections(rise(game, NIGHT_FIGHTER, Manner.PLAIN))


def test_nobody_scrambles_by_night() -> None:
    """[FE-24F.3] Nor intercepts at extended range."""
    game = raid(*BOTH)
    flight = FlyMission(NIGHT_FIGHTER, Mission.SCRAMBLE, game.at(MOSKVA), Manner.NIGHT)
    assert "FE-24F.3" in game.objections(flight)
    assert "FE-24B.1" in game.objections(rise(game, NIGHT_FIGHTER, Manner.EXTENDED_NIGHT))


def test_air_combat_by_night_is_apart_from_that_by_day() -> None:
    """[FE-24F.2] [FE-24F.3] Over one hex two rounds: who flies by day is met first, then by night
    the bomber of the night alone; its interceptor comes home after.
    """
    game = raid(*BOTH, by_day=True)
    game.do(rise(game, DAY_FIGHTER, Manner.PLAIN)).do(rise(game, NIGHT_FIGHTER))
    if isinstance(game.state.top, Intercepting):
        game.do(EndPhase())
    assert game.state.top == Preparing(AXIS, game.at(BIALYSTOK))
    waiting = [frame for frame in game.state.flow if isinstance(frame, AirCombats)]
    assert [frame.night for frame in waiting] == [True, False]
    met = []
    while not (isinstance(game.state.top, Preparing) and game.state.top.night):
        step(game, met)
    assert set(met) == {DAY_FIGHTER, BY_DAY}
    night: list[str] = []
    while any(isinstance(frame, AirCombats) for frame in game.state.flow):
        step(game, night)
    assert set(night) == {NIGHT_FIGHTER, HE111}


def step(game: AirCampaign, met: list[str]) -> None:
    """Accept combat, and roll dice that do no harm; note who fires."""
    top = game.state.top
    if isinstance(top, Preparing):
        game.do(Fight())
        return
    assert isinstance(top, AirShot), top
    met.append(top.air_unit)
    game.roll(1)


def test_the_panel_tells_air_combat_by_night() -> None:
    """Whoever has risen is told with who is met, and that it is by night."""
    game = raid(*BOTH).do(rise(raid(*BOTH), NIGHT_FIGHTER))
    (panel,) = air_combat_panel.displays(game.pos)
    assert any(row.label.endswith("by night") for row in panel.rows)
    assert not isinstance(game.state.top, (ChoosingAirCombat, Dueling))


def test_the_automatic_player_intercepts_by_night() -> None:
    """[FE-24F.3] A lone bomber is worth a fight."""
    game = raid(*BOTH)
    assert isinstance(game.state.top, Intercepting)
    look = EastOutlook(game.pos, ALLIED, lambda action: not game.objections(action))
    assert advice.intercepting(look, game.state.top).action == rise(game, NIGHT_FIGHTER)
    assert fleet.flying(game.pos, AXIS) == {}


def test_the_prompt_counts_who_can_meet_them() -> None:
    """Of a night fighter and a day fighter one meets who comes by night."""
    for by_day, count in ((False, "1 fighter"), (True, "2 fighters")):
        game = raid(*BOTH, by_day=by_day)
        assert game.rules.question(game.state).prompt == f"Intercept: {count} can take off."
