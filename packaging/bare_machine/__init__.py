"""What `bare.py` tries on a machine that has nothing: the system, its screen, and what may fail."""
