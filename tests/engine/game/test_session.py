"""The session, on a tiny game with dice: undo through dice, redo, goto, re-rolls, files, boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.actions import Action, IllegalAction, Roll
from engine.core.chance import Stream
from engine.core.state import State
from engine.core.system import Step
from engine.editing.map_session import EditSession
from engine.game import catalogue
from engine.game.session import SNAPSHOT_EVERY, Dice, GameSession, Own, list_games
from engine.play.log import ROOT, How
from engine.store.project import Project
from engine.store.rows.games import GameStore
from maps.edits import paint
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.fakes import HOME, March, Raid, Rest, SkirmishRules, install, small_scenario

ASH, BIRCH = UnitId("ash"), UnitId("birch")


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.sandtable"


def begin(
    path: Path | None = None, *, seed: int = 1, turns: int = 40, dice: Dice = Dice.PROGRAM
) -> GameSession:
    return GameSession.begin(small_scenario(turns), seed=seed, path=path, dice=dice)


def play(game: GameSession, actions: int, seed: int = 5) -> None:
    stream = Stream(seed, "test")
    for _ in range(actions):
        action = game.view().legal.random(stream)
        if action is None:
            return
        game.act(action)


def test_an_act_is_told_with_its_dice() -> None:
    game = begin()
    events = game.act(Raid(ASH))
    assert [event.what for event in events][:2] == ["raids", "rolls"]
    assert game.view().chance is None


def test_an_illegal_act_changes_nothing() -> None:
    game = begin()
    before = game.digest()
    with pytest.raises(IllegalAction) as raised:
        game.act(Raid(BIRCH))
    assert [objection.rule for objection in raised.value.objections] == ["S 2"]
    assert (game.digest(), len(game.log)) == (before, 1)


def test_undo_goes_back_through_the_dice_and_redo_brings_the_same_ones() -> None:
    game = begin()
    before = game.digest()
    game.act(Raid(ASH))
    after = game.digest()
    assert game.undo()
    assert game.digest() == before
    assert game.redo()
    assert game.digest() == after
    assert not game.redo()
    assert game.undo() and not game.undo()


def test_acting_the_same_way_again_rolls_the_same_dice_and_tells_them_again() -> None:
    game = begin()
    told = game.act(Raid(ASH))
    after, size = game.digest(), len(game.log)
    game.undo()
    assert game.act(Raid(ASH)) == told
    assert (game.digest(), len(game.log)) == (after, size)


def test_dice_do_not_depend_on_what_was_tried_before() -> None:
    straight = begin(seed=9)
    straight.act(March(ASH, Hex(1, 0)))
    straight.act(Raid(ASH))
    winding = begin(seed=9)
    winding.act(Raid(ASH))
    winding.undo()
    winding.act(Rest())
    winding.undo()
    winding.act(March(ASH, Hex(1, 0)))
    winding.act(Raid(ASH))
    assert winding.digest() == straight.digest()


def test_a_die_rolled_again_is_marked_and_the_first_one_kept() -> None:
    game = begin()
    game.act(Raid(ASH))
    first = game.log.here
    game.reroll()
    again = game.log.line()[-1]
    marks = [node.how for node in game.log.children(game.log.line()[0].id)]
    assert marks == [How.ROLLED, How.REROLLED]
    assert again.id != first.id and first.id in game.log
    game.goto(first.id)
    assert game.log.here == first


def test_acting_again_takes_the_die_that_stood_last() -> None:
    game = begin()
    game.act(Raid(ASH))
    first = game.log.current
    game.reroll()
    game.goto(first)
    game.undo()
    game.act(Raid(ASH))
    assert game.log.current == first


def test_a_reroll_needs_a_die() -> None:
    game = begin()
    game.act(Rest())
    with pytest.raises(ValueError, match="no die"):
        game.reroll()
    with pytest.raises(ValueError, match="No die is due"):
        game.roll()


def test_typed_dice() -> None:
    game = begin(dice=Dice.TYPED)
    game.act(Raid(ASH))
    assert game.view().chance is not None
    game.act(Roll(5))
    assert game.state.points["red"] == 5  # type: ignore[attr-defined]
    assert game.log.here.how is How.TYPED
    with pytest.raises(IllegalAction):
        game.act(Roll(2))
    assert game.undo() and game.log.current == ROOT


def test_asking_lets_one_roll_or_type() -> None:
    game = begin(dice=Dice.ASK)
    game.act(Raid(ASH))
    game.roll()
    assert game.log.here.how is How.ROLLED
    game.undo()
    game.act(Raid(ASH))
    assert game.view().chance is not None
    game.act(Roll(1))
    assert game.log.here.how is How.TYPED


def test_a_typed_die_rolled_again_is_marked() -> None:
    game = begin(dice=Dice.ASK)
    game.act(Raid(ASH))
    game.act(Roll(1))
    game.reroll()
    assert game.log.line()[1].how is How.REROLLED


def test_outcomes_are_every_face_with_its_chance() -> None:
    game = begin(dice=Dice.ASK)
    assert game.outcomes() == ()
    game.act(Raid(ASH))
    found = game.outcomes()
    assert [chanced.face for chanced in found] == [1, 2, 3, 4, 5, 6]
    assert sum(chanced.chance for chanced in found) == pytest.approx(1)
    points = [chanced.state.points["red"] for chanced in found]  # type: ignore[attr-defined]
    assert points == [0, 0, 0, 4, 5, 6]
    assert len(game.log) == 2


def test_the_story_is_told_along_the_line() -> None:
    game = begin()
    game.act(March(ASH, Hex(1, 0)))
    game.undo()
    game.act(Rest())
    assert [(rule, text) for _, rule, text in game.story()] == [
        ("S 1", "It opens."),
        ("S 5", "It rests."),
    ]
    assert [text for _, _, text in game.story(since=1)] == []


def test_scripts_are_written_with_printed_numbers() -> None:
    game = begin()
    plain = game.to_script(March(ASH, Hex(1, 0)))
    assert plain["target"] == game.scenario.map.label(Hex(1, 0))
    assert game.from_script(plain, "line 1") == March(ASH, Hex(1, 0))
    with pytest.raises(KnownError, match="line 1"):
        game.from_script({"is": "Fly"}, "line 1")
    with pytest.raises(KnownError, match="line 2"):
        game.from_script({"is": "March", "unit": "ash", "target": "9999"}, "line 2")


def test_a_game_reopens_where_it_stood(path: Path) -> None:
    game = begin(path)
    play(game, 30)
    game.undo()
    where, digest, ahead = game.log.current, game.digest(), game.log.tip
    story = list(game.story())
    game.close()
    with GameSession.open(path) as again:
        assert (again.log.current, again.digest(), again.log.tip) == (where, digest, ahead)
        assert list(again.story()) == story
        assert again.redo() and again.verify() == ()


def test_redo_after_reopening_follows_the_line_visited_last(path: Path) -> None:
    game = begin(path)
    game.act(March(ASH, Hex(1, 0)))
    game.act(Rest())
    older = game.log.current
    game.goto(ROOT)
    game.act(Rest())
    game.goto(older)
    game.goto(ROOT)
    game.close()
    with GameSession.open(path) as again:
        assert again.redo() and again.redo()
        assert again.log.current == older


def test_an_old_branch_is_followed_to_its_end_after_a_visit_elsewhere() -> None:
    game = begin()
    for _ in range(3):
        game.act(Rest())
    deep = game.log.current
    game.goto(ROOT)
    game.act(Raid(ASH))
    game.goto(ROOT)
    game.goto(deep)
    game.goto(ROOT)
    while game.redo():
        pass
    assert game.log.current == deep


def test_seeking_in_a_reopened_game_starts_from_the_states_in_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with begin(path, turns=10_000) as game:
        play(game, 4 * SNAPSHOT_EVERY)
        line = game.log.line()
        digests = {node.id: game.digest(node.id) for node in line[::17]}
    for node, wanted in digests.items():
        with GameSession.open(path) as again:
            replayed = []
            apply = SkirmishRules.apply

            def counted(
                rules: SkirmishRules,
                state: State,
                action: Action,
                done: list[Action] = replayed,
                really: Callable[[SkirmishRules, State, Action], Step] = apply,
            ) -> Step:
                done.append(action)
                return really(rules, state, action)

            with monkeypatch.context() as patch:
                patch.setattr(SkirmishRules, "apply", counted)
                assert again.digest(node) == wanted
            assert len(replayed) <= SNAPSHOT_EVERY + 4


def test_dice_policy_is_remembered(path: Path) -> None:
    with begin(path) as game:
        game.dice = Dice.TYPED
        game.act(Raid(ASH))
    with GameSession.open(path) as again:
        assert again.dice is Dice.TYPED and again.view().chance is not None


def test_long_games_drop_states_but_not_steps() -> None:
    game = begin(turns=10_000)
    digests = {}
    stream = Stream(3)
    while len(game.log) < 2_000:
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
        digests[game.log.current] = game.digest()
    assert len(game._states) < 1_300
    some = sorted(digests)[::97]
    assert [game.digest(node) for node in some] == [digests[node] for node in some]


def test_an_act_that_cannot_be_saved_has_not_happened(path: Path) -> None:
    game = begin(path)
    play(game, 5)
    store = game._store
    assert store is not None
    before, size, tip = game.digest(), len(game.log), game.log.tip
    project = store._project
    project.db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(KnownError, match="disk is full"):
        for _ in range(200):
            play(game, 1)
            before, size, tip = game.digest(), len(game.log), game.log.tip
    assert (game.digest(), len(game.log), game.log.tip) == (before, size, tip)
    project.db.execute("PRAGMA max_page_count = 100000")
    play(game, 3)
    digest = game.digest()
    game.close()
    with GameSession.open(path) as again:
        assert again.digest() == digest and again.verify() == ()


def test_two_sessions_on_one_game_do_not_overwrite_each_other(path: Path) -> None:
    with begin(path) as first, GameSession.open(path) as second:
        first.act(Rest())
        with pytest.raises(KnownError, match="another window"):
            second.act(Raid(ASH))
        assert second.log.current == ROOT


def test_a_game_sees_its_board_edited(path: Path) -> None:
    with begin(path) as game, EditSession.beside(game) as edit:
        assert edit.map is game.scenario.map
        edit.apply(paint(edit.map, [Hex(1, 0)], "clear"))
        game.act(March(ASH, Hex(1, 0)))
        assert game.state.points["red"] == 1  # type: ignore[attr-defined]
        edit.undo()
        game.undo()
        game.act(March(ASH, Hex(1, 0)))
        assert game.state.points["red"] == 3  # type: ignore[attr-defined]


def test_steps_are_replayed_on_the_board_they_were_taken_on(path: Path) -> None:
    with begin(path, turns=10_000) as game, EditSession.beside(game) as edit:
        for number in range(6):
            play(game, 12, seed=number)
            kind = "clear" if number % 2 else "rough"
            edit.apply(paint(edit.map, list(edit.map.terrain), kind))
            if number == 3:
                edit.undo()
        play(game, 5)
        digests = {node.id: game.digest(node.id) for node in game.log}
        points = {n: game.state_at(n).points["red"] for n in digests}  # type: ignore[attr-defined]
    assert len(set(points.values())) > 3
    with GameSession.open(path) as again:
        assert again.verify() == ()
        assert {node: again.digest(node) for node in reversed(digests)} == digests


def test_reacting_on_another_board_makes_another_step(path: Path) -> None:
    with begin(path) as game, EditSession.beside(game) as edit:
        game.act(March(ASH, Hex(1, 0)))
        first = game.log.current
        game.undo()
        edit.apply(paint(edit.map, [Hex(1, 0)], "clear"))
        game.act(March(ASH, Hex(1, 0)))
        assert game.log.current != first
        assert game.log.here.key == game.log[first].key


def test_a_game_is_begun_on_a_map_of_the_project(path: Path) -> None:
    scenario = catalogue.scenarios()[0].id
    shipped = catalogue.load_scenario(scenario).map
    with EditSession.create(path, shipped) as edit:
        at, terrain = next(iter(edit.map.terrain.items()))
        other = next(kind for kind in edit.map.terrain.values() if kind != terrain)
        edit.apply(paint(edit.map, [at], other))
    with GameSession.start(scenario, path=path, own=Own(board=1)) as game:
        assert game.board_number == 1
        assert game.scenario.map.terrain[at] == other
    with GameSession.start(scenario, path=path) as game:
        assert game.board_number == 2
        assert game.scenario.map == shipped
    with GameSession.open(path, 1) as game:
        assert game.scenario.map.terrain[at] == other
    with pytest.raises(KnownError, match="in no project file"):
        GameSession.start(scenario, own=Own(board=1))
    with pytest.raises(KnownError, match="holds no map 7"):
        GameSession.start(scenario, path=path, own=Own(board=7))


def test_a_board_beside_needs_a_file() -> None:
    with pytest.raises(KnownError, match="not played in a project file"):
        EditSession.beside(begin())


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE game_node SET how = 'wished' WHERE id = 2",
        'UPDATE game_node SET action = \'{"is": "Cheat"}\' WHERE id = 2',
        'UPDATE game_node SET action = \'{"is": "March"}\' WHERE id = 2',
        "UPDATE game_node SET action = '[]' WHERE id = 2",
        "UPDATE game_node SET told = '[1]' WHERE id = 2",
        "UPDATE game SET current = 77",
    ],
)
def test_a_log_that_no_program_wrote_is_told_as_damage(path: Path, harm: str) -> None:
    with begin(path) as game, Project.open(path) as project:
        play(game, 6)
        with project.transaction():
            project.run(harm)
    before = path.read_bytes()
    with pytest.raises(KnownError, match=r"game\.sandtable"):
        GameSession.open(path)
    assert path.read_bytes() == before


def test_a_game_killed_before_its_first_step_is_begun_on_opening(path: Path) -> None:
    GameStore.create(path, small_scenario(), 4, "program").close()
    with GameSession.open(path) as game:
        play(game, 2)
        digest = game.digest()
    with GameSession.open(path) as again:
        assert again.digest() == digest and again.verify() == ()


@given(st.integers(0, 2**32), st.lists(st.sampled_from("auruggr"), max_size=40))
def test_whatever_one_does_the_log_replays(seed: int, deeds: list[str]) -> None:
    game = begin(seed=seed)
    stream = Stream(seed, "deeds")
    for deed in deeds:
        if deed == "u":
            game.undo()
        elif deed == "r":
            game.redo()
        elif deed == "g":
            game.goto(stream.below(len(game.log)))
        else:
            play(game, 1, seed=stream.below(1000))
        while game.view().chance is not None:
            game.roll()
        assert game.log.tip in game.log
    fresh = begin(seed=seed)
    for node in game.log.line():
        if not isinstance(node.action, Roll):
            assert node.action is not None
            fresh.act(node.action)
    assert HOME in fresh.scenario.map
    assert (game.digest(), game.verify()) == (fresh.digest(), ())


@pytest.mark.parametrize("there", [False, True])
def test_a_game_that_cannot_be_begun_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if there:
        begin(path).close()
    before = sorted(item.name for item in path.parent.iterdir())

    def broken(self: GameSession) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(GameSession, "set_out", broken)
        with pytest.raises(RuntimeError, match="killed"):
            begin(path, seed=9)
    assert sorted(item.name for item in path.parent.iterdir()) == before
    if there:
        assert [info.seed for info in list_games(path)] == [1]


def test_a_new_file_has_its_name_only_when_the_game_is_in_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = GameSession.set_out

    def watched(self: GameSession) -> None:
        assert not path.exists()
        really(self)
        assert not path.exists()

    monkeypatch.setattr(GameSession, "set_out", watched)
    with begin(path) as game:
        assert game.path == path and path.exists()
    assert [item.name for item in path.parent.iterdir()] == [path.name]
