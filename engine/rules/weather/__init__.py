"""Weather: kinds as data, and the die that makes them."""
