"""What the Charts workspace shows: the controller, the grid of cells, the form of one, files."""
