"""Air: missions a side flies."""
