"""The story of a game as a text to keep: the current line of the log in several forms.

With a player_view it tells what the seat of a game knows.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from html import escape
from io import StringIO

from engine.core.actions import Roll
from engine.core.wording import with_noun, written
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.play.log import ROOT, How, LogTree, Node
from engine.play.marks import Line, MarkKind
from maps.files.writing import still_wanted

__all__ = [
    "ROOT", "How", "Line", "LogTree", "MarkKind", "Node", "json_lines", "markdown", "plain_text",
    "table", "web_page",
]  # fmt: skip


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
    writer.writerows(_rows(game, player_view))
    return out.getvalue()


def json_lines(game: GameSession, player_view: PlayerView | None = None) -> str:
    """The log as JSON, an object for each sentence on a line of its own, with the table's columns.

    A die that was not thrown is null.
    """
    return "".join(
        json.dumps(dict(zip(COLUMNS, row, strict=True)) | {"die": row[5] or None}) + "\n"
        for row in _rows(game, player_view)
    )


def web_page(game: GameSession, player_view: PlayerView | None = None) -> str:
    """The log as one HTML page without script: contents, and a section per turn and phase."""
    title = escape(game.scenario.title)
    chapters = list(_chapters(game, player_view))
    links = "".join(
        f'<li><a href="#c{number}">{escape(heading)}</a></li>'
        for number, (heading, _) in enumerate(chapters, 1)
    )
    sections = "".join(
        f'<section id="c{number}"><h2>{escape(heading)}</h2><ul>'
        + "".join(f"<li>{escape(text)}</li>" for text in sentences)
        + "</ul></section>\n"
        for number, (heading, sentences) in enumerate(chapters, 1)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1>"
        f"<p>Seed {game.seed}. {escape(_standing(game))}</p>"
        f"<nav><ul>{links}</ul></nav>\n{sections}</body></html>\n"
    )


_STYLE = (
    "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 sans-serif;"
    "background:#f4eedd;color:#2b2620}h2{border-top:1px solid #4a4335;padding-top:.5rem}"
    "nav ul{columns:3;padding-left:1.2rem}a{color:#1f4f66}"
)


def _rows(game: GameSession, player_view: PlayerView | None) -> Iterator[tuple[object, ...]]:
    for node, rule, text in (game if player_view is None else player_view).story():
        still_wanted()
        state = game.state_at(ROOT if node.parent is None else node.parent)
        die = node.action.face if isinstance(node.action, Roll) else ""
        note = game.marks.get(node.id, MarkKind.NOTE)
        why = node.why if player_view is None else player_view.why(node)
        phase, how = state.phase, node.how.value
        yield node.id, state.turn, phase, node.side, how, die, rule, text, why, note


COLUMNS = ("step", "turn", "phase", "side", "how", "die", "rule", "text", "reason", "note")
"""Heading of the log as a table."""


def _chapters(game: GameSession, player_view: PlayerView | None) -> Iterator[tuple[str, list[str]]]:
    heading, sentences = "", list[str]()
    for node, rule, text in (game if player_view is None else player_view).story():
        still_wanted()
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
    points = ", ".join(f"{names.get(side, side)} {written(n)}" for side, n in outcome.points)
    winner = names.get(outcome.winner, outcome.winner) or "Nobody"
    told = f" ({with_noun(points, outcome.counted)})" if points else ""
    return f"{winner}: {outcome.level}{told}."
