"""Retreats by priority, into zones of control, far, or nowhere (BF-9F1, 32A2, 32B2)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.retreats import endangered, ways
from engine.systems.europa.state.constants import ALLIED, AXIS
from maps.hexgrid import Hex
from oob.model import Size, UnitId
from tests.engine.systems.europa.arena import MIDDLE, Arena
from tests.examples import few

REGIMENT = Size.REGIMENT


def beaten(arena: Arena, *, cadre: str = "") -> UnitId:
    """A Greek division in the middle that has just been told to retreat."""
    unit = arena.unit(arena.middle, "greek 5-6", cadre=cadre)
    attacker = arena.unit(arena.around[3], "german 9-6", size=REGIMENT, dot=True)
    arena.attack(attacker).result("DR")
    return unit


def exits(arena: Arena) -> set[Hex]:
    return {action.target for action in arena.legal}  # type: ignore[attr-defined]


def crowd(arena: Arena, at: Hex, nation: str = "greek") -> None:
    for number in range(3):
        arena.unit(at, f"{nation} 1-6 {at} {number}")


def test_the_first_choice_is_out_of_zones_and_within_stacking() -> None:
    """BF-9F1.2."""
    arena = Arena()
    crowd(arena, arena.around[0])
    arena.unit(arena.around[1].neighbour(1), "german 1-6 watches")
    unit = beaten(arena)
    free = [at for at in arena.around if at not in arena.pos.zoc(AXIS) and at != arena.around[0]]
    assert exits(arena) == set(free) - {arena.around[3]}
    assert arena.objections(do.RetreatTo((unit,), arena.around[0])) == ["BF-9F1.2"]


def test_one_unit_is_not_asked_to_retreat_together_or_one_by_one() -> None:
    arena = Arena()
    unit = beaten(arena)
    asked = arena.rules.question(arena.state).prompt
    assert asked == f"Choose where {arena.pos.called(unit)} retreats to."


def test_the_second_choice_is_overstacked_out_of_zones() -> None:
    """BF-9F1.3, and on from there (BF-9F1.6, 8B.3)."""
    arena = Arena()
    ring = [Hex(*at) for at in ((0, -2), (-2, 2), (-2, 0), (-1, 2))]
    crowd(arena, arena.around[0])
    for number, at in enumerate(ring):
        arena.unit(at, f"german 1-6 ring {number}")
    unit = arena.unit(arena.middle, "greek 5-6")
    attacker = arena.unit(arena.around[3], "german 9-6", size=REGIMENT, dot=True)
    open_hexes = [at for at in arena.around if at not in arena.pos.zoc(AXIS)]
    for at in open_hexes:
        if at != arena.around[0]:
            crowd(arena, at)
    arena.attack(attacker).result("DR")
    assert exits(arena) <= set(open_hexes)
    assert arena.around[0] in exits(arena)
    arena.do(do.RetreatTo((unit,), arena.around[0]))
    assert arena.asks() == "Retreating", "an overstacked unit goes on"
    assert arena.middle not in exits(arena)
    target = min(exits(arena))
    arena.do(do.RetreatTo((unit,), target))
    assert arena.where(unit) == target
    assert arena.asks() != "Retreating"


def ringed(*options: str, cadre: str = "") -> tuple[Arena, UnitId]:
    """A Greek division with enemy zones all around."""
    arena = Arena("balkan_front", *options)
    for number, at in enumerate(Hex(*at) for at in ((2, -1), (-1, 2), (-2, 0), (1, -2), (1, 1))):
        arena.unit(at, f"german 1-6 ring {number}")
    unit = arena.unit(arena.middle, "greek 5-6", cadre=cadre)
    attacker = arena.unit(arena.around[3], "german 9-6", size=REGIMENT, dot=True)
    arena.attack(attacker).result("DR")
    return arena, unit


def test_example_retreat_into_an_enemy_zone() -> None:
    """BF-9F1.4, 9F1.5: a division turns to its cadre there, a unit without one is eliminated."""
    arena, unit = ringed(cadre="2-6")
    assert exits(arena) <= arena.pos.zoc(AXIS)
    arena.do(do.RetreatTo((unit,), arena.around[0]))
    assert arena.where(unit) == arena.around[0]
    assert arena.steps(unit) == 1
    assert [e.rule for e in arena.events if e.what == "reduced"] == ["BF-9F1.5"]
    arena, unit = ringed()
    arena.do(do.RetreatTo((unit,), arena.around[0]))
    assert arena.dead(unit)
    assert [e.rule for e in arena.events if e.what == "eliminated"] == ["BF-9F1.5"]


def test_no_way_out_is_the_end_of_a_unit_and_its_cadre() -> None:
    """BF-9F1.7: prohibited hexsides and enemies leave nothing."""
    arena = Arena()
    for near in (0, 1, 2):
        arena.between(arena.middle, arena.around[near], "prohibited")
    for near in (4, 5):
        arena.unit(arena.around[near], f"german 1-6 {near}", size=REGIMENT)
    unit = beaten(arena, cadre="2-6")
    assert arena.dead(unit)
    assert arena.told("no retreat")
    assert [e.rule for e in arena.events if e.what == "eliminated"] == ["BF-9F1.7"]
    assert arena.asks() == "Advancing"


def test_a_single_way_is_taken_at_once() -> None:
    arena = Arena()
    for near in (0, 1, 2, 4):
        arena.between(arena.middle, arena.around[near], "sea")
    unit = beaten(arena)
    assert arena.where(unit) == arena.around[5]


def test_units_of_a_hex_can_retreat_together() -> None:
    arena = Arena()
    pair = tuple(arena.unit(arena.middle, f"greek 3-6 {n}") for n in range(2))
    attacker = arena.unit(arena.around[3], "german 9-6", size=REGIMENT, dot=True)
    arena.attack(attacker).result("DR")
    assert do.RetreatTo(pair, arena.around[0]) in arena.legal
    arena.do(do.RetreatTo(pair, arena.around[0]))
    assert [arena.where(unit) for unit in pair] == [arena.around[0]] * 2


def test_a_hex_without_room_for_all_takes_them_one_by_one() -> None:
    """BF-9F1.2: those that find no room go elsewhere."""
    arena = Arena()
    for number in range(2):
        arena.unit(arena.around[0], f"greek 1-6 there {number}")
    pair = tuple(arena.unit(arena.middle, f"greek 3-6 {n}") for n in range(2))
    attacker = arena.unit(arena.around[3], "german 9-6", size=REGIMENT, dot=True)
    arena.attack(attacker).result("DR")
    assert arena.objections(do.RetreatTo(pair, arena.around[0])) == ["BF-9F1.2"]
    arena.do(do.RetreatTo(pair[:1], arena.around[0]))
    assert arena.objections(do.RetreatTo(pair[1:], arena.around[0])) == ["BF-9F1.2"]


def test_attackers_retreat_out_of_their_own_hexes() -> None:
    """BF-9F1.1."""
    arena = Arena()
    units = [arena.unit(arena.around[n], f"german 3-6 {n}", size=REGIMENT) for n in (2, 4)]
    arena.unit(arena.middle, "greek 9-6")
    arena.attack(*units).result("AR")
    assert arena.objections(do.RetreatTo(tuple(units), arena.around[3])) == ["BF-9F1.1"]
    for unit in units:
        origin = arena.where(unit)
        target = next(a.target for a in arena.legal if a.units == (unit,))  # type: ignore[attr-defined]
        assert target in origin.neighbours()  # type: ignore[union-attr]
        assert target not in arena.pos.zoc(ALLIED)
        arena.do(do.RetreatTo((unit,), target))
    assert arena.asks() == "Fighting"


def test_german_motorized_units_slip_back_to_friends_by_option() -> None:
    """BF-32A2.1, 32A2.2."""
    for options, safe in (((), False), (("german_mobile_retreats",), True)):
        arena = Arena("balkan_front", *options)
        tank = arena.unit(arena.around[3], "german 8-10", "armor")
        foot = arena.unit(arena.around[3], "german 7-6")
        friends = arena.around[2]
        arena.unit(friends, "german 1-6 friends")
        arena.unit(arena.middle, "greek 9-6")
        arena.unit(Hex(-1, -1), "greek 5-6 north")
        assert endangered(arena.pos, foot, friends)
        assert endangered(arena.pos, tank, friends) is not safe
        assert endangered(arena.pos, tank, arena.around[4]), "not without friends there"


def test_the_commando_slips_through_zones_by_a_die() -> None:
    """BF-32B2.3: success spares it."""
    for face, lost in ((1, False), (4, False), (5, True)):
        arena = Arena("balkan_front", "brandenburgers")
        commando = arena.unit(arena.around[3], "german 2-10", "commando", REGIMENT, dot=True)
        for near in arena.around[3].neighbours():
            if near != arena.around[2] and near != arena.middle:
                arena.between(arena.around[3], near, "prohibited")
        arena.unit(arena.around[2], "german 1-6 friends")
        arena.unit(arena.middle, "greek 6-6")
        arena.attack(commando).result("AR")
        arena.do(do.RetreatTo((commando,), arena.around[2]))
        assert arena.asks() == "SlippingAway"
        arena.roll(face)
        assert arena.dead(commando) is lost


@few(30)
@given(
    st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.booleans()), max_size=9),
    st.lists(st.integers(0, 5), max_size=3),
)
def test_every_retreat_is_of_the_first_priority_that_is_open(
    around: list[tuple[int, int, bool]], closed: list[int]
) -> None:
    """BF-9F1.2 to 9F1.4."""
    arena = Arena()
    for direction in closed:
        arena.between(MIDDLE, MIDDLE.neighbours()[direction], "prohibited")
    held: dict[Hex, bool] = {}
    for number, (q, r, greek) in enumerate(around):
        at = Hex(q, r)
        if at == MIDDLE or held.get(at, greek) is not greek:
            continue
        held[at] = greek
        nation = "greek" if greek else "german"
        for copy in range(3 if number % 2 else 1):
            arena.unit(at, f"{nation} 2-6 {number} {copy}")
    unit = arena.unit(MIDDLE, "greek 5-6")
    pos = arena.pos
    found = ways(pos, unit)
    possible = [at for at in pos.context.fronts[MIDDLE] if not pos.enemies(at, ALLIED)]
    ranked = {
        at: 3 if at in pos.zoc(AXIS) else 1 if pos.fits(at, (unit,)) else 2 for at in possible
    }
    best = min(ranked.values(), default=0)
    assert set(found) == {at for at, one in ranked.items() if one == best}
