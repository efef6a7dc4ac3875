"""What is shipped can be found by name, drawn, and read by people of every sight."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFontDatabase, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

import resources


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", resources.icon_names())
def test_icon_paints_in_the_colour_asked_for(name: str, qapp: object) -> None:
    picture = QImage(48, 48, QImage.Format.Format_ARGB32)
    picture.fill(0)
    renderer = QSvgRenderer(QByteArray(resources.icon_svg(name, "#204060")))
    painter = QPainter(picture)
    renderer.render(painter)
    painter.end()
    pixels = [picture.pixelColor(x, y) for x in range(48) for y in range(48)]
    solid = [(pixel.red(), pixel.green(), pixel.blue()) for pixel in pixels if pixel.alpha() == 255]
    assert solid
    for pixel in solid:
        assert pixel == pytest.approx((0x20, 0x40, 0x60), abs=1)


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError, match=r"no-such\.svg"):
        resources.icon_svg("no-such")
    with pytest.raises(KeyError):
        resources.theme("../light")


def test_themes_name_the_same_colours() -> None:
    light, *others = (resources.theme(name) for name in resources.theme_names())
    for theme in others:
        assert theme.colours.keys() == light.colours.keys()


@pytest.mark.parametrize("name", resources.theme_names())
def test_theme_colours_are_colours(name: str) -> None:
    for colour in resources.theme(name).colours.values():
        assert re.fullmatch(r"#[0-9a-f]{6}", colour)


@pytest.mark.parametrize("name", resources.theme_names())
def test_text_stands_out(name: str) -> None:
    colours = resources.theme(name).colours
    for ink in ("ink", "faint", "ok", "warning", "objection", "accent"):
        for ground in ("window", "paper", "panel"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    assert contrast(colours["accent_ink"], colours["accent"]) >= 4.5


def as_seen_without_red(colour: str) -> tuple[float, float]:
    """Return (lightness, blue against yellow) as a deuteranope sees them, 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    yellow = 0.625 * red + 0.375 * green
    return 0.8 * yellow + 0.2 * blue, blue - yellow


@pytest.mark.parametrize("theme", resources.theme_names())
def test_good_and_bad_differ_for_the_colour_blind(theme: str) -> None:
    colours = resources.theme(theme).colours
    good = as_seen_without_red(colours["ok"])
    for name in ("objection", "warning"):
        bad = as_seen_without_red(colours[name])
        assert max(abs(a - b) for a, b in zip(good, bad, strict=True)) > 0.2, name


def test_fonts_hold_the_letters_of_the_map(qapp: object) -> None:
    shipped = resources.fonts()
    assert shipped
    for data in shipped.values():
        number = QFontDatabase.addApplicationFontFromData(QByteArray(data))
        assert QFontDatabase.applicationFontFamilies(number)


def test_manual_pages_have_titles_and_order() -> None:
    pages = resources.manual_pages()
    assert pages[0].title == "Getting started"
    assert len({page.title for page in pages}) == len(pages)


def test_links_of_the_manual_lead_to_pages_and_pictures() -> None:
    pages = {f"{page.id}.md" for page in resources.manual_pages()}
    for page in resources.manual_pages():
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.text):
            if target.startswith("https://"):
                continue
            if target not in pages:
                assert resources.manual_picture(target), f"{page.id}: {target}"
