"""Works of engineers in Fire in the East: two together, or with the workers of a city."""
