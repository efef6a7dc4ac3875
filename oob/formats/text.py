"""The text format of orders of battle: ``*.oob``, UTF-8, one fact per line, made to diff well.

A file opens with ``sandtable oob 1`` and closes with ``[end]``; between them stand, in this order
and where there is something to say, ``[oob]`` (id and title), ``[nations]``, ``[formations]``,
``[units]`` (lines under nation headings; see :mod:`oob.formats.unitline`), ``[setup]``,
``[choices]``, ``[schedule]`` and ``[notes]``::

    [units]
    british:
    2×5-6/4-6 Armor XX 8#armor, 15 (mechanized)

    [setup]
    med_box: british-8-armor, british-15
    ? a doubtful reading of the printed table

    [choices]
    deplete 2: german-71, german-181, german-264, german-297

    [schedule]
    optional any med_box cost=2: us-10-mtn
    substitute any med_box: us-10-mtn
    for us-3, us-36, us-45
    > one of the three

Numbered ids in a row can be written ``german-generic-1..4``. Texts with odd signs go in double
quotes as in JSON. Blank lines are free; there are no comments, as they would be lost on saving.

>>> order = loads("sandtable oob 1\\n[oob]\\nid: demo\\n[nations]\\nus USA side=allied\\n"
...     "[units]\\nus:\\n2×5-6/4-6 Armor XX 1, 2\\n[end]\\n")
>>> list(order.units)
['us-1', 'us-2']
"""

from __future__ import annotations

from pathlib import Path

from maps.files.reading import read_text
from maps.files.writing import write_whole
from oob.formats.textreader import parsed
from oob.formats.textwriter import written
from oob.model import OrderOfBattle

SUFFIX = ".oob"


def dumps(order: OrderOfBattle) -> str:
    """The text of an order of battle.

    Raises KnownError when it names nations or units it does not have.
    """
    return written(order)


def loads(text: str, where: str = "order of battle") -> OrderOfBattle:
    """Read an order of battle; ``where`` names the file in errors.

    Raises KnownError with file, line, fault and fix.
    """
    return parsed(text, where)


def load(path: Path) -> OrderOfBattle:
    """Read a file. Raises KnownError for a file that cannot be read or is wrong."""
    return loads(read_text(path), path.name)


def save(order: OrderOfBattle, path: Path) -> None:
    """Write a file whole or not at all. Raises KnownError when it cannot be written."""
    write_whole(path, dumps(order))
