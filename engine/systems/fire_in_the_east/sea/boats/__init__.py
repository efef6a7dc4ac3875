"""River flotillas: they move, carry, open lakes, bring supplies, give way (FE-28E)."""
