"""What is where on a map: places by name, hexes by mark or stroke, ways, distances, searches."""
