"""A whole game composed of the rules library: it plays to its end at random and by script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import systems
from engine.core.actions import Action
from engine.core.chance import Stream
from engine.core.state import Piece
from engine.core.system import Scenario
from engine.game.session import GameSession
from engine.rules.air.missions import FlySupport, SupportCall, SupportedBattle
from engine.rules.board.context import DEAD
from engine.rules.combat.actions import AddStack, DeclareAttack, GoIn
from engine.rules.plain.position import PlainPosition
from engine.rules.plain.records import PlainState
from engine.rules.set_up.actions import FinishSetUp, UseRecommended
from engine.scenarios import build_scenario
from maps.formats.text import decoded
from maps.hexgrid import Hex
from oob.formats.text import loads
from oob.model import UnitId
from tests.engine.rules.pocket import title
from tests.engine.rules.pocket.title import EAST, WEST, PocketRules, PocketSystem

FOLDER = Path(title.__file__).parent
MOST_LINES, MOST_STEPS, SEED = 300, 4_000, 2


@pytest.fixture
def scenario(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scenario]:
    monkeypatch.setitem(systems.SYSTEMS, PocketSystem.id, PocketSystem())
    yield build_scenario(
        "pocket/1",
        (FOLDER / "scenario.toml").read_text("utf-8"),
        game_map=decoded((FOLDER / "pocket.map").read_bytes(), "pocket.map"),
        order=loads((FOLDER / "pocket.oob").read_text("utf-8"), "pocket.oob"),
    )


def hex_of(scenario: Scenario, label: str) -> Hex:
    return scenario.map.parse_label(label)


def play(game: GameSession, seed: int) -> list[Action]:
    """Play at random to the end."""
    stream = Stream(seed, "pocket")
    taken: list[Action] = []
    for _ in range(MOST_STEPS):
        view = game.view()
        if view.outcome is not None:
            return taken
        action = view.legal.random(stream)
        assert action is not None, f"nothing to do: {view.prompt}"
        game.act(action)
        taken.append(action)
        assert game.rules.invariants(game.state) == ()
    raise AssertionError("the game does not end")


def opened(scenario: Scenario, seed: int = 1) -> GameSession:
    """A game in which both sides have set up as recommended, and the weather is made."""
    game = GameSession.begin(scenario, seed=seed)
    for _ in range(2):
        game.act(UseRecommended())
        game.act(FinishSetUp())
    return game


def test_the_title_is_small() -> None:
    files = [file for file in FOLDER.glob("*.py") if not file.name.startswith("test_")]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_LINES


def test_the_board_has_thirty_hexes(scenario: Scenario) -> None:
    assert len(scenario.map.terrain) == 30


@pytest.mark.parametrize("seed", range(6))
def test_random_play_comes_to_its_end_and_replays(scenario: Scenario, seed: int) -> None:
    game = GameSession.begin(scenario, seed=seed)
    play(game, seed)
    assert game.state.turn == 6
    assert game.verify() == ()
    end = game.digest()
    steps = 0
    while game.undo():
        steps += 1
    assert steps > 20
    while game.redo():
        pass
    assert game.digest() == end
    told = [sentence for _node, sentence, _rule in game.story()]
    assert told[0] and all(told)


def test_a_file_keeps_the_game(scenario: Scenario, tmp_path: Path) -> None:
    path = tmp_path / "pocket.sandtable"
    with GameSession.begin(scenario, seed=3, path=path) as game:
        play(game, 3)
        end = game.digest()
    with GameSession.open(path) as again:
        assert again.digest() == end
        assert again.verify() == ()


def test_a_script_of_the_same_actions_gives_the_same_game(scenario: Scenario) -> None:
    game = GameSession.begin(scenario, seed=5)
    script = [json.loads(json.dumps(game.to_script(action))) for action in play(game, 5)]
    again = GameSession.begin(scenario, seed=5)
    for plain in script:
        again.act(again.from_script(plain, "script"))
    assert again.digest() == game.digest()


def at_work(scenario: Scenario, places: dict[str, str], **fields: object) -> PlainPosition:
    """A position with units in hexes by label, all others dead."""
    rules = PocketSystem().bind(scenario)
    state = rules.begin().state
    assert isinstance(state, PlainState) and isinstance(rules, PocketRules)
    pieces = dict.fromkeys(state.pieces, Piece(DEAD, 0))
    for unit, label in places.items():
        pieces[UnitId(unit)] = Piece(hex_of(scenario, label), 2)
    return rules.look(state.having(pieces=pieces, **fields))


def test_stacking_is_judged_at_the_end_of_the_phase(scenario: Scenario) -> None:
    pos = at_work(scenario, {"west-1": "0102", "west-2": "0102", "west-11": "0102"})
    ending = title.Marching().ending(pos, WEST)
    assert [found.rule for found in ending] == ["P-2"]
    assert pos.charts.stacking.surplus(pos, WEST) == ("west-11",)
    assert list(pos.charts.stacking.ending(pos, WEST, lambda _unit: False)) == []
    entering = pos.charts.stacking.entering(pos, WEST, UnitId("west-12"), hex_of(scenario, "0102"))
    assert list(entering) == []


def test_supply_is_cut_by_zones_and_halves_strength(scenario: Scenario) -> None:
    free = at_work(scenario, {"west-11": "0301"})
    line = free.supply[WEST].path(hex_of(scenario, "0301"))
    assert line and line[-1] == hex_of(scenario, "0103")
    cut = at_work(scenario, {"west-11": "0602", "east-21": "0502"}, unfed=frozenset({"west-11"}))
    assert not cut.supply[WEST].path(hex_of(scenario, "0602"))
    assert cut.strength(UnitId("west-11")) == 2
    assert free.strength(UnitId("west-11")) == 4


def test_mud_shortens_moves_and_zones_stop_them(scenario: Scenario) -> None:
    clear = at_work(scenario, {"west-1": "0103"}).reach(UnitId("west-1"))
    mud = at_work(scenario, {"west-1": "0103"}, weather="mud").reach(UnitId("west-1"))
    assert set(mud.cost) < set(clear.cost)
    held = at_work(scenario, {"west-1": "0103", "east-21": "0403"}).reach(UnitId("west-1"))
    assert hex_of(scenario, "0303") in held.cost and hex_of(scenario, "0403") not in held.cost


def test_each_influence_on_an_attack_is_a_line_of_its_own(scenario: Scenario) -> None:
    pos = at_work(scenario, {"west-1": "0303", "east-21": "0403"}, weather="mud")
    battle = SupportedBattle(
        WEST, hex_of(scenario, "0403"), (UnitId("west-1"),), (UnitId("east-21"),), (WEST, EAST)
    )
    ledger = title.RESOLVING.ledger(pos, battle)
    lines = [(line.text, line.value, line.rule) for line in ledger.lines()]
    assert lines == [
        ("river", -1, "P-1"),
        ("mud", -1, "P-3"),
        ("west air", 1, "P-6"),
        ("east air", -1, "P-6"),
    ]
    assert pos.charts.combat.columns[title.RESOLVING.column(pos, battle)] == "1:2"
    assert sum(pos.charts.combat.chances(0).values()) == 1


def test_a_battle_by_script_with_a_sortie_undone_in_its_middle(scenario: Scenario) -> None:
    game = opened(scenario, seed=SEED)
    kinds: list[str] = []
    stream = Stream(1, "script")
    while not isinstance(game.state.top, SupportCall):
        legal = game.view().legal
        action = next(
            (a for a in legal if isinstance(a, (DeclareAttack, AddStack))),
            next((a for a in legal if isinstance(a, GoIn)), None) or legal.random(stream),
        )
        assert action is not None
        game.act(action)
        kinds.append(action.kind())
    assert kinds[-1] == "go in" and "declare attack" in kinds
    before, side = game.digest(), game.state.top.side
    assert isinstance(game.state, PlainState)
    left = game.state.sorties[side]
    game.act(FlySupport())
    assert isinstance(game.state, PlainState)
    assert game.state.sorties[side] == left - 1
    assert game.undo()
    assert game.digest() == before
    assert game.check(FinishSetUp())[0].rule == "P-0"


def test_nobody_flies_in_snow(scenario: Scenario) -> None:
    assert title.AIR.sorties(at_work(scenario, {}, weather="clear", sorties={WEST: 2}), WEST) == 2
    assert title.AIR.sorties(at_work(scenario, {}, weather="snow", sorties={WEST: 2}), WEST) == 0


def test_what_a_window_asks_is_answered(scenario: Scenario) -> None:
    game = opened(scenario, seed=SEED)
    rules, state = game.rules, game.state
    assert rules.phases(state).phases[0] == "Weather"
    assert len(rules.counters(state)) == 10
    assert {display.id for display in rules.displays(state)} == {"air", "victory"}
    unit = UnitId("west-1")
    assert rules.supply(state, unit)[0]
    assert rules.supply_line(state, unit).supplied
    assert rules.reach(state, unit)
    assert rules.due(state, 1, 9)[0].turn == 6
    assert {marker.side for marker in rules.markers(state)} == {WEST, EAST}
