"""The words of Boot Camp: nations with rules of their own."""

from __future__ import annotations

GERMAN = "german"
GREEK = "greek"
YUGOSLAV = "yugoslav"
BRITISH = "british"
