"""Line charts: well-formed, and with every point in its place."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from flagfall.research.chart import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Axis, Line, chart


def points(text, number):
    paths = [path.get("d") for path in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}path")]
    drawn = [path for path in paths if "L" in path]
    return [tuple(map(float, pair.split())) for pair in re.split("[ML]", drawn[number])[1:]]


def test_a_line_goes_from_corner_to_corner():
    text = chart("a < b", Axis("x"), Axis("y"), [Line("one", [(0, 0), (10, 5)])])
    assert points(text, 0) == [(LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, TOP)]
    assert "a &lt; b" in text


def test_a_logarithmic_axis_gives_every_power_of_ten_the_same_room():
    log = Axis("x", log=True)
    text = chart(
        "t", log, Axis("y"), [Line("one", [(1, 0), (10, 1), (100, 2)]), Line("two", [(1, 1), (10, 1)])]
    )
    first, second, third = points(text, 0)
    assert abs((second[0] - first[0]) - (third[0] - second[0])) < 0.2
    assert points(text, 1)[0][0] == first[0]
