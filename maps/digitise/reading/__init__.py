"""What is printed on a calibrated scan: terrain, hexsides and lines, least sure first."""
