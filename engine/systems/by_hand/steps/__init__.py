"""What steps cost, among enemy zones too, and how supply goes from hex to hex."""
