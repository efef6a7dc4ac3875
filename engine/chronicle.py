"""The story of a game as a text to keep: the log along the current line, in Markdown or plain."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Roll
from engine.play.log import ROOT, How, Node
from engine.session import GameSession

__all__ = ["ROOT", "How", "Node", "markdown", "plain_text"]


def markdown(game: GameSession) -> str:
    """The log as Markdown: a heading per turn and phase, a line per sentence with its rule."""
    lines = [f"# {game.scenario.title}", "", f"Seed {game.seed}. {_standing(game)}", ""]
    for heading, sentences in _chapters(game):
        lines += [f"## {heading}", ""]
        lines += [f"- {_starred(text)}" for text in sentences]
        lines.append("")
    return "\n".join(lines)


def plain_text(game: GameSession) -> str:
    """The log as plain text, one sentence per line."""
    lines = [game.scenario.title, f"Seed {game.seed}. {_standing(game)}", ""]
    for heading, sentences in _chapters(game):
        lines += [heading, *(f"  {text}" for text in sentences), ""]
    return "\n".join(lines)


def _chapters(game: GameSession) -> Iterator[tuple[str, list[str]]]:
    heading, sentences = "", list[str]()
    for node, rule, text in game.story():
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
