"""Two lines of a game's log held against each other: where they parted, and how they stand."""

from __future__ import annotations

from engine.core.view.outlook import Figure
from engine.frozen import dataclass
from engine.game.session import GameSession
from engine.play.log import ROOT

__all__ = ["Comparison", "Standing", "compare"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a line is at its end: turn, phase, steps and dice since the parting, figures."""

    node: int
    turn: int
    phase: str
    steps: int
    dice: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lines: the step they share last, both standings, and units that differ."""

    parted: int
    first: Standing
    second: Standing
    moved: tuple[str, ...]
    """Units that stand elsewhere or have other steps, in order-of-battle order."""


def compare(game: GameSession, first: int, second: int) -> Comparison:
    """Hold the ends of two lines against each other. Raises KeyError for unknown steps."""
    ones, others = ([ROOT, *(node.id for node in game.log.line(end))] for end in (first, second))
    shared = ROOT
    for one, other in zip(ones, others, strict=False):
        if one != other:
            break
        shared = one
    states = game.state_at(first), game.state_at(second)
    differing = tuple(
        str(unit)
        for unit, piece in states[0].pieces.items()
        if (piece.at, piece.steps) != (states[1].pieces[unit].at, states[1].pieces[unit].steps)
    )
    return Comparison(
        shared,
        _standing(game, first, shared),
        _standing(game, second, shared),
        differing,
    )


def _standing(game: GameSession, end: int, shared: int) -> Standing:
    state = game.state_at(end)
    known = {node.id for node in game.log.line(shared)}
    since = [node for node in game.log.line(end) if node.id not in known]
    figures = game.rules_at(end).figures(state)
    dice = sum(node.is_die for node in since)
    return Standing(end, state.turn, state.phase, len(since), dice, figures)
