"""What players of Operation Gertrud see."""
