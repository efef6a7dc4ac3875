"""What is sent to a place by air or sea, beside a target that was clicked."""
