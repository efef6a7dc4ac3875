"""Soviet ships and river flotillas, and naval transport of the Axis (FE-28)."""
