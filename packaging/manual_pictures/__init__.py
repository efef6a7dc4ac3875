"""What `pictures.py` paints for the manual: a module for each part of the window."""
