"""Victory: places that count, and the end of the game."""
