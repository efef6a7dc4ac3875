"""Sets of hexes as whole numbers, one bit a hex: floods over a whole board in a few operations.

A board of a few thousand hexes fits in a number that Python shifts and masks in well under a
microsecond, so that a step of a flood costs the same whether it starts from one hex or a thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import compress, pairwise

from engine.frozen import dataclass
from engine.rules.board.lately import apart
from maps.hexgrid import DIRECTIONS, Hex

FEW = 48
"""From so many bits on it is quicker to write a number digit by digit than to set them."""


SINGLE = 16
"""Fewer bits than these are quicker found one by one than digit by digit."""
DENSE = 200
"""From so many bits on it is as quick to look at every place."""
SELECTORS = bytes.maketrans(b"01", b"\0\1")
"""What makes of binary digits the places that are taken and those that are not."""
STAY = (0, 0)
"""The step from a hex to itself."""
OFF = Hex(0, 0)
"""Stands for a place off the board, which no set has."""


class Bits:
    """Which bit stands for which hex of a board."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        found = sorted(hexes)
        rows = _rows(found)
        self._width = _apart(rows)
        self._first = min(
            (first + row * self._width for row, (first, _) in rows.items()), default=0
        )
        self.index = {at: self._index(at) for at in found}
        """Which bit stands for each hex."""
        self._hexes = {index: at for at, index in self.index.items()}
        places = range(max(self._hexes, default=-1) + 1)
        self._places = [self._hexes.get(index, OFF) for index in places]
        self.bit = {at: 1 << index for at, index in self.index.items()}
        """The number of each hex: all bits 0 but its own."""
        self.all = self.mask(found)
        self.shifts = tuple(dq + dr * self._width for dq, dr in DIRECTIONS)
        """How far to shift for a step in each direction."""

    def _index(self, at: Hex) -> int:
        return at.q + at.r * self._width - self._first

    def mask(self, hexes: Iterable[Hex]) -> int:
        """The set of some hexes; those that are not on the board are left out."""
        index = self.index
        return self.number([index[at] for at in hexes if at in index])

    def number(self, bits: list[int]) -> int:
        """The whole number in which some bits are 1: written digit by digit, which costs the same
        for each however many there are; a few are set one by one.
        """
        if len(bits) < FEW:
            number = 0
            for bit in bits:
                number |= 1 << bit
            return number
        digits = bytearray(b"0") * (max(bits, default=0) + 1)
        one = ord("1")
        for bit in bits:
            digits[~bit] = one
        return int(digits, 2)

    def around(self, mask: int) -> int:
        """The places beside the hexes of a set, off the board too."""
        found = 0
        for shift in self.shifts:
            found |= mask << shift if shift > 0 else mask >> -shift
        return found

    def hexes(self, mask: int) -> Iterator[Hex]:
        """The hexes of a set, in the order of their bits."""
        found, many = list[Hex](), mask.bit_count()
        if many < SINGLE:
            while mask:
                lowest = mask & -mask
                found.append(self._hexes[lowest.bit_length() - 1])
                mask ^= lowest
            return iter(found)
        digits = f"{mask:b}"[::-1]
        if many > DENSE:
            return compress(self._places, digits.encode().translate(SELECTORS))
        index = digits.find("1")
        while index >= 0:
            found.append(self._hexes[index])
            index = digits.find("1", index + 1)
        return iter(found)


def _rows(hexes: Iterable[Hex]) -> dict[int, tuple[int, int]]:
    """The first and the last place of each row among some hexes and the places beside them."""
    found: dict[int, tuple[int, int]] = {}
    for at in hexes:
        for dq, dr in (STAY, *DIRECTIONS):
            place, row = at.q + dq, at.r + dr
            first, last = found.get(row, (place, place))
            found[row] = (min(first, place), max(last, place))
    return found


def _apart(rows: dict[int, tuple[int, int]]) -> int:
    """How far a place and the one below it are apart: just so far that each row ends before the
    next begins. Axes are oblique, so that rows of a rectangular board begin ever farther back, and
    as few bits lie between them.
    """
    every = sorted(rows)
    return max(
        ((rows[a][1] - rows[b][0]) // (b - a) + 1 for a, b in pairwise(every)),
        default=1,
    )


Tally = tuple[int, ...]
"""How often each hex is counted, digit by binary digit: the hexes whose count has a 1 in the last
place, in the last but one, and so on.
"""


def counted(tally: Tally, mask: int) -> Tally:
    """A tally with all hexes of a set counted once more."""
    found, carry = list(tally), mask
    for place, digit in enumerate(tally):
        found[place], carry = digit ^ carry, digit & carry
        if not carry:
            break
    return (*found, carry) if carry else tuple(found)


def uncounted(tally: Tally, mask: int) -> Tally:
    """A tally with all hexes of a set counted once less; each is counted."""
    found, borrow = list(tally), mask
    for place, digit in enumerate(tally):
        found[place], borrow = digit ^ borrow, borrow & ~digit
        if not borrow:
            break
    return tuple(found)


def counted_once(tally: Tally) -> int:
    """The hexes that are counted exactly once."""
    last, *others = tally or (0,)
    return last & ~union(tuple(others))


class Masks:
    """Numbers of sets of hexes that change little from one position to the next: each is made of
    the last one of its name.
    """

    def __init__(self, bits: Bits) -> None:
        self._bits = bits
        self._last: dict[object, tuple[frozenset[Hex], int]] = {}
        self._made: dict[object, tuple[object, int]] = {}
        self._sets: dict[object, tuple[int, frozenset[Hex]]] = {}

    def of(self, name: object, hexes: frozenset[Hex]) -> int:
        """The number of a set, as :meth:`Bits.mask` has it."""
        before, mask = self._last.get(name, (frozenset[Hex](), 0))
        if before is hexes:
            return mask
        bit, others = self._bits.bit, apart(before, hexes)
        others = before ^ hexes if others is None else others
        if len(others) < len(hexes):
            for at in others:
                if at in bit:
                    mask ^= bit[at]
        else:
            mask = self._bits.mask(hexes)
        self._last[name] = (hexes, mask)
        return mask

    def made_of(self, name: object, known: object, hexes: Callable[[], Iterable[Hex]]) -> int:
        """The number of a set that another object stands for; its hexes are asked for only where
        nobody noted how it was made.
        """
        before, mask = self._made.get(name, (None, 0))
        if before is known:
            return mask
        bit, others = self._bits.bit, apart(before, known)
        if others is None:
            mask = self._bits.mask(hexes())
        else:
            for at in others:
                if at in bit:
                    mask ^= bit[at]
        self._made[name] = (known, mask)
        return mask

    def set_of(self, name: object, mask: int) -> frozenset[Hex]:
        """The hexes of a number: of the last set of its name, and the very one for the same."""
        last, hexes = self._sets.get(name, (0, frozenset[Hex]()))
        if last != mask:
            hexes = frozenset(self._bits.hexes(last ^ mask)) ^ hexes
            self._sets[name] = (mask, hexes)
        return hexes


@dataclass(frozen=True, slots=True)
class Steps:
    """Which steps between adjacent hexes are open: for each direction, the hexes it may leave."""

    up: tuple[tuple[int, int], ...]
    down: tuple[tuple[int, int], ...]

    def spread(self, mask: int) -> int:
        """The hexes one open step away from those of a set."""
        found = 0
        for leaving, shift in self.up:
            found |= (mask & leaving) << shift
        for leaving, shift in self.down:
            found |= (mask & leaving) >> shift
        return found

    def without(self, others: Steps) -> Steps:
        """These steps but for some others."""
        up, down = (
            dict((shift, gone) for gone, shift in others.up),
            dict((shift, gone) for gone, shift in others.down),
        )
        return Steps(
            tuple((leaving & ~up.get(shift, 0), shift) for leaving, shift in self.up),
            tuple((leaving & ~down.get(shift, 0), shift) for leaving, shift in self.down),
        )

    def within(self, on: int) -> Steps:
        """Those of these steps that begin and end in a set."""
        return Steps(
            tuple((leaving & on & (on >> shift), shift) for leaving, shift in self.up),
            tuple((leaving & on & (on << shift), shift) for leaving, shift in self.down),
        )


def together(every: Iterable[Steps]) -> Steps:
    """The steps of several networks as one."""
    up, down = dict[int, int](), dict[int, int]()
    for one in every:
        for leaving, shift in one.up:
            up[shift] = up.get(shift, 0) | leaving
        for leaving, shift in one.down:
            down[shift] = down.get(shift, 0) | leaving
    return Steps(
        tuple((leaving, shift) for shift, leaving in up.items()),
        tuple((leaving, shift) for shift, leaving in down.items()),
    )


def steps(bits: Bits, pairs: Iterable[tuple[Hex, Hex]]) -> Steps:
    """The open steps of a board, each from one hex to an adjacent one."""
    leaving: dict[tuple[int, int], list[int]] = {way: [] for way in DIRECTIONS}
    for a, b in pairs:
        leaving[b.q - a.q, b.r - a.r].append(bits.index[a])
    masks = [bits.number(leaving[way]) for way in DIRECTIONS]
    named = [(mask, shift) for mask, shift in zip(masks, bits.shifts, strict=True) if mask]
    return Steps(
        tuple((mask, shift) for mask, shift in named if shift > 0),
        tuple((mask, -shift) for mask, shift in named if shift < 0),
    )


Levels = tuple[int, ...]
"""For each length from 0, the hexes reached with exactly that length."""


def flood(by_cost: tuple[tuple[int, Steps], ...], start: int, within: int, limit: int) -> Levels:
    """The hexes reached from a set, sorted by the least length it takes, up to a limit or as far as
    there are any.

    ``by_cost`` gives the open steps by what they count; only hexes of ``within`` are entered.
    """
    left = within & ~start
    levels = [start]
    dearest = max((cost for cost, _ in by_cost), default=0)
    for length in range(1, limit + 1):
        if not any(levels[-dearest:]):
            break
        edge = 0
        for cost, open_ in by_cost:
            if cost <= length and levels[length - cost]:
                edge |= open_.spread(levels[length - cost])
        edge &= left
        left ^= edge
        levels.append(edge)
    return tuple(levels)


def filled(open_: Steps, start: int, within: int) -> int:
    """All hexes that open steps join to a set, inside ``within``, the set included. How many steps
    it takes does not count, so that each direction goes on from where the last one led.
    """
    up = [(leaving & within >> shift, shift) for leaving, shift in open_.up]
    down = [(leaving & within << shift, shift) for leaving, shift in open_.down]
    found, before = start, -1
    while found != before:
        before = found
        for leaving, shift in up:
            found |= (found & leaving) << shift
        for leaving, shift in down:
            found |= (found & leaving) >> shift
    return found


def union(levels: Levels) -> int:
    """All hexes of some levels."""
    found = 0
    for level in levels:
        found |= level
    return found
