"""Units made of others: Guards of regulars, artillery of eliminated artillery (FE-34E3, 38E)."""
