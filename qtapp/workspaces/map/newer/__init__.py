"""What the shipped version of a board has otherwise, and taking it over."""
