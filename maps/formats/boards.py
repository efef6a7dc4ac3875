"""The forms of boards as files. A form's reader and writer are imported when they are used."""

from __future__ import annotations

from pathlib import Path

from maps.files.reading import json_of, read_text
from maps.files.registry import Format, Formats
from maps.formats import text
from maps.model import GameMap


def _read_json(path: Path) -> GameMap:
    from maps.formats.interchange import board_json, hexwright

    text = read_text(path)
    if f'"{board_json.FORMAT}"' not in text and hexwright.is_one(json_of(text, path.name)):
        return hexwright.load(path)
    return board_json.loads(text, path.name)


def _write_json(board: GameMap, path: Path) -> None:
    from maps.formats.interchange import board_json

    board_json.dump(board, path)


def _read_csv(path: Path) -> GameMap:
    from maps.formats.interchange import board_csv

    return board_csv.load(path)


def _write_csv(board: GameMap, path: Path) -> None:
    from maps.formats.interchange import board_csv

    board_csv.dump(board, path)


def _read_geojson(path: Path) -> GameMap:
    from maps.formats.interchange import geojson

    return geojson.load(path)


def _write_geojson(board: GameMap, path: Path) -> None:
    from maps.formats.interchange import geojson

    geojson.dump(board, path)


def _read_tiled(path: Path) -> GameMap:
    from maps.formats.tiled import reading

    return reading.load(path)


def _read_text_mapper(path: Path) -> GameMap:
    from maps.formats.interchange import text_mapper

    return text_mapper.load(path)


def _read_worldographer(path: Path) -> GameMap:
    from maps.formats.interchange import worldographer

    return worldographer.load(path)


BOARDS: Formats[GameMap, GameMap] = Formats(
    "boards",
    Format("Board text", (".map",), read=text.load, write=text.dump),
    Format("Board as JSON", (".json",), read=_read_json, write=_write_json),
    Format("Table of hexes", (".csv",), read=_read_csv, write=_write_csv),
    Format("GeoJSON", (".geojson",), read=_read_geojson, write=_write_geojson),
    Format("Tiled map", (".tmx", ".tmj"), read=_read_tiled),
    Format("Worldographer map", (".wxx",), read=_read_worldographer),
    Format("Text-mapper map", (".txt",), read=_read_text_mapper),
)
"""Forms that need no painting; the window and the command line add those that do."""
