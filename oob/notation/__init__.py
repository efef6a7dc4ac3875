"""Orders of battle in the field's own notation: ``5×8-6 Infantry XX 1, 11, 21, 58, 61``.

:mod:`oob.notation.model` says what an item is, :mod:`~oob.notation.text.parser` reads text and
:mod:`~oob.notation.text.printer` writes it; :mod:`~oob.notation.text.rulebook` repairs text as
printed or scanned, :mod:`~oob.notation.errata` applies corrections, :mod:`~oob.notation.totals`
counts.
"""
