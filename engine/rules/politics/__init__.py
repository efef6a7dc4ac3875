"""Politics: nations, the sides they take, and what waits for that."""
