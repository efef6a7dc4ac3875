"""The story of a game as a text to keep: the current line of the log as Markdown, plain or CSV.

With a player_view it tells what the seat of a game knows.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from engine.core.actions import Roll
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.play.log import ROOT, How, LogTree, Node
from engine.play.marks import Line, MarkKind

__all__ = ["ROOT", "How", "Line", "LogTree", "MarkKind", "Node", "markdown", "plain_text", "table"]


def markdown(game: GameSession, player_view: PlayerView | None = None) -> str:
    """The log as Markdown: a heading per turn and phase, a line per sentence with its rule."""
    lines = [f"# {game.scenario.title}", "", f"Seed {game.seed}. {_standing(game)}", ""]
    for heading, sentences in _chapters(game, player_view):
        lines += [f"## {heading}", ""]
        lines += [f"- {_starred(text)}" for text in sentences]
        lines.append("")
    return "\n".join(lines)


def plain_text(game: GameSession, player_view: PlayerView | None = None) -> str:
    """The log as plain text, one sentence per line."""
    lines = [game.scenario.title, f"Seed {game.seed}. {_standing(game)}", ""]
    for heading, sentences in _chapters(game, player_view):
        lines += [heading, *(f"  {text}" for text in sentences), ""]
    return "\n".join(lines)


def table(game: GameSession, player_view: PlayerView | None = None) -> str:
    """The log as CSV: a row for each sentence, with step, turn, phase, side, die, rule and mark."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for node, rule, text in (game if player_view is None else player_view).story():
        state = game.state_at(ROOT if node.parent is None else node.parent)
        die = node.action.face if isinstance(node.action, Roll) else ""
        note = game.marks.get(node.id, MarkKind.NOTE)
        row = (node.id, state.turn, state.phase, node.side, node.how.value, die, rule, text)
        writer.writerow((*row, node.why if player_view is None else player_view.why(node), note))
    return out.getvalue()


COLUMNS = ("step", "turn", "phase", "side", "how", "die", "rule", "text", "reason", "note")
"""Heading of the log as a table."""


def _chapters(game: GameSession, player_view: PlayerView | None) -> Iterator[tuple[str, list[str]]]:
    heading, sentences = "", list[str]()
    for node, rule, text in (game if player_view is None else player_view).story():
        before = ROOT if node.parent is None else node.parent
        state = game.state_at(before)
        title = f"Turn {state.turn}: {state.phase}"
        if title != heading:
            if sentences:
                yield heading, sentences
            heading, sentences = title, []
        sentences.append(_sentence(node, rule, text))
    if sentences:
        yield heading, sentences


def _sentence(node: Node, rule: str, text: str) -> str:
    die = f" (die {node.action.face})" if isinstance(node.action, Roll) else ""
    how = {How.REROLLED: ", rolled again", How.TYPED: ", typed in"}.get(node.how, "")
    cited = f" [{rule}]" if rule else ""
    return f"{text}{cited}{die[:-1] + how + ')' if die else ''}"


def _starred(text: str) -> str:
    return text.replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")


def _standing(game: GameSession) -> str:
    outcome = game.view().outcome
    if outcome is None:
        return f"Turn {game.state.turn}, not finished."
    names = {side.id: side.name for side in game.system.sides}
    points = ", ".join(f"{names.get(side, side)} {n}" for side, n in outcome.points)
    winner = names.get(outcome.winner, outcome.winner) or "Nobody"
    return f"{winner}: {outcome.level} ({points} victory points)."
