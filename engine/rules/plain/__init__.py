"""What a title begins with that has nothing special: state, charts, position, views, system.

A title composes steps of the other rooms on these, and overrides what is its own.
"""
