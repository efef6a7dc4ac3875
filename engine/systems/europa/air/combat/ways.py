"""The way of an air unit past enemy fighters: the one that fewest of them watch (BF-19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.core.state import Location
from engine.systems.europa.air import fleet
from engine.systems.europa.board.bitmaps import Bits
from engine.systems.europa.board.flights import bits_of, starts
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

Label = tuple[int, int]
"""How many fighters watch a way so far, summed over its hexes, and how long it is."""
Layers = dict[Label, int]
"""The hexes that ways with each label lead to, as bits."""


def watched(bits: Bits, zones: Iterable[int]) -> dict[int, int]:
    """The hexes of the board by how many of some zones they lie in."""
    found = {0: bits.all}
    for zone in zones:
        for count, among in sorted(found.items(), reverse=True):
            if among & zone:
                found[count] = among & ~zone
                found[count + 1] = found.get(count + 1, 0) | (among & zone)
    return found


def way(
    pos: Position,
    unit: str,
    base: Location,
    target: Location,
    limit: int,
    counts: Mapping[int, int],
) -> tuple[Hex, ...]:
    """The hexes an air unit enters on the way to its target that fewest fighters watch, by the
    ``counts`` of :func:`watched`, the shortest of those, within its movement points; from and to a
    box, those of the board. Of several it is the one whose hexes come first.
    """
    bits, nearing = bits_of(pos.context), fleet.flying_from(pos, unit, target)
    begun, ends = Layers(), starts(pos.context, target)
    for at, far in starts(pos.context, base).items():
        label = (0 if at == base else _count(counts, bits.bit[at]), far)
        begun[label] = begun.get(label, 0) | bits.bit[at]
    layers, beside, reached = Layers(), Layers(), [0] * (limit + 1)
    seen, last = 0, max((seen for seen, _ in begun), default=0)
    while seen <= last + max(counts):
        better = 0
        for far in range(limit + 1):
            layer = begun.get((seen, far), 0)
            for count, among in counts.items():
                layer |= beside.get((seen - count, far - 1), 0) & among & nearing.upto(limit - far)
            layer &= ~(reached[far] | better)
            better |= layer
            reached[far] |= better
            if not layer:
                continue
            there = [at for at, off in ends.items() if far + off <= limit and bits.bit[at] & layer]
            if there:
                found = _traced(bits, layers, counts, (seen, far), min(there))
                return tuple(at for at in _followed(bits, found, begun, counts) if at != base)
            layers[seen, far], beside[seen, far] = layer, bits.around(layer)
            last = max(last, seen)
        seen += 1
    return ()


def _count(counts: Mapping[int, int], bit: int) -> int:
    """How many watch a hex."""
    return next(count for count, among in counts.items() if among & bit)


def _traced(bits: Bits, layers: Layers, counts: Mapping[int, int], goal: Label, at: Hex) -> Layers:
    """Those of all hexes from which ways lead on to one with a label, and that one."""
    found = {goal: bits.bit[at]}
    for seen, far in sorted(layers, key=lambda label: -label[1]):
        onward = 0
        for count, among in counts.items():
            onward |= found.get((seen + count, far + 1), 0) & among
        if onward:
            found[seen, far] = layers[seen, far] & bits.around(onward)
    return found


def _followed(bits: Bits, found: Layers, begun: Layers, counts: Mapping[int, int]) -> Iterator[Hex]:
    """The first of the ways over some hexes, from where it begins."""
    starts_ = ((at, label) for label in begun for at in bits.hexes(found.get(label, 0)))
    open_ = [(at, label) for at, label in starts_ if begun[label] & bits.bit[at]]
    while open_:
        here, (seen, far) = min(open_)
        yield here
        near = [(at, bits.bit[at]) for at in here.neighbours() if at in bits.bit]
        steps = [(at, (seen + _count(counts, bit), far + 1)) for at, bit in near]
        open_ = [(at, label) for at, label in steps if found.get(label, 0) & bits.bit[at]]
