"""Air points, ships and drops of Boot Camp (BC-19)."""
