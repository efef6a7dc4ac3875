"""The rules library: what systems are composed of. It knows no title."""
