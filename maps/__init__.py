"""What a map is: hex geometry, numbering, legend, model, edits, checks, text formats. No Qt, no SQL."""
