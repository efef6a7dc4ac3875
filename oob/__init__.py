"""What a unit, a counter, a formation and a schedule are; where they set up."""
