"""Ids made from nation and name, and the steps that faces show."""

from __future__ import annotations

import pytest
from hypothesis import given

import oob.data
from oob.model import Face
from oob.notation import shipped
from oob.notation.instantiate import instantiated
from oob.notation.text.words import TYPES as NOTATION_TYPES
from oob.notation.text.words import spelled
from oob.words import TYPES, derived_id, slug, usual_steps
from tests.oob import strategies as some


@pytest.mark.parametrize(
    ("nation", "name", "id_"),
    [
        ("british", "8", "british-8"),
        ("british", "8+", "british-8-plus"),
        ("ss", "18 SS", "ss-18"),
        ("german", "369 Cr", "german-369-cr"),
        ("greek_guerrilla", "Partisan", "greek-guerrilla-partisan"),
        ("german", "", ""),
        ("", "Förster", "forster"),
    ],
)
def test_an_id_is_made_of_nation_and_name(nation: str, name: str, id_: str) -> None:
    assert derived_id(nation, name) == id_


@given(some.texts)
def test_a_slug_is_plain_and_its_own_slug(text: str) -> None:
    made = slug(text)
    assert slug(made) == made
    assert all(c.isascii() and (c.isalnum() or c == "-") for c in made)


def test_modes_are_no_steps() -> None:
    front, reduced = Face(5, None, 6), Face(4, None, 6, label="reduced")
    modes = Face(3, None, 3, label="concentrated"), Face(None, None, None, label="dispersed")
    assert usual_steps((front,)) == 1
    assert usual_steps((front, reduced)) == 2
    assert usual_steps(modes) == 1


@pytest.mark.parametrize("name", [*oob.data.names(), *shipped.names()])
def test_every_unit_that_is_shipped_is_of_a_known_type(name: str) -> None:
    counters = name in oob.data.names()
    order = oob.data.load(name) if counters else instantiated(shipped.load(name, corrected=True))
    assert {unit.type for unit in order.units.values()} <= set(TYPES)


def test_every_word_of_the_notation_is_spelled_as_a_known_type() -> None:
    assert {spelled(word) for word in NOTATION_TYPES} <= set(TYPES)
    assert len(set(TYPES)) == len(TYPES)
