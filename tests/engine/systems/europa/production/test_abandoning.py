"""Airfields that are abandoned."""

from __future__ import annotations

from engine.systems.europa.production.initial_actions import AbandonAirfield
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Initial, Moving
from tests.engine.systems.europa.air.sky import BORDER, FERRARA, LARISA, Sky

BUILDERS = "italian-9-construction"


def built(hits: int) -> Sky:
    """A temporary airfield of the Axis on the border, hit so often."""
    sky = Sky().put(BORDER, BUILDERS, FERRARA).own(AXIS, BORDER)
    return sky.having(strips=frozenset({sky.at(BORDER)}), hits={f"airbase {BORDER}": hits})


def exploiting() -> Sky:
    """The same in the exploitation phase."""
    sky = built(3)
    sky.ask(*sky.state.flow[:-1], Moving(AXIS, exploiting=True), phase="exploitation")
    return sky


def test_17d_4_an_airfield_without_capacity_is_abandoned_in_ones_own_player_turn() -> None:
    """BF-17D.4: in the initial, movement, air and exploitation phases."""
    gone = AbandonAirfield(built(3).at(BORDER))
    for sky in (
        built(3).phase(Initial, AXIS),
        built(3).phase(Moving, AXIS),
        exploiting(),
        built(3).station("14A:3719", "italian-sm-79").flying(AXIS),
    ):
        assert gone in list(sky.legal)
        sky.do(gone)
        assert not sky.state.strips and not sky.state.hits


def test_17d_4_one_with_capacity_or_of_the_enemy_is_not() -> None:
    """BF-17D.4"""
    sky = built(2).phase(Moving, AXIS)
    assert sky.objections(AbandonAirfield(sky.at(BORDER))) == ["BF-17D.4"]
    assert sky.objections(AbandonAirfield(sky.at(LARISA))) == ["BF-17D.4"]
    theirs = built(3).phase(Moving, ALLIED)
    assert theirs.objections(AbandonAirfield(theirs.at(BORDER))) == ["BF-17D.4"]
