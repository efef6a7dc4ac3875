"""Resource points and trucks: what of them is kept in the state and asked of positions."""
