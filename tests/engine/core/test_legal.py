"""The container of legal actions: drawn without listing, each action checked once."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.legal import Family, LegalActions, Pairs, by_unit
from engine.frozen import dataclass
from oob.model import UnitId

UNITS = tuple(UnitId(name) for name in "abcd")


@dataclass(frozen=True, slots=True)
class Walk(Action):
    unit: UnitId
    target: str


@dataclass(frozen=True, slots=True)
class Wait(Action):
    pass


class Door:
    """Counts what is asked of it."""

    def __init__(self, allowed: frozenset[Action]) -> None:
        self.allowed = allowed
        self.checked: Counter[Action] = Counter()
        self.chosen: list[UnitId] = []

    def check(self, action: Action) -> tuple[Objection, ...]:
        self.checked[action] += 1
        return () if action in self.allowed else (Objection("T 1", "No."),)

    def choices(self, unit: UnitId) -> tuple[str, ...]:
        self.chosen.append(unit)
        return tuple(f"{unit}{number}" for number in range(5))

    def legal(self, *more: Family) -> LegalActions:
        walks = by_unit("walk", "Walk", lambda: UNITS, self.choices, Walk)
        return LegalActions((walks, *more), self.check)


EVERY = tuple(Walk(unit, f"{unit}{number}") for unit in UNITS for number in range(5))
some = st.frozensets(st.sampled_from(EVERY))


@given(some, st.integers(0, 1000))
def test_what_is_drawn_is_legal_and_nothing_only_when_nothing_is(
    allowed: frozenset[Walk], seed: int
) -> None:
    drawn = Door(frozenset(allowed)).legal().random(Stream(seed, "legal"))
    assert (drawn in allowed) if allowed else drawn is None


@given(some)
def test_the_list_is_what_the_check_lets_pass(allowed: frozenset[Walk]) -> None:
    legal = Door(frozenset(allowed)).legal()
    assert set(legal) == allowed
    assert [action for unit in UNITS for action in legal.of(unit)] == list(legal)


def test_every_legal_action_is_drawn_in_the_end() -> None:
    allowed = frozenset(EVERY[3:9])
    legal, stream = Door(frozenset(allowed)).legal(), Stream(1, "all")
    assert {legal.random(stream) for _ in range(300)} == allowed


def test_units_are_drawn_evenly_however_many_choices_they_have() -> None:
    allowed = frozenset((*EVERY[:5], EVERY[5]))
    legal, stream = Door(frozenset(allowed)).legal(), Stream(2, "even")
    drawn = Counter(action.who()[0] for _ in range(400) if (action := legal.random(stream)))
    assert 160 < drawn[UNITS[0]] < 240 and drawn[UNITS[0]] + drawn[UNITS[1]] == 400


def test_only_units_that_are_drawn_are_asked_where_they_can_go() -> None:
    door = Door(frozenset(EVERY))
    assert door.legal().random(Stream(3, "lazy")) is not None
    assert len(door.chosen) == 1 and len(door.checked) == 1


def test_a_family_with_nothing_legal_leaves_the_others() -> None:
    wait = Family("wait", "Wait", lambda: (Wait(),), weight=1, closing=True)
    legal = Door(frozenset({Wait()})).legal(wait)
    assert {legal.random(Stream(seed, "wait")) for seed in range(20)} == {Wait()}


def test_each_action_is_checked_once() -> None:
    door = Door(frozenset(EVERY[:3]))
    legal = door.legal()
    for _ in range(3):
        assert EVERY[0] in legal and EVERY[9] not in legal
        assert legal.objections(EVERY[9])[0].rule == "T 1"
        assert len(list(legal)) == 3
    assert set(door.checked.values()) == {1}


@given(some, st.integers(0, 1000))
def test_pairs_are_drawn_as_if_they_were_listed(allowed: frozenset[Walk], seed: int) -> None:
    door = Door(frozenset(allowed))
    pairs = Pairs(UNITS, door.choices, Walk)
    assert list(pairs) == [pairs[at] for at in range(len(pairs))] == list(EVERY)
    lazy = LegalActions((Family("walk", "Walk", lambda: pairs),), door.check)
    listed = LegalActions((Family("walk", "Walk", lambda: list(pairs)),), door.check)
    drawn, same = Stream(seed, "pairs"), Stream(seed, "pairs")
    assert lazy.random(drawn) == listed.random(same)
    assert drawn.below(10**6) == same.below(10**6)


def test_who_looks_at_the_first_pair_asks_no_other_unit() -> None:
    door = Door(frozenset())
    pairs = Pairs(UNITS, door.choices, Walk)
    assert next(iter(pairs)) == EVERY[0] and door.chosen == [UNITS[0]]
    assert list(pairs) == list(EVERY) and len(pairs) == len(EVERY) and door.chosen == list(UNITS)


def test_what_was_drawn_by_a_family_that_is_sure_is_checked_no_more() -> None:
    door = Door(frozenset())
    sure = by_unit("walk", "Walk", lambda: UNITS, door.choices, Walk, sure=lambda _walk: True)
    legal = LegalActions((sure,), door.check)
    drawn = legal.random(Stream(1, "legal"))
    assert drawn is not None and legal.objections(drawn) == () and not door.checked
    other = next(walk for walk in EVERY if walk != drawn)
    assert legal.objections(other) and door.checked == {other: 1}


@given(some, st.integers(0, 1000))
def test_what_says_whether_an_action_is_allowed_is_asked_instead_of_the_check(
    allowed: frozenset[Walk], seed: int
) -> None:
    door, quick = Door(allowed), Door(allowed)
    families = (Family("walk", "Walk", lambda: EVERY),)
    plain = LegalActions(families, door.check)
    lazy = LegalActions(families, quick.check, lambda walk: walk in allowed)
    drawn = lazy.random(Stream(seed, "legal"))
    assert drawn == plain.random(Stream(seed, "legal")) and not quick.checked
    assert [*lazy] == [*plain]
    assert all(lazy.objections(walk) == plain.objections(walk) for walk in EVERY)


def test_who_is_able_is_asked_once_and_only_when_somebody_looks() -> None:
    asked: list[int] = []

    def able() -> tuple[UnitId, ...]:
        asked.append(1)
        return UNITS

    door = Door(frozenset(EVERY))
    family = by_unit("walk", "Walk", able, door.choices, Walk)
    assert not asked and family.of is not None
    listed = [walk for unit in UNITS for walk in family.of(unit)]
    assert listed == list(family.candidates()) == list(EVERY) and len(asked) == 1
