"""The log tree: nothing is lost, undo and redo only move, and a node's key is its way to it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.core.actions import Roll
from engine.play.log import ROOT, How, LogTree, Node, child_key
from tests.engine.fakes import Rest


def decided(log: LogTree, name: str = "a") -> int:
    return log.grow(Rest(), How.CHOSEN, plain=name, side="red").id


def rolled(log: LogTree, face: int, how: How = How.ROLLED, draw: int = 0) -> int:
    return log.grow(Roll(face), how, plain=face, side="", draw=draw).id


def test_undo_and_redo_take_a_decision_with_its_dice() -> None:
    log = LogTree()
    first = decided(log)
    second = decided(log)
    rolled(log, 3)
    last = rolled(log, 4)
    assert log.undo_target() == first
    log.goto(first)
    assert log.redo_target() == last
    assert log.undo_target() == ROOT
    log.goto(ROOT)
    assert (log.undo_target(), log.redo_target()) == (None, first)
    assert [node.id for node in log.ahead()] == [first, second, second + 1, last]


def test_dice_that_tell_nothing_belong_to_the_one_that_tells() -> None:
    log = LogTree()
    call = decided(log)
    told = (("1.1", "Something."),)
    first = rolled(log, 2)
    second = log.grow(Roll(1), How.ROLLED, plain=1, side="", told=told).id
    third = log.grow(Roll(6), How.ROLLED, plain=6, side="", told=told).id
    assert [log.faces(step) for step in (call, first, second, third)] == [(), (2,), (2, 1), (6,)]


def test_dice_before_the_first_decision_cannot_be_undone() -> None:
    log = LogTree()
    rolled(log, 3)
    assert log.undo_target() is None


def test_lines_and_children() -> None:
    log = LogTree()
    first = decided(log)
    log.goto(ROOT)
    second = decided(log, "b")
    third = decided(log)
    assert [node.id for node in log.children(ROOT)] == [first, second]
    assert [node.id for node in log.line()] == [second, third]
    assert [node.id for node in log.line(first)] == [first]
    assert log.visited_last(ROOT) == second
    log.goto(first)
    assert log.visited_last(ROOT) == first and log.tip == first


def test_the_very_same_step_is_found_again() -> None:
    log = LogTree()
    decided(log)
    log.goto(ROOT)
    assert log.existing(Rest(), How.CHOSEN, 0, 0) is log[1]
    assert log.existing(Rest(), How.BOT, 0, 0) is None
    assert log.existing(Rest(), How.CHOSEN, 1, 0) is None
    assert log.existing(Rest(), How.CHOSEN, 0, 7) is None
    assert log.existing(Roll(1), How.CHOSEN, 0, 0) is None


def test_only_dice_of_the_program_on_this_board_count_as_rolled() -> None:
    log = LogTree()
    for how, draw in ((How.ROLLED, 0), (How.TYPED, 0), (How.REROLLED, 1)):
        log.goto(ROOT)
        rolled(log, 3, how, draw)
    log.goto(ROOT)
    assert [die.how for die in log.rolls(board=0)] == [How.ROLLED, How.REROLLED]
    assert log.rolls(board=1) == []


def test_a_key_tells_how_one_came_here() -> None:
    def key_of(*way: str) -> str:
        log = LogTree()
        for name in way:
            decided(log, name)
        return log.here.key

    assert key_of("a", "b") == key_of("a", "b")
    assert len({key_of("a", "b"), key_of("b", "a"), key_of("ab"), key_of("a"), key_of()}) == 5
    log = LogTree()
    assert log[rolled(log, 3)].key != log.grow(Roll(3), How.ROLLED, plain=3, side="", draw=1).key
    assert child_key("start", {"b": 1, "a": 2}) == child_key("start", {"a": 2, "b": 1})


@st.composite
def walks(draw: st.DrawFn) -> LogTree:
    """A log with branches, standing anywhere."""
    log = LogTree()
    for step in draw(st.lists(st.integers(0, 5), max_size=30)):
        if step < 2:
            decided(log, str(step))
        elif step == 2:
            rolled(log, 1 + len(log) % 6)
        else:
            log.goto(draw(st.integers(0, len(log) - 1)))
    return log


def shape(log: LogTree) -> tuple[object, ...]:
    latest = [log.visited_last(node.id) for node in log]
    return list(log), [log.children(node.id) for node in log], latest, log.current, log.tip


@given(walks(), st.lists(st.integers(0, 3), max_size=8))
def test_going_back_to_a_mark_forgets_what_came_after(log: LogTree, steps: list[int]) -> None:
    log.goto(log.tip)  # settle which children were visited last on the current line
    before, mark = shape(log)[:2] + shape(log)[3:], log.mark()
    size = len(log)
    for step in steps:
        if step == 3:
            log.goto(step % size)
        else:
            decided(log, f"new {step}")
    log.go_back_to(mark)
    assert shape(log)[:2] + shape(log)[3:] == before
    assert decided(log) == size


@given(walks())
def test_a_log_is_rebuilt_from_its_nodes(log: LogTree) -> None:
    again = LogTree(list(log), log.current, log.tip)
    assert list(again) == list(log)
    assert (again.current, again.ahead(), again.line()) == (log.current, log.ahead(), log.line())
    assert again.undo_target() == log.undo_target()
    assert again.redo_target() == log.redo_target()


@given(walks())
def test_redo_follows_the_line_one_came_by(log: LogTree) -> None:
    line = [node.id for node in log.line()]
    log.goto(ROOT)
    assert [node.id for node in log.ahead()][: len(line)] == line


@given(walks(), st.integers(0, 30))
def test_nodes_newer_than_one(log: LogTree, node: int) -> None:
    assert [new.id for new in log.newer_than(node)] == list(range(node + 1, len(log)))


def test_a_root_is_no_die_and_has_no_parent() -> None:
    root = LogTree().here
    assert root == Node(ROOT, None, None, How.START, 0, "start", "")
    assert not root.is_die


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 99)), max_size=40))
def test_what_is_kept_of_the_line_and_of_dice_is_so(deeds: list[tuple[int, int]]) -> None:
    log, marks = LogTree(), []
    for deed, number in deeds:
        known = [node.id for node in log]
        match deed:
            case 0:
                decided(log, str(number))
            case 1:
                rolled(log, number)
            case 2:
                log.goto(known[number % len(known)])
            case 3 if len(known) > 1:
                log.prune(known[1 + number % (len(known) - 1)])
                marks.clear()
            case 4 if marks and number % 2:
                log.go_back_to(marks.pop())
            case 4:
                marks.append(log.mark())
        line, at = {ROOT}, log.visited_last(ROOT)
        while at is not None:
            line.add(at)
            at = log.visited_last(at)
        assert log._visited_last() == line
        assert {ROOT, log.current, *(node.id for node in log.back())} <= line
        assert log.has_dice is any(node.is_die for node in log)
        assert log.has(How.CHOSEN) is any(node.how is How.CHOSEN for node in log)


def test_undo_of_a_long_log_looks_at_no_step_but_its_own() -> None:
    log = LogTree()
    for _ in range(50):
        decided(log)
    looked: list[int] = []

    class Counted(dict[int, Node]):
        def __getitem__(self, node: int) -> Node:
            looked.append(node)
            return super().__getitem__(node)

    log._nodes = Counted(log._nodes)
    log.goto(49)
    log.goto(50)
    log.goto(30)
    assert looked == [49, 50, 30]
