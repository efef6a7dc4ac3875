"""Small widgets and looks that all workspaces share."""
