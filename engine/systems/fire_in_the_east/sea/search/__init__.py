"""Air units search the sea for ships and flotillas, by an option (FE-OPT4)."""
