"""The board in the window: a scene of cached tiles over the painters, and the view that moves over
it.

:class:`~qtapp.board.scene.BoardScene` holds what is shown, :class:`~qtapp.board.view.MapView`
shows it and turns mouse and keyboard into signals about hexes, counters and boxes.
"""
