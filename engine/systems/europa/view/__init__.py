"""What players of Europa's titles see: panels, displays, planning, messages."""
