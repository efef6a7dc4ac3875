"""Long work that leaves the window alive."""
