"""A position told and laid out again is the same position, with the same legal actions."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.core.codec import digest
from engine.game.ask.exporting import told
from engine.game.ask.reading import read_text
from engine.game.ask.table import Table, lay_out

GAMES = {
    "balkan_gambit/1943": (200, 19),
    "balkan_gambit/1945": (200, 19),
    "operation_gertrud/late_1942": (240, 19),
    "boot_camp/balkan_campaign": (360, 70),
    "balkan_front/italo_greek_war": (360, 70),
}
"""How many steps of random play, and after how many a position is told."""
MANY = 60


def offers(table: Table) -> list[str]:
    """The first legal actions, in their order."""
    return [str(action) for _, action in zip(range(MANY), table.legal, strict=False)]


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(name, marks=pytest.mark.soak) if name == "balkan_gambit/1945" else name
        for name in GAMES
    ],
)
def test_positions_of_random_play_come_back_as_they_were(scenario: str, seed: int = 1) -> None:
    steps, every = GAMES[scenario]
    begun = lay_out(scenario, {"phase": "set up"})
    table = Table(begun.rules, begun.rules.begin().state, seed)
    whole = 0
    for step in range(steps):
        if not table.state.flow:
            break
        if table.rules.chance(table.state) is not None:
            table.roll()
            continue
        action = table.legal.random(Stream(seed, f"told {step}"))
        assert action is not None
        table.act(action)
        if step % every == 0 and table.state.flow:
            whole += _told_again(table)
    assert whole > 2


def _told_again(table: Table) -> bool:
    found = told(table)
    again = lay_out(table.scenario, read_text(found.text))
    if found.whole:
        assert digest(again.state) == digest(table.state), found.text
        assert offers(again) == offers(table), found.text
    return found.whole


def test_the_middle_of_a_battle_is_told_as_the_beginning_of_its_phase() -> None:
    table = lay_out(
        "operation_gertrud/late_1941",
        {
            "turn": 2,
            "phase": "combat",
            "only": True,
            "units": {"german-132": "2708", "turkish-11": "2709"},
        },
    )
    table.act(next(iter(table.legal)))
    found = told(table)
    assert not found.whole
    assert found.text.startswith("# The decision that was open is left out")
    again = lay_out(table.scenario, read_text(found.text))
    assert again.state.phase == table.state.phase
