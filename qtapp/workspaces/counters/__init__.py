"""The counter designer: faces edited and seen at all sizes, sheets printed and read."""
