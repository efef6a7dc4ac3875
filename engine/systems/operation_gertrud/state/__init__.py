"""A state of Operation Gertrud: board, records, the position rules ask."""
