"""Production: bringing strength back."""
