"""The manual as sections: anchors as code hosts form them, and what a search finds."""

from __future__ import annotations

import pytest

import resources
from resources import Page
from resources.reading import search, sections, slug

PAGE = Page(
    "2-page",
    "A page",
    "# A page\n\nFirst words.\n\n## The **board**, and `U`\n\nSea and land.\n\n"
    "```\n## no heading\n```\n\n### Sea\n\n[Lakes](x.md) dry up.\n",
)


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("If it says...", "if-it-says"),
        ("The **board**, and `U`", "the-board-and-u"),
        ("What can it do?", "what-can-it-do"),
        ("Größe 1", "größe-1"),
    ],
)
def test_an_anchor_is_what_code_hosts_make_of_a_heading(heading: str, anchor: str) -> None:
    assert slug(heading) == anchor


def test_sections_end_at_the_next_heading_and_not_in_an_example() -> None:
    found = {section.heading: section.text for section in sections(PAGE)}
    assert list(found) == ["A page", "The board, and U", "Sea"]
    assert "no heading" in found["The board, and U"]


def test_all_words_must_be_there_and_headings_come_first() -> None:
    hits = search([PAGE], "sea")
    assert [hit.section.heading for hit in hits] == ["Sea", "The board, and U"]
    assert [hit.line for hit in hits] == ["Lakes dry up.", "Sea and land."]
    assert [hit.section.heading for hit in search([PAGE], "SEA land")] == ["The board, and U"]
    assert search([PAGE], "sea desert") == []
    assert search([PAGE], "  ") == []


def test_the_manual_can_be_searched() -> None:
    hits = search(resources.manual_pages(), "regimental equivalent")
    assert hits[0].section.page == "98-glossary"
