"""What happens at the table: what is offered, what cannot be, what actions and dice do."""
