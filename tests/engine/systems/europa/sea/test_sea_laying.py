"""The war at sea in positions that are told and laid out again."""

from __future__ import annotations

import pytest

from engine.core.laying import Wanted
from engine.systems.balkan_front.state.constants import MIDDLE_EAST
from engine.systems.balkan_front.state.records import SeaFront
from engine.systems.europa.sea.records import LandingPlan, SeaWar
from maps.errors import KnownError
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BRINDISI
from tests.engine.systems.europa.sea.fleet import (
    KERKYRA_WEST,
    MARINES,
    SKI,
    TANKS,
    THERA,
    Fleet,
)


def remembered() -> tuple[Fleet, SeaWar]:
    """A war at sea in which everything has happened."""
    fleet = Fleet().put(BRINDISI, MARINES).put(THERA, SKI).put(MIDDLE_EAST, TANKS)
    sea = SeaWar(
        sunk={"axis Aegean": 2},
        zone="tight",
        hits=3,
        called=2,
        plans={UnitId(MARINES): LandingPlan(fleet.at(KERKYRA_WEST), 4)},
        landed=frozenset({UnitId(SKI)}),
        stripped=frozenset({UnitId(TANKS)}),
    )
    return fleet.having(sea=sea), sea


def laid(fleet: Fleet, wanted: Wanted) -> SeaWar:
    state = fleet.rules.laying.opened(fleet.rules.begin().state, wanted)
    assert isinstance(state, SeaFront)
    return state.sea


def test_what_is_told_of_the_sea_is_laid_out_again() -> None:
    fleet, sea = remembered()
    told = fleet.rules.laying.told(fleet.state)
    assert told.points["interdiction tight"] == 1
    assert told.markers[KERKYRA_WEST] == (f"landing {MARINES} on turn 4",)
    found = laid(fleet, told)
    for field in ("sunk", "zone", "hits", "called", "plans", "landed", "stripped"):
        assert getattr(found, field) == getattr(sea, field), field


@pytest.mark.parametrize(
    ("points", "markers", "said"),
    [
        ({"sunk axis Aegean": 9}, {}, "no more than 3"),
        ({"hits on warships": 1.5}, {}, "whole number"),
        ({}, {THERA: ("landing nobody on turn 4",)}, "no unit"),
        ({}, {THERA: ("landing soon",)}, "nothing of the sea"),
    ],
)
def test_what_cannot_be_is_refused(
    points: dict[str, float], markers: dict[str, tuple[str, ...]], said: str
) -> None:
    wanted = Wanted(turn=3, side="axis", phase="movement", points=points, markers=markers)
    with pytest.raises(KnownError, match=said):
        laid(Fleet(), wanted)
