"""From a scanned map to hexes: scans, calibration, terrain, hexsides, lines and printed numbers.

Pictures are NumPy arrays of bytes, rows x columns x red-green-blue; pixel centres lie on whole
numbers, x to the right and y down. Hex distances are in hexes: one pitch, centre to centre.
"""
