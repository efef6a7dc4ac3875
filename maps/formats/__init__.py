"""Map formats: the shipped text and what is imported from or exported to elsewhere."""
