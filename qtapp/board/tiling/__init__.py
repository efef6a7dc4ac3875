"""The squares that a board is drawn in, and what is kept of them."""
