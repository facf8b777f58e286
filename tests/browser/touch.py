"""Fingers: real touch events, as the browser gets them from a screen."""

from __future__ import annotations

from typing import Any

from hands import at


class Finger:
    """One finger on a page; it goes down, moves and is lifted."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, cell: int) -> None:
        """Touch a cell."""
        self._send("touchStart", *at(self.page, cell))

    def move(self, x: float, y: float) -> None:
        """Go to a point of the screen."""
        self._send("touchMove", x, y)

    def up(self) -> None:
        """Leave the screen."""
        self._send("touchEnd")

    def tap(self, cell: int) -> None:
        """Touch a cell and lift at once."""
        self.down(cell)
        self.up()

    def drag(self, origin: int, target: int, steps: int = 5) -> None:
        """Drag from one cell to another."""
        (a, b), (c, d) = at(self.page, origin), at(self.page, target)
        self.down(origin)
        for i in range(1, steps + 1):
            self.move(a + (c - a) * i / steps, b + (d - b) * i / steps)
        self.up()
