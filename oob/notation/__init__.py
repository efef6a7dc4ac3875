"""Orders of battle in the field's own notation: ``5×8-6 Infantry XX 1, 11, 21, 58, 61``.

:mod:`oob.notation.model` says what an item is, :mod:`~oob.notation.parser` reads text and
:mod:`~oob.notation.printer` writes it; :mod:`~oob.notation.rulebook` repairs text as printed or
scanned, :mod:`~oob.notation.errata` lays corrections over it, :mod:`~oob.notation.totals` counts.
"""
