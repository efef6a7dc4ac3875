"""What the Charts workspace shows: the desk, the grid of cells, the form of one, files."""
