"""Every place word of both scenarios means hexes or a box, with room for those who stand there."""

from __future__ import annotations

from collections import Counter

import pytest

import oob.formats.text
from engine.systems.europa.board import places
from engine.systems.europa.board.areas import area
from maps.hexgrid import Hex, distance
from oob.model import OrderOfBattle, Size
from tests.engine.systems.europa.figures_of import FIGURES, order
from tests.engine.systems.europa.titles import charts, ground

GROUND = ground()
ROWS = charts("balkan_front").places.rows
WORDS = [row.id for row in ROWS]


def here(word: str) -> frozenset[Hex]:
    return frozenset(places.hexes(GROUND, word))


@pytest.mark.parametrize("word", WORDS)
def test_a_place_is_a_box_or_land(word: str) -> None:
    found = places.spots(GROUND, word)
    box = places.box(GROUND, word)
    if box:
        assert found == (box,)
        assert box in GROUND.map.boxes
    else:
        assert found
        assert list(found) == sorted(places.hexes(GROUND, word))
        assert here(word) <= GROUND.land


def test_an_unknown_word_is_refused() -> None:
    with pytest.raises(KeyError):
        places.hexes(GROUND, "Ruritania")


@pytest.mark.parametrize("title", sorted(FIGURES))
def test_every_word_of_the_scenario_has_a_row(title: str) -> None:
    figures = FIGURES[title]
    used = {arrival.place for arrival in figures.schedule.arrivals} | set(figures.starts_at)
    used |= {f"cities of {region.id}" for region in figures.schedule.regions}
    assert used <= set(WORDS)


def room(title: str) -> dict[str, tuple[int, int, int]]:
    """For each place of the start: units of any size, small ones, artillery it must hold."""
    found: Counter[tuple[str, int]] = Counter()
    book: OrderOfBattle = order()
    for entry in book.setups:
        if not FIGURES[title].starts(entry.place):
            continue
        for unit in entry.units:
            here_ = book.units[unit]
            guns = "artillery" in here_.type
            big = here_.size is Size.DIVISION and entry.steps != 1
            found[entry.place, 2 if guns else 0 if big else 1] += 1
    return {
        place: (found[place, 0], found[place, 1], found[place, 2])
        for place in {key for key, _ in found}
    }


@pytest.mark.parametrize("title", sorted(FIGURES))
def test_the_start_fits_within_the_stacking_limits(title: str) -> None:
    for place, (big, small, guns) in room(title).items():
        if places.box(GROUND, place):
            continue
        hexes = places.hexes(GROUND, place)
        stacking = charts(title).stacking
        rows = [stacking.mountain if GROUND.is_mountain(h) else stacking.regular for h in hexes]
        assert big + max(0, small - sum(r.small for r in rows)) <= sum(r.any for r in rows), place
        assert guns <= sum(r.artillery for r in rows), place


def test_the_albanian_border_is_two_hexes_deep() -> None:
    albania = GROUND.country("Albania")
    near = here("Albanian border")
    assert near < area(GROUND, "Mainland Greece")
    assert {min(distance(at, other) for other in albania) for at in near} == {1, 2}


def test_the_first_garrison_stands_in_the_metaxas_line_itself() -> None:
    assert here("Metaxas Line") == area(GROUND, "Metaxas Line")


def test_border_regiments_stand_on_the_border() -> None:
    for region in ("Slovenia", "Croatia", "Serbia", "Montenegro", "Backa"):
        inside = here(region)
        for at in here(f"{region} border"):
            assert at in inside
            beside = {GROUND.countries.get(near) for near in at.neighbours()}
            assert beside - {"Yugoslavia", None}


def test_german_armies_assemble_on_the_borders_they_attack_over() -> None:
    yugoslavia = area(GROUND, "Yugoslavia")
    for at in here("Germany or Hungary near Yugoslavia"):
        assert min(distance(at, other) for other in yugoslavia) <= 3
    rumania = area(GROUND, "Rumania")
    bulgarian = here("Bulgaria near Yugoslavia, or Rumania") - rumania
    assert bulgarian <= area(GROUND, "Bulgaria")
    assert here("Bulgaria near Yugoslavia, or Rumania") >= rumania
    assert max(min(distance(a, b) for b in yugoslavia) for a in bulgarian) == 5


def test_southern_italy_is_three_ports() -> None:
    ports = {p.hex for p in GROUND.map.places.values() if p.name in ("Brindisi", "Bari", "Taranto")}
    assert here("Southern Italy") == ports


def test_reinforcements_of_italy_come_to_cities_and_airfields() -> None:
    for at in here("Mainland Italy"):
        assert GROUND.city_rank(at) or at in GROUND.fields


def test_places_are_worked_out_once() -> None:
    assert places.hexes(GROUND, "Hungary") is places.hexes(GROUND, "Hungary")


def test_the_shipped_text_can_be_read_again() -> None:
    assert oob.formats.text.loads(oob.formats.text.dumps(order()), "again") == order()
