"""Resource points of Fire in the East: where they come from, how they travel, what they pay for."""
