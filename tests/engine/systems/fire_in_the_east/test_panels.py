"""What the panel of rules not yet played says of a game."""

from __future__ import annotations

from engine.core.view.display import Display
from engine.systems.fire_in_the_east import panels
from tests.engine.systems.fire_in_the_east.eastern import North
from tests.engine.systems.fire_in_the_east.eastern_sea import WholeSea


def gaps(game: North) -> Display:
    """The panel of a game."""
    return next(panel for panel in panels.displays(game.pos) if panel.id == "not_yet")


def test_what_is_played_is_not_called_missing() -> None:
    """Guards air units, raids, flotillas and frozen lakes are played: no line denies them."""
    lines = " ".join(row.label for row in gaps(WholeSea()).rows).casefold()
    for played in ("guards", "factories", "flotillas", "lakes"):
        assert played not in lines
    assert "position antiaircraft" in lines


def test_a_land_game_goes_without_air_and_sea() -> None:
    """It names both; with the sea and the air neither."""
    assert gaps(North()).summary == "air, sea"
    assert [row.label for row in gaps(North()).rows if row.value] == ["Air war", "Sea and rivers"]
    assert [row.label for row in gaps(WholeSea()).rows if row.value] == ["Air"]
    assert gaps(WholeSea()).summary == ""
