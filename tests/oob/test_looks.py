from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

import oob.data
from maps.errors import KnownError
from oob.edits import apply, inverse, put_note
from oob.formats.text import dumps, loads
from oob.looks import (
    COUNTER,
    SCHEME,
    CounterLook,
    Edge,
    Scheme,
    look_of,
    look_text,
    parse_look,
    scheme_of,
    service_scheme,
    shipped_scheme,
)
from oob.model import Nation, OrderOfBattle
from oob.notation import shipped
from oob.notation.instantiate import instantiated

ORDERS: dict[str, Callable[[], OrderOfBattle]] = {
    **{name: partial(oob.data.load, name) for name in oob.data.names()},
    **{name: lambda name=name: instantiated(shipped.load(name)) for name in shipped.names()},
}


@pytest.mark.parametrize("name", ORDERS)
def test_nations_of_a_game_differ_by_edges_and_letters(name: str) -> None:
    order = ORDERS[name]()
    seen: dict[tuple[Edge, Edge], str] = {}
    codes: dict[str, str] = {}
    for nation in order.nations.values():
        scheme = scheme_of(order, nation)
        assert seen.setdefault((scheme.left, scheme.right), nation.id) == nation.id
        assert codes.setdefault(scheme.code, nation.id) == nation.id
        assert scheme.code


def test_colours_are_those_of_the_game() -> None:
    """Operation Gertrud 2.3: Turkish brown, Italian green."""
    order = instantiated(shipped.load("operation_gertrud_late_1942"))
    assert scheme_of(order, order.nations["turkish"]).fill == "#8a5a33"
    assert scheme_of(order, order.nations["italian"]).fill == "#5f9a58"
    assert scheme_of(order, order.nations["german"]).fill == ""


def test_a_nation_nobody_foresaw_has_letters_and_the_same_edges_every_time() -> None:
    nation = Nation("ruritanian", "Ruritania", "axis", "#ffffff", "#000000")
    order = OrderOfBattle("o", "O", nations={nation.id: nation})
    scheme = scheme_of(order, nation)
    assert scheme.code == "RU" and scheme == scheme_of(order, nation)
    assert shipped_scheme("o", "ruritanian") is None


def test_a_scheme_of_ones_own_is_kept_in_a_note() -> None:
    order = oob.data.load("balkan_gambit_1943")
    own = Scheme(fill="#123456", ink="#ffffff", left=Edge.DASHED, code="XY")
    change = put_note(order, SCHEME + "german", look_text(own))
    apply(order, change)
    assert scheme_of(order, order.nations["german"]) == own
    again = loads(dumps(order), "again")
    assert scheme_of(again, again.nations["german"]) == own
    apply(order, inverse(change))
    assert scheme_of(order, order.nations["german"]).fill == ""


def test_a_look_of_ones_own_is_kept_in_a_note() -> None:
    order = oob.data.load("balkan_gambit_1943")
    unit = next(iter(order.units.values()))
    own = CounterLook(symbol="light armor", left="8", fill="#a0b0c0", picture="0123abcd")
    apply(order, put_note(order, COUNTER + unit.id, look_text(own)))
    assert look_of(loads(dumps(order), "again"), unit) == own
    assert look_text(CounterLook()) == ""


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{", "JSON"),
        ("[]", "object"),
        ('{"symbl": "armor"}', "symbol"),
        ('{"fill": "red"}', "#rrggbb"),
        ('{"left": 5}', "short text"),
    ],
)
def test_what_is_no_look_is_refused_in_a_sentence(text: str, word: str) -> None:
    with pytest.raises(KnownError, match=word):
        parse_look(CounterLook, text)
    order = oob.data.load("balkan_gambit_1943")
    unit = next(iter(order.units.values()))
    apply(order, put_note(order, COUNTER + unit.id, text))
    assert look_of(order, unit) == CounterLook()


def test_an_edge_is_one_of_the_known() -> None:
    with pytest.raises(KnownError, match="edge"):
        parse_look(Scheme, json.dumps({"left": "wavy"}))


def test_services_have_letters() -> None:
    assert service_scheme(frozenset({"ss", "supported"})) == Scheme("#17181a", "#ffffff", code="SS")
    assert service_scheme(frozenset({"supported"})) is None
