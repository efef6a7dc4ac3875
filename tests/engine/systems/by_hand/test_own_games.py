"""Games begun on an owner's own board and with his own counters, by a starting kit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli import main
from engine.core.charts.schema import typed
from engine.editing.chart_session import ChartSession, imported
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession, Own
from engine.game.set_up.game_set_up import board_fitting, fitting, kit_for
from engine.rules.movement.actions import Move
from engine.scenarios import load_scenario
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.charts import HandCharts, bare
from engine.systems.by_hand.charts.battle import Value
from engine.systems.by_hand.charts.fitting import MOST_PLACES, fitted
from maps.errors import KnownError
from maps.legend import Kind, Layer
from maps.model import GameMap, Place
from oob.formats.text import loads
from oob.looks import Scheme, look_text
from oob.model import OrderOfBattle, UnitId
from tests.engine.systems.by_hand.desk import ALL, ORDER, board, order

KIT = "by_hand/classic"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    return path


def test_a_game_begins_on_ones_own_board_with_ones_own_units(own: Path) -> None:
    with GameSession.start(KIT, path=own, own=Own(board=1, order=1)) as game:
        assert [side.id for side in game.system.sides] == ["red", "blue"]
        assert game.scenario.map.title == "My board"
        movement = game.scenario.data.movement
        assert [row.id for row in movement.terrain] == ["plain", "wood", "bog", "water"]
        game.act(hand.Place(UnitId("blue-5"), game.scenario.map.parse_label("0401")))
        game.act(hand.NextPhase())
        game.act(Move(UnitId("red-1"), game.scenario.map.parse_label("0201")))
        digest = game.digest()
    with GameSession.open(own) as again:
        assert again.digest() == digest and again.verify() == ()
        assert [side.id for side in again.system.sides] == ["red", "blue"]


def test_any_order_of_battle_and_any_board_fit(own: Path) -> None:
    assert [(info.title, fit.forbids) for info, fit in fitting(own, KIT)] == [("My counters", ())]
    assert board_fitting(own, KIT, 1).forbids == ()


def test_a_board_of_another_game_is_refused_and_nothing_is_left_behind(own: Path) -> None:
    for scenario in (
        "balkan_gambit/1943",
        "operation_gertrud/early_1941",
        "boot_camp/balkan_campaign",
        "balkan_front/italo_greek_war",
    ):
        with pytest.raises(KnownError, match="it is of another game"):
            GameSession.start(scenario, path=own, own=Own(board=1))
        assert "of another game" in board_fitting(own, scenario, 1).forbids[0]
    with ProjectSession.open(own) as project:
        assert [info.title for info in project.orders] == ["My counters"]
        assert len(project.boards) == 1


def test_ones_own_copy_of_a_shipped_board_fits_its_game(tmp_path: Path) -> None:
    path = tmp_path / "copy.sandtable"
    EditSession.create(path, "operation_gertrud").close()
    assert board_fitting(path, "operation_gertrud/early_1941", 1).forbids == ()
    with GameSession.start("operation_gertrud/early_1941", path=path, own=Own(board=1)) as game:
        assert game.view().legal


def test_rules_of_a_kit_are_edited_and_played(own: Path) -> None:
    charts = kit_for(own, KIT, 1, 1, "My rules")
    with ChartSession.create(own, charts) as session:
        assert session.problems == ()
        session.write(("movement", "terrain", "bog", "cost", "every"), "3")
        with pytest.raises(KnownError, match="points such as"):
            session.write(("movement", "terrain", "bog", "cost", "every"), "much")
        session.undo()
        session.redo()
        number = session.number
    with GameSession.start(KIT, path=own, own=Own(1, 1, number)) as game:
        (bog,) = (row for row in game.scenario.data.movement.terrain if row.id == "bog")
        assert bog.cost == {"every": "3"}


@pytest.mark.parametrize(("title", "called"), [("My rules", "My rules"), ("", "My board")])
def test_the_game_is_never_called_as_the_kit(own: Path, title: str, called: str) -> None:
    charts = kit_for(own, KIT, 1, 1, title)
    assert typed(HandCharts, charts.text(), "own").game.title == called
    with ChartSession.create(own, charts) as session:
        assert session.charts.cells == {} and session.problems == ()
        number = session.number
    with GameSession.start(KIT, path=own, own=Own(1, 1, number)) as game:
        assert game.scenario.data.game.title == called


def test_a_text_of_declared_rules_comes_in_as_it_is_and_goes_out(own: Path) -> None:
    charts = imported(ALL, "mine.toml", "by_hand")
    assert charts.cells == {} and charts.base.strip() == ALL.strip()
    with ChartSession.create(own, charts) as session:
        session.write(("stacking", "limit"), 5)
        text = session.charts.text()
    back = imported(text, "mine.toml")
    assert back.cells.keys() == {("stacking", "limit")}
    assert back.text() == text
    with pytest.raises(KnownError, match="should have 4 results"):
        imported(ALL.replace('"A", "A", "N", "N"', '"A"', 1), "mine.toml", "by_hand")


def test_only_kits_are_fitted(own: Path) -> None:
    with pytest.raises(KnownError, match="whose rules are its own"):
        kit_for(own, "balkan_gambit/1943", 1, 1, "")


def test_fitting_keeps_what_is_declared_and_drops_what_the_board_lacks() -> None:
    again = imported(fitted(ALL, board(), order()), "mine.toml", "by_hand")
    assert imported(fitted(again.base, board(), order()), "mine.toml", "by_hand").base == again.base
    assert '"water"' in again.base and 'home = "x"' not in again.base
    assert imported(fitted(bare(), board(), order()), "mine.toml", "by_hand").cells == {}


def fitted_kit(own: GameMap, counters: OrderOfBattle | None = None) -> HandCharts:
    """The rules of the kit, fitted to a board and counters, those of the tests."""
    text = fitted(load_scenario(KIT).charts, own, counters or order())
    return typed(HandCharts, text, "fitted")


def test_counters_with_a_defence_strength_defend_with_it() -> None:
    common, own = fitted_kit(board()), loads(ORDER.replace("6-6/3-6", "6-4-6/3-2-6"), "own.oob")
    assert common.combat is not None and common.combat.defends is Value.ATTACK
    charts = fitted_kit(board(), own)
    assert charts.combat is not None and charts.combat.defends is Value.DEFENSE


def test_nobody_crosses_blocked_hexsides() -> None:
    own = board()
    own.legend.kinds[Layer.HEXSIDE, "blocked"] = Kind(Layer.HEXSIDE, "blocked", "Blocked")
    charts = fitted_kit(own)
    assert charts.movement is not None
    assert {row.id: row.cost for row in charts.movement.hexsides}["blocked"] == {"every": "no"}


def test_sides_have_the_colours_of_their_counters_no_two_the_same() -> None:
    own = loads(ORDER.replace("#4b6b8a", "#a3483f"), "own.oob")
    red, blue = (row.colour for row in fitted_kit(board(), own).sides)
    assert red == "#a3483f" and blue != red
    own.notes["scheme.blue"] = look_text(Scheme(fill="#8fb08c"))
    assert [row.colour for row in fitted_kit(board(), own).sides] == ["#a3483f", "#8fb08c"]


def test_kinds_that_are_called_otherwise_get_what_is_declared_of_their_like() -> None:
    charts = fitted_kit(board())
    assert charts.movement is not None and charts.combat is not None
    costs = {row.id: row.cost for row in charts.movement.terrain}
    assert costs["wood"] == {"foot": "2", "motor": "3"} and costs["plain"] == {"every": "1"}
    assert {row.id: row.cost for row in charts.movement.hexsides} == {"stream": {"every": "+1"}}
    bears = {row.id: row.of for row in charts.combat.modifiers}
    assert bears["forest"] == ("wood",) and bears["town"] == ("village",)
    assert bears["river"] == ("stream",) and bears["hills"] == ("hills",)
    named = {row.id: row.text for row in charts.combat.modifiers}
    assert named["forest"] == "Wood" and named["river"] == "Over a river"
    assert bears["armor"] == ("armor",), "types of units are no kinds of the board"
    assert {row.id: row.terrain for row in charts.combat.modifiers}["armor"] == ("plain",)
    bare_of_it = board()
    bare_of_it.legend.kinds.pop((Layer.TERRAIN, "plain"))
    combat = fitted_kit(bare_of_it).combat
    assert combat is not None
    assert {row.id: row.terrain for row in combat.modifiers}["armor"] == (), "it counts everywhere"


def test_armor_of_a_kit_attacks_better_in_the_open_alone() -> None:
    combat = typed(HandCharts, load_scenario(KIT).charts, "kit").combat
    assert combat is not None
    (armor,) = (row for row in combat.modifiers if row.id == "armor")
    assert armor.text == "Armor in the open" and armor.terrain == ("clear",)


def test_the_places_of_a_board_count_where_it_has_none_of_the_kit() -> None:
    charts = fitted_kit(board())
    assert charts.victory is not None and charts.supply is not None
    worth = [(row.id, row.points, row.owner) for row in charts.victory.places]
    assert worth == [("Goal", 1, ""), ("Home", 1, "")]
    assert charts.supply.sources == {"red": (), "blue": ()}
    full = board()
    for number in range(MOST_PLACES):
        spot = Place(f"p{number}", f"P{number}", "village", full.parse_label("0202"))
        full.places[spot.id] = spot
    crowded = fitted_kit(full)
    assert crowded.victory is not None and crowded.victory.places == ()


def test_the_command_line_begins_such_a_game(own: Path) -> None:
    run = CliRunner()
    made = run.invoke(main, ["chartset", "fit", str(own), KIT, "--board", "1", "--order", "1"])
    assert made.exit_code == 0 and "charts 1, Classic odds" in made.output
    arguments = ["start", str(own), KIT, "--board", "1", "--order", "1", "--charts", "1", "--json"]
    begun = run.invoke(main, arguments)
    assert begun.exit_code == 0, begun.output
    assert json.loads(begun.output)["units"] == 6
    verified = run.invoke(main, ["replay", str(own), "--verify"])
    assert verified.exit_code == 0, verified.output
    wrong = run.invoke(main, ["start", str(own), "balkan_gambit/1943", "--board", "1"])
    assert wrong.exit_code == 2 and "it is of another game" in wrong.output
    missing = run.invoke(main, ["start", str(own), KIT, "--board", "7"])
    assert missing.exit_code == 2 and "no board 7" in missing.output


def test_units_that_nobody_has_laid_out_yet_are_no_errors(tmp_path: Path) -> None:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    bare_order = order()
    bare_order.setups.clear()
    bare_order.schedule.clear()
    OobSession.create(path, bare_order).close()
    with GameSession.start(KIT, path=path, own=Own(1, 1)):
        pass
    done = CliRunner().invoke(main, ["check", str(path)])
    assert done.exit_code == 0, done.output
    assert "0 errors" in done.output
