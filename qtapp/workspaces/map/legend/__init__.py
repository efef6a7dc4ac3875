"""The panel of the legend, and the forms of its kinds."""
