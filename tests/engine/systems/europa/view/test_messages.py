"""Every event that Europa's titles tell has a sentence, made of facts the event has; every action a
menu line.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.systems
from engine.core.actions import Roll
from engine.systems import SYSTEMS
from engine.systems.balkan_front import rules as balkan_front
from engine.systems.boot_camp.view import messages as boot_camp
from engine.systems.europa.view import messages

ROOT = Path(engine.systems.__file__).parent
OWN = {"boot_camp": boot_camp.LINES, "balkan_front": balkan_front.LINES}
TITLES = tuple(OWN)


def told(folder: str, *, flying: bool) -> Iterator[tuple[str, str, frozenset[str]]]:
    """(file, event word, names of facts) of every event a folder tells by a plain word, those of
    air units and of the war at sea only where a title has any.
    """
    for path in sorted((ROOT / folder).rglob("*.py")):
        rooms = (ROOT / "europa" / "air", ROOT / "europa" / "sea")
        if any(path.is_relative_to(room) for room in rooms) and not flying:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if not called or node.func.attr != "tell":  # type: ignore[attr-defined]
                continue
            facts = [key.arg for key in node.keywords]  # type: ignore[attr-defined]
            if None in facts:
                continue
            words = [w for w in ast.walk(node.args[0]) if isinstance(w, ast.Constant)]  # type: ignore[attr-defined]
            for word in words:
                if isinstance(word.value, str):
                    yield path.name, word.value, frozenset(filter(None, facts))


@pytest.mark.parametrize("title", TITLES)
def test_every_event_has_a_sentence_of_its_facts(title: str) -> None:
    sentences = messages.templates(f"engine.systems.{title}")
    flying, wrong = (ROOT / title / "air.toml").exists(), []
    for folder in ("europa", title):
        for file, word, facts in told(folder, flying=flying):
            if word not in sentences:
                wrong.append(f"{file}: no sentence for {word!r}")
                continue
            wanted = {name for _, name, _, _ in string.Formatter().parse(sentences[word]) if name}
            if wanted - facts:
                wrong.append(f"{file}: {word!r} has no {sorted(wanted - facts)}")
    assert wrong == []


@pytest.mark.parametrize("title", TITLES)
def test_every_action_has_a_menu_line(title: str) -> None:
    lines = {**messages.LINES, **OWN[title]}
    missing = [cls.kind() for cls in (*SYSTEMS[title].actions(), Roll) if cls not in lines]
    assert missing == []
