"""Whose the pieces of a module are, and which sides play by the rules it begins with."""

from __future__ import annotations

from engine.core.charts.schema import tables_of
from engine.editing.modules.module_rules import MOST_PLAYERS, rules_by_hand
from maps.formats.xmlfiles import parsed
from oob.formats.vassal.orders import order_of, slots_of
from oob.model import Face, Nation, OrderOfBattle, Size, Unit, UnitId
from tests.engine.editing.modules.test_module_import import BUILD, slot


def in_palettes(*chains: tuple[str, ...]) -> list[str]:
    """Whose the pieces are that lie in palettes within palettes, in their order."""
    kinds = ("TabWidget", "PanelWidget", "ListWidget")
    body = ""
    for number, chain in enumerate(chains):
        inner = slot(f"piece {number}", "a.png")
        for kind, name in reversed(list(zip(kinds, chain, strict=False))):
            whole = f"VASSAL.build.widget.{kind}"
            inner = f'<{whole} entryName="{name}">{inner}</{whole}>'
        body += inner
    window = (
        f'<VASSAL.build.module.PieceWindow name="Pieces">{body}</VASSAL.build.module.PieceWindow>'
    )
    plain = BUILD.replace(
        BUILD[BUILD.index("<VASSAL.build.module.Map") : BUILD.rindex("</")], window
    )
    root = parsed(plain.encode(), "toy")
    order = order_of("Toy", slots_of(root, "toy"), ())
    return [order.nations[unit.nation].name for unit in order.units.values()]


def test_palettes_of_divisions_within_those_of_sides_are_no_sides() -> None:
    """The Longest Day came in with 108 sides; one of one side had *Pieces List* for all."""
    divisions = ("American", "1 Inf Div"), ("American", "2 Inf Div"), ("German", "21 Pz Div")
    assert in_palettes(*divisions) == ["American", "American", "German"]
    assert in_palettes(*(("Pieces", *one) for one in divisions)) == [
        "American",
        "American",
        "German",
    ]
    corps = ("France", "I Corps"), ("France", "Guard"), ("Prussia", "I Corps"), ("Prussia", "IV")
    lists = (*((*one, "Pieces List") for one in corps), ("Markers", "Pieces List"))
    assert in_palettes(*lists) == ["France", "France", "Prussia", "Prussia", "Markers"]
    arms = ("Infantry", "Red"), ("Infantry", "Blue"), ("Armor", "Red"), ("Guns", "Blue")
    assert in_palettes(*arms) == ["Red", "Blue", "Red", "Blue"]
    assert in_palettes(("Units",), ("Units",)) == ["Units", "Units"]


def test_sides_of_a_module_are_called_as_its_nations() -> None:
    order = OrderOfBattle("two", "Two")
    order.nations["anglo-allies"] = Nation(
        "anglo-allies", "Anglo-Allies", "anglo-allies", "#a9bfd6", "#000000"
    )
    assert 'name = "Anglo-Allies"' in rules_by_hand(order).text()


def test_sides_whose_ratings_are_pictures_play_and_markers_do_not() -> None:
    """Two counters of a template with ratings in their names kept both sides of Ragnarok out."""
    order = OrderOfBattle("gods", "Gods")
    bare, rated = Face(None, None, None), Face(2, 3, 5)
    for side, face, count in (
        ("aesir", bare, 3), ("jotun", bare, 3), ("side1", rated, 1), ("game-markers", bare, 2),
    ):  # fmt: skip
        order.nations[side] = Nation(side, side, side, "#888888", "#000000")
        for number in range(count):
            ident = UnitId(f"{side}-{number}")
            order.units[ident] = Unit(ident, ident, side, side, "infantry", Size.NONE, (face,))
    rows = tables_of(rules_by_hand(order).text(), "charts")
    assert [row["side"] for row in rows["phases"]] == ["aesir", "jotun", "side1"]
    assert [row["id"] for row in rows["sides"] if not row.get("plays", True)] == ["game-markers"]


def test_a_turn_of_many_sides_is_one_phase_of_all() -> None:
    """A module with a palette for each division gave a turn of a hundred phases."""
    order = OrderOfBattle("many", "Many")
    for count, phases in ((MOST_PLAYERS, MOST_PLAYERS), (MOST_PLAYERS + 1, 1)):
        for number in range(count):
            side = f"side-{number}"
            order.nations[side] = Nation(side, side, side, "#888888", "#000000")
        assert rules_by_hand(order).text().count("[[phases]]") == phases
