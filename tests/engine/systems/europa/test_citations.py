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


WORDS = {
    "antitank": "atec|c/m",
    "armor": "aec|c/m",
    "blocked": "cannot enter",
    "commando": "brandenburg",
    "construction": "fort|construct",
    "defensive support": "defen|bomber",
    "entering": "enter|leav",
    "far guns": "railroad artillery",
    "fortified": "fort",
    "ground support": "ground support|bomber",
    "half capab": "half|c/m",
    "holding box": "off map|box",
    "out of supply strength": "attack halved|strengths",
    "poor weather": "weather|mud",
    "one target": "one target|one hex|single",
    "one-hex": "one-hex|one hex",
    "ownership": "own|control",
    "roll": "roll|die",
    "siege": "siege|terrain",
    "unsupported": "support",
    "winter": "winter|weather",
    "zone": "zone|zoc",
}
"""What a rule may say where a topic has a word of its own for it; the first that fits counts."""

ABSENT = {
    "boot_camp": {
        *("admin beside enemies", "admin enemy hexes", "admin movement", "admin points"),
        *("airbase damage", "airbase repair", "port demolition", "port repair", "rail repair"),
        *("bridge demolition", "bridge repair", "bridge seizure", "bridges", "spring thaw"),
        *("bridge seizure result", "bridge hit"),
        *("position guns at work", "position guns exchanged"),
        *("commando caught", "commando guides", "commando retreat", "commando zones"),
        *("commandos", "far guns"),
        *("withdrawal", "withdrawal failed", "placement cycle", "regauging", "fortress destroyed"),
    },
    "balkan_front": {"far guns", "placement cycle", "regauging"},
    "fire_in_the_east": {
        *("construction after surrender", "construction at war", "holding box"),
        *("mobilization", "mobilization by region"),
    },
}
"""What a title has no rule for, so that nobody comes to read which one is cited."""


@cache
def rules_of(title: str) -> dict[str, str]:
    """Title and words of each rule of a title."""
    with (SYSTEMS / title / "rules.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: f"{row['title']} {row['text']}".lower() for row in csv.DictReader(file)}


def speaks_of(topic: str, said: str) -> bool:
    """Whether a rule has a word of a topic, cut to its first five letters, or stands for it."""
    stands = next((words for part, words in WORDS.items() if part in topic), None)
    if stands is not None and re.search(stands, said):
        return True
    return any(word[:5] in said for word in re.findall(r"[a-z]{4,}", topic))


@pytest.mark.parametrize("title", TITLES)
def test_the_rule_of_a_topic_speaks_of_it(title: str) -> None:
    """Of the topics that all titles cite; where one alone does, its rule was sought for it."""
    rules, cited = rules_of(title), citations_of(title)
    shared = set.intersection(*(set(citations_of(each)) for each in TITLES))
    strange = {topic for topic in shared if not speaks_of(topic, rules[cited[topic]])}
    assert strange - ABSENT[title] == set()
    assert ABSENT[title] <= cited.keys()
