"""Cartography and counters on a QPainter: window, picture and print use the same painters.

A painter is made for a ``BoardShape`` (``layers.shape``: a map laid out on paper) and draws one
layer: ``paint(painter, exposed, detail)``. ``exposed`` is the part of the paper to draw, in paper
units (the shape's layout); ``detail`` says how many device pixels a hex has. The QPainter arrives
scaled so that one unit is one paper unit. Painters keep no widget and change nothing they are
given.

The words a legend's ``look`` may use are listed in :mod:`qtapp.painters.looks`.
"""
