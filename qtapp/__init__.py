"""The window: it shows what the rules offer and knows no game by name."""
