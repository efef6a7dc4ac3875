"""Combat in Europa: from the declared attack to retreat and advance."""
