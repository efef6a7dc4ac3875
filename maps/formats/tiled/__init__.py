"""Maps of Tiled: hexagonal TMX and TMJ with their tilesets, written and read."""
