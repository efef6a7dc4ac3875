"""Where the grid lies on a scan: control points, pitch, fits, and the scan bent to them."""
