"""Resource points, trucks and lines: what of them is kept in the state and asked of positions."""
