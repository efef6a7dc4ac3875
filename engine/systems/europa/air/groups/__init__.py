"""Group allowances: how many air units an air force may have in play, and what brings them back."""
