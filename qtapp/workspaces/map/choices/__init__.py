"""What is chosen while a board is edited: hexes, layers, kinds, brush, stamps."""
