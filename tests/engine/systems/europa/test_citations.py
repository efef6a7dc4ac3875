"""Every topic the shared layer cites is a rule of both titles, and no topic is left over."""

from __future__ import annotations

import csv
import re
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from tests.engine.systems.europa.arena import citations_of

TITLES = ("balkan_front", "boot_camp", "fire_in_the_east")
SYSTEMS = Path(str(resources.files("engine.systems.europa"))).parent
CITED = re.compile(r'(?:cite\(|objection\(\s*(?:pos|self|look\.pos),\s*)"([^"]+)"')


@cache
def sources(room: str) -> str:
    """All the code of a room."""
    files = sorted((SYSTEMS / room).rglob("*.py"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("title", TITLES)
def test_what_the_shared_layer_cites_is_cited_in_each_title(title: str) -> None:
    topics = set(CITED.findall(sources("europa")))
    assert len(topics) > 50
    assert topics - citations_of(title).keys() == set()


@pytest.mark.parametrize("title", TITLES)
def test_each_topic_is_a_rule_of_the_title(title: str) -> None:
    with (SYSTEMS / title / "rules.csv").open(encoding="utf-8", newline="") as file:
        rules = {row["id"] for row in csv.DictReader(file)}
    assert {t: rule for t, rule in citations_of(title).items() if rule not in rules} == {}


@pytest.mark.parametrize("title", TITLES)
def test_no_topic_is_left_over(title: str) -> None:
    """Written out, or put together from a beginning and the word of a side."""
    code = sources("europa") + sources(title)

    def used(topic: str) -> bool:
        return f'"{topic}"' in code or f'"{topic.rsplit(" ", 1)[0]} {{' in code

    assert [topic for topic in citations_of(title) if not used(topic)] == []
