"""An office of desks: what every system's rules do with questions, checks, dice and frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.core.actions import Action, Objection, Roll
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, Transition
from engine.core.legal import Family
from engine.core.rules_base import Citations, RulesBase
from engine.core.state import NOBODY, Frame, Piece, State
from engine.core.system import Advice, Question, Scenario
from engine.frozen import dataclass
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.model import GameMap
from oob.model import OrderOfBattle, UnitId

SCOUT = UnitId("scout")


@dataclass(frozen=True, slots=True)
class Ask(Frame):
    """Somebody decides."""

    idle: bool = False


@dataclass(frozen=True, slots=True)
class Throw(Frame):
    """A die."""


@dataclass(frozen=True, slots=True)
class Pass(Frame):
    """Automatic."""


@dataclass(frozen=True, slots=True)
class Go(Action):
    """A scout goes, if it is told to."""

    unit: UnitId
    far: bool = False


@dataclass(frozen=True, slots=True)
class Sing(Action):
    """What no desk answers."""


class Look:
    """A position, or an outlook: the state is all there is to it."""

    def __init__(self, state: State, *_rest: object) -> None:
        self.state = state


def forbid(_pos: Look, _frame: Frame, action: Go) -> Iterator[Objection]:
    if action.far:
        yield Objection("R-9", "That is too far.")


def go(_pos: Look, _frame: Frame, action: Go, doing: Transition[State]) -> None:
    doing.tell("gone", "R-9", unit=action.unit)
    doing.state = doing.state.popped()


def landed(_pos: Look, _frame: Frame, face: int, doing: Transition[State]) -> None:
    doing.tell("landed", "R-2", face=face)
    doing.state = doing.state.popped()


def onward(_pos: Look, _frame: Frame, doing: Transition[State]) -> None:
    doing.tell("onward", "R-5")
    doing.state = doing.state.popped()


def asked(_pos: Look, _frame: Frame) -> Question:
    return Question("red", "Where to?", (Family("go", "Go", lambda: (Go(SCOUT),)),), "R-9")


class Small(RulesBase[State, Look]):
    """Three desks."""

    citations = Citations(over="R-1", untimely="R-2", face="R-3", stranger="R-4")
    state_class = State
    handlers: ClassVar = {
        Ask: Handler(Ask, (Answer(Go, forbid, go),), question=asked),
        Throw: Handler(Throw, chance=lambda _p, _f: ChanceNode(6, "luck", "R-2"), rolled=landed),
        Pass: Handler(Pass, auto=onward),
    }
    advisers: ClassVar = {Ask: lambda _look, _frame: Advice(Go(SCOUT), "It is rested.")}
    outlook = Look

    def idle(self, _pos: Look, frame: Frame, doing: Transition[State]) -> bool:
        if isinstance(frame, Ask) and frame.idle:
            doing.state = doing.state.popped()
            return True
        return False

    def tidy(self, doing: Transition[State]) -> None:
        doing.set(phase="tidy")


SCENARIO = Scenario(
    "s", "S", "small", GameMap("m", "M", Orientation.POINTY), OrderOfBattle("o", "O"), None
)
RULES = Small(SCENARIO, Look)


def at(*flow: Frame) -> State:
    """A state with open decisions."""
    return State(1, "", "red", {SCOUT: Piece(Hex(0, 0), 1)}, flow)


def rules_of(state: State, action: Action) -> list[str]:
    """The rules that forbid an action."""
    return [objection.rule for objection in RULES.check(state, action)]


def test_questions_go_to_the_desk_of_the_open_decision() -> None:
    assert RULES.question(at(Ask())).prompt == "Where to?"
    rolled = RULES.question(at(Throw()))
    assert (rolled.side, rolled.prompt) == (NOBODY, "Roll for luck.")
    assert RULES.question(at()).rule == "R-1"
    assert RULES.chance(at(Ask())) is None


def test_each_refusal_names_its_rule() -> None:
    assert rules_of(at(), Go(SCOUT)) == ["R-1"]
    assert rules_of(at(Ask()), Sing()) == ["R-2"]
    assert rules_of(at(Ask()), Roll(1)) == ["R-2"]
    assert rules_of(at(Throw()), Roll(7)) == ["R-3"]
    assert rules_of(at(Ask()), Go(UnitId("nobody"))) == ["R-4"]
    assert rules_of(at(Ask()), Go(SCOUT, far=True)) == ["R-9"]
    assert rules_of(at(Ask()), Go(SCOUT)) == rules_of(at(Throw()), Roll(6)) == []


def test_an_action_is_allowed_where_the_check_finds_nothing() -> None:
    actions = (Go(SCOUT), Go(SCOUT, far=True), Go(UnitId("nobody")), Sing(), Roll(6), Roll(7))
    for state in (at(), at(Ask()), at(Throw())):
        for action in actions:
            assert RULES.allows(state, action) == (not RULES.check(state, action))


def test_automatic_and_idle_frames_run_until_somebody_must_decide() -> None:
    step = RULES.apply(at(Throw(), Ask(idle=True), Pass(), Ask()), Go(SCOUT))
    assert [event.what for event in step.events] == ["gone", "onward"]
    assert step.state.flow == (Throw(),)
    assert step.state.phase == "tidy"
    end = RULES.apply(step.state, Roll(4))
    assert end.state.flow == ()
    assert end.events[0].get("face") == 4


def test_advice_comes_from_whoever_knows_the_decision() -> None:
    advice = RULES.advise(at(Ask()))
    assert advice is not None
    assert advice.reason == "It is rested."
    assert RULES.advise(at(Throw())) is None
    assert RULES.advise(at()) is None


def test_a_position_is_remembered_for_its_very_state() -> None:
    state = at(Ask())
    assert RULES.position(state) is RULES.position(state)
    assert RULES.position(state) is not RULES.position(at(Ask()))
