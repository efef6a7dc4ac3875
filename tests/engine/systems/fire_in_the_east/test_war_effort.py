"""The card that decides on Finland's war, an option of Fire in the East (FE-39C)."""

from __future__ import annotations

import pytest

from engine.core.actions import Roll
from engine.core.handler import Transition
from engine.core.state import Piece
from engine.core.view.fog import Fog, FoggedRules, Seat
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.game.views import Dice
from engine.systems.europa.board import places
from engine.systems.europa.production import arrivals
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.state.constants import ALLIED, AXIS, PENDING, POOL
from engine.systems.europa.state.records import SettingUp
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.state.records import East
from engine.systems.fire_in_the_east.turn import victory
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES, WholeFront, rules_of
from tests.engine.systems.fire_in_the_east.test_finland import FINNS, HELSINKI, LENINGRAD, border

CARDS = {
    "Ace of Spades": 1,
    "Ace or King": 7,
    "Queen or Jack": 8,
    "Ten to Six": 20,
    "Five or Four": 8,
    "Three": 4,
    "Two": 4,
}
OPTION = "finnish_war_effort"
SWEDISH, ARCTIC = UnitId("german-163-infantry-xx"), UnitId("german-388-infantry-iii")


class Cards(WholeFront):
    """The campaign with the card, Finland neutral so far."""

    options = ("finnish_war_effort",)

    def __init__(self, card: str, turn: int = 2, side: str = AXIS) -> None:
        super().__init__(turn, side)
        self.having(effort=card)


def deploying(card: str) -> Cards:
    """A game as the Axis sets up, its army of Norway alone."""
    game = Cards(card, 1)
    pool = {unit: Piece(POOL, game.context.units[unit].steps) for unit in army(game)}
    game.state = game.state.with_pieces(pool)
    nobody: dict[str, int] = {}
    joined = {**game.state.joined, "finnish": ""}
    return game.having(joined=joined, unplaced=nobody).ask(SettingUp(AXIS), phase="set-up")


def army(game: WholeFront) -> list[UnitId]:
    """The units of Army Norway."""
    place = game.context.charts.war_effort.army
    return [unit for unit, entry in game.context.setups.items() if entry.place == place]


def finland_joins(card: str) -> list[int]:
    """The turns on which Finland joins."""
    found = []
    for turn in range(1, 6):
        game = Cards(card, turn)
        game.having(joined={**game.state.joined, "finnish": ""})
        transition = Transition(game.state)
        sequence.open_slot(game.context, transition, sequence.Phase.WEATHER, "")
        if transition.state.joined["finnish"]:
            found.append(turn)
    return found


def test_a_card_of_fifty_two_is_drawn_before_anybody_deploys() -> None:
    """[FE-39C.1] Without the option there is none."""
    rules = rules_of("campaign", "finnish_war_effort")
    chart = rules.context.charts.war_effort
    drawn = [chart.drawn(face).id for face in range(1, chart.deck + 1)]
    assert chart.deck == 52
    assert {card: drawn.count(card) for card in drawn} == CARDS
    node = rules.chance(rules.begin().state)
    assert node is not None and (node.sides, node.meanings) == (52, ())
    assert rules_of("campaign").begin().state.top == SettingUp(ALLIED)


def test_a_seat_is_not_told_of_the_draw_of_the_other() -> None:
    """[FE-39C.1] Neither the die nor its sentence; the German one is."""
    game = GameSession.start("fire_in_the_east/campaign", options={OPTION: True}, dice=Dice.TYPED)
    game.act(Roll(1))
    drawn = game.log.current
    assert isinstance(game.state, East) and game.state.effort == "Ace of Spades"
    for side, known in ((AXIS, True), (ALLIED, False)):
        seen = PlayerView(game)
        seen.seat = Seat(side, Fog.SET_UP)
        told = " ".join(text for _, text in seen.told(game.log[drawn]))
        assert ("keeps it to himself" in told) is known
    assert not any("Spades" in text for _, text in game.log[drawn].told)


def test_the_soviet_player_sees_the_card_when_the_game_is_over() -> None:
    """[FE-39C.1] Neither the panels nor the die tell it before; nor is Finland's entry foretold."""
    game = Cards("Three")
    seats = {side: Seat(side, Fog.SET_UP) for side in (AXIS, ALLIED)}

    def shown(side: str) -> set[str]:
        rules = FoggedRules(game.rules, game.state, seats[side], frozenset())
        return {display.id for display in rules.displays(rules.state)}

    assert {"effort", "limits"} <= shown(AXIS)
    assert shown(ALLIED).isdisjoint({"effort", "limits"})
    assert not any("Finland" in due.text for due in game.rules.due(game.state, 1, 5))
    first = game.rules.begin().state
    fogged = FoggedRules(game.rules, first, seats[ALLIED], frozenset())
    node = fogged.chance(fogged.state)
    assert node is not None and "Finland" not in node.reason
    transition = Transition(game.state.having(turn=19))
    victory.count_out(game.pos, transition)
    assert [dict(e.facts) for e in transition.events if e.what == "card shown"] == [
        {"card": "Three"}
    ]
    game.state = transition.state
    assert "effort" in shown(ALLIED)


@pytest.mark.parametrize(
    ("card", "turns"),
    [
        ("Ace of Spades", [1, 2, 3, 4, 5]),
        ("Ace or King", [1, 2, 3, 4, 5]),
        ("Queen or Jack", [2, 3, 4, 5]),
        ("Ten to Six", [2, 3, 4, 5]),
        ("Five or Four", [2, 3, 4, 5]),
        ("Three", [3, 4, 5]),
        ("Two", []),
    ],
)
def test_finland_is_at_war_when_its_card_says(card: str, turns: list[int]) -> None:
    """[FE-39C.2] [FE-39C.3] [FE-39C.6] [FE-39C.7] [FE-39C.8] Never with a two."""
    assert finland_joins(card) == turns


def test_no_finn_acts_in_the_surprise_turn() -> None:
    """[FE-39C.2] Not even with the ace of spades."""
    game = Cards("Ace of Spades", turn=1).put(HELSINKI, FINNS)
    game.having(phase="surprise movement")
    found = game.pos.may_act(FINNS)
    assert found is not None and found.rule == "FE-31F.2"


@pytest.mark.parametrize(
    ("card", "germans", "finns"),
    [
        ("Ace of Spades", None, None),
        ("Ace or King", 20, None),
        ("Queen or Jack", 10, 20),
        ("Ten to Six", 5, 10),
        ("Five or Four", 3, 5),
        ("Three", 0, 0),
    ],
)
def test_how_many_germans_and_finns_go_where(
    card: str, germans: int | None, finns: int | None
) -> None:
    """[FE-39C.2] [FE-39C.3] [FE-39C.4] [FE-39C.5] [FE-39C.6] [FE-39C.7] Twenty more Germans while
    Soviets are near Helsinki, where any limit is left.
    """
    game = Cards(card, turn=5)
    found = {row.nation: game.pos.limit(row) for row, _ in game.pos.bounds()}
    assert (found.get("german"), found.get("finnish")) == (germans, finns)
    game.having(invaded=True)
    found = {row.nation: game.pos.limit(row) for row, _ in game.pos.bounds()}
    assert found.get("german") == (None if germans is None else germans + 20)


def test_the_limit_of_the_card_is_kept_on_the_march() -> None:
    """[FE-39C.7] [FE-39C.2] Nobody goes south with a three, everybody with the ace of spades."""
    for card, rule in (("Three", ["FE-39C.7"]), ("Ace of Spades", [])):
        game = Cards(card, turn=5)
        north, south = border(game, south=True)
        game.put(game.context.map.label(north), FOOT)
        found = game.pos.too_many(UnitId(FOOT), south)
        assert ([found.rule] if found else []) == rule
        assert (south in game.pos.barred_to(UnitId(FOOT))) is bool(rule)


@pytest.mark.parametrize(
    ("card", "leningrad", "beyond"),
    [
        ("Ace of Spades", False, False),
        ("Ace or King", True, False),
        ("Queen or Jack", True, True),
        ("Ten to Six", True, True),
        ("Five or Four", True, True),
    ],
)
def test_which_bounds_the_finns_keep(card: str, leningrad: bool, beyond: bool) -> None:
    """[FE-39C.2] [FE-39C.3] [FE-39C.4] [FE-39C.5] [FE-39C.6] Leningrad and what lies beyond the
    stop line, in attacks, zones and the air.
    """
    game = Cards(card, turn=5)
    at = game.at(LENINGRAD)
    line = game.context.beyond_stop_line - game.context.spared
    near = next(h for h in sorted(line) if h in game.context.operational["finnish"][1])
    game.put(game.context.map.label(near), RIFLES)
    attacks = {target: game.pos.bars_attack(FINNS, target) for target in (at, near)}
    assert (attacks[at] is not None) is (leningrad or beyond)
    assert (attacks[near] is not None) is beyond
    assert (near in game.pos.barred_to(FINNS)) is beyond
    assert (at in game.pos.closed_skies("finnish")) is leningrad


@pytest.mark.parametrize(
    ("card", "norway", "rovaniemi", "helsinki"),
    [
        ("Ace of Spades", True, True, True),
        ("Ace or King", True, True, True),
        ("Queen or Jack", True, True, False),
        ("Ten to Six", True, True, False),
        ("Five or Four", True, False, False),
        ("Three", True, False, False),
        ("Two", True, False, False),
    ],
)
def test_where_army_norway_deploys(
    card: str, norway: bool, rovaniemi: bool, helsinki: bool
) -> None:
    """[FE-39C.2] [FE-39C.3] [FE-39C.6] [FE-39C.7] [FE-39C.8] Anywhere in Finland, near Rovaniemi,
    or in Norway alone.
    """
    game = deploying(card)
    unit = army(game)[0]
    north = next(iter(places.hexes(game.context, "Norway")))
    wanted = ((north, norway), (game.at("5B:2502"), rovaniemi), (game.at(HELSINKI), helsinki))
    for at, said in wanted:
        assert (PlaceUnit(unit, at) in game.legal) is said
        assert (not game.objections(PlaceUnit(unit, at))) is said


def test_the_recommended_set_up_follows_the_card() -> None:
    """[FE-39C.3] [FE-39C.6] It can be finished, and breaks no limit."""
    for card in CARDS:
        game = deploying(card).do(UseRecommended())
        assert not any(game.state.pieces[unit].at == POOL for unit in army(game))
        homes = frozenset(places.hexes(game.context, game.pos.set_up_place(army(game)[0])))
        assert all(game.state.pieces[unit].at in homes for unit in army(game))
        for row, _ in game.pos.bounds():
            assert game.pos.forces(row) <= game.pos.limit(row) * 2 or row.nation == "finnish"
        game.do(FinishSetUp())


def test_guests_are_not_welcome_in_a_neutral_finland_with_low_cards() -> None:
    """[FE-39C.6] [FE-39C.7] [FE-39C.8] They may not enter it then; with others they may."""
    for card, open_ in (("Ten to Six", True), ("Five or Four", False), ("Three", False)):
        game = Cards(card, turn=1)
        game.having(joined={**game.state.joined, "finnish": ""})
        norway = places.hexes(game.context, "Norway")
        at, near = next(
            (at, near)
            for at in norway
            for near in game.context.fronts[at]
            if game.context.countries.get(near) == "Finland"
        )
        game.put(game.context.map.label(at), FOOT)
        assert (game.pos.bars(UnitId(FOOT), near) is None) is open_
        assert (near not in game.pos.barred_to(UnitId(FOOT))) is open_


def test_what_rode_through_sweden_comes_to_the_arctic_with_low_cards() -> None:
    """[FE-39C.6] [FE-39C.7] [FE-39C.8] To the ports of Norway, on Jul I 41."""
    for card, place in (
        ("Ten to Six", "cities of southern Finland"),
        ("Five or Four", "ports of Norway"),
        ("Three", "ports of Norway"),
        ("Two", "ports of Norway"),
    ):
        found = Cards(card).pos.arrival(SWEDISH)
        assert found is not None and (found.turn, found.place) == (2, place)


def test_with_a_two_army_norway_may_come_later_and_the_arctic_is_left_alone() -> None:
    """[FE-39C.8] Who is not set up comes to the west edge on Jul I 41; Arctic reinforcements come
    to Norway or there.
    """
    game = deploying("Two").do(UseRecommended())
    late, *others = army(game)
    game.state = game.state.with_piece(late, at=POOL)
    game.do(FinishSetUp())
    assert game.state.pieces[late].at == PENDING
    assert all(game.state.pieces[unit].at != PENDING for unit in others)
    for turn, comes in ((1, False), (2, True)):
        now = Cards("Two", turn)
        now.state = now.state.with_piece(late, at=PENDING)
        assert (late in arrivals.due(now.pos, AXIS)) is comes
    edge = set(places.spots(game.context, "west edge"))
    assert set(arrivals.targets(now.pos, late)) <= edge and arrivals.targets(now.pos, late)
    goals = set(arrivals.targets(now.pos, ARCTIC))
    ports = set(places.spots(game.context, "ports of Norway"))
    assert goals & edge and goals & ports and goals <= edge | ports
    plain = deploying("Three").do(UseRecommended())
    plain.state = plain.state.with_piece(army(plain)[0], at=POOL)
    assert plain.objections(FinishSetUp()) == [plain.context.cite("deployment")]
