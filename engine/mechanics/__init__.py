"""Rules that systems share: pure functions of a state and charts."""
