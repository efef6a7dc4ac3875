"""What a title whose air units fly is composed of: its position, records, laying out, and plan."""
