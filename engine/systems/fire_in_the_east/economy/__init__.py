"""The economy of Fire in the East: replacement points, their sources, what they bring back."""
