"""What a map is: geometry, numbering, legend, model, edits, checks, formats. No Qt, no SQL."""
