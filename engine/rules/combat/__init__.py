"""Combat: exact chances, retreats, advances."""
