"""What players of Boot Camp see."""
