"""Supply: chains of roads, and the way of a unit to them."""
