"""Projections against published figures (Snyder, Map Projections: A Working Manual, 1987) and against their own inverse."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from areamap.projection import EARTH_KM, Lens, Projection, from_dict
from mapsheet.errors import DataError
from tests.house.tree import ROOT

UNIT = EARTH_KM * 25.4  # km to the inch at which the earth's radius is 1 mm
CONE = {"kind": "lambert-conformal-conic", "parallels": [30, 48], "origin": [32.5, 42.0], "km_per_inch": 165}
SHEET: dict[str, Any] = {"frame": ["24 in", "22 in"], "middle": [31.0, 41.5]}
NEAR_EAST = Projection(
    "lambert-conformal-conic",
    (609.6, 558.8),
    (31.0, 41.5),
    origin=(32.5, 42.0),
    parallels=(30.0, 48.0),
    km_per_inch=165.0,
    lenses=(Lens((26.0, 41.0), 1.7, 101.6), Lens((12.0, 45.0), 0.6, 80.0)),
)


def from_origin(projection: Projection, lon: float, lat: float) -> tuple[float, float]:
    """Return east and north of the origin, in radii of the earth."""
    x, y = projection.forward(lon, lat)
    x0, y0 = projection.forward(*projection.origin)
    return x - x0, y0 - y


def test_lambert_conformal_conic_as_published() -> None:
    cone = from_dict({**CONE, **SHEET, "parallels": [33, 45], "origin": [-96, 23], "km_per_inch": UNIT, "middle": [-96, 23]})
    assert from_origin(cone, -75.0, 35.0) == pytest.approx((0.2966785, 0.2462112), abs=1e-7)  # page 295


def test_mercator_as_published() -> None:
    mercator = from_dict({**SHEET, "kind": "mercator", "origin": [-180, 0], "km_per_inch": UNIT})
    assert from_origin(mercator, -75.0, 35.0) == pytest.approx((1.8325957, 0.6528366), abs=1e-7)  # page 266


def test_equirectangular_is_true_along_its_parallel() -> None:
    plain = from_dict({**SHEET, "kind": "equirectangular", "parallels": [60], "origin": [10, 0], "km_per_inch": UNIT})
    assert from_origin(plain, 12.0, 5.0) == pytest.approx((math.radians(2) * 0.5, math.radians(5)))


def test_a_southern_cone_is_the_northern_one_upside_down() -> None:
    north = from_dict({**CONE, **SHEET, "middle": [32.5, 42]})
    south = from_dict({**CONE, **SHEET, "parallels": [-30, -48], "origin": [32.5, -42.0], "middle": [32.5, -42]})
    east, up = from_origin(north, 40.0, 50.0)
    assert from_origin(south, 40.0, -50.0) == pytest.approx((east, -up))


@pytest.mark.parametrize("parallels", [[40], [40, 40]])
def test_a_cone_of_one_parallel_is_true_there(parallels: list[float]) -> None:
    cone = from_dict({**CONE, **SHEET, "parallels": parallels, "km_per_inch": UNIT})
    (x1, y1), (x2, y2) = cone.forward(30.0, 40.0), cone.forward(30.001, 40.0)
    assert math.hypot(x2 - x1, y2 - y1) == pytest.approx(math.radians(0.001) * math.cos(math.radians(40)), rel=1e-6)


def test_the_middle_lies_in_the_middle_whatever_the_lenses() -> None:
    assert NEAR_EAST.forward(31.0, 41.5) == pytest.approx((304.8, 279.4))


def test_millimetres_run_to_the_right_and_down() -> None:
    x, y = NEAR_EAST.forward(31.0, 41.5)
    assert NEAR_EAST.forward(32.0, 41.5)[0] > x
    assert NEAR_EAST.forward(31.0, 42.5)[1] < y


def test_a_lens_magnifies_as_it_says() -> None:
    bare = Projection("plane", (200.0, 100.0), (100.0, 50.0))
    lens = Projection("plane", (200.0, 100.0), (100.0, 50.0), lenses=(Lens((100.0, 50.0), 3.0, 20.0),))
    assert bare.forward(7.0, 9.0) == (7.0, 9.0)
    assert lens.forward(100.001, 50.0)[0] - 100 == pytest.approx(0.003, rel=1e-6)
    assert lens.forward(120.0, 50.0) == pytest.approx((140.0, 50.0)), "at the radius half of what it adds"
    assert lens.forward(100.0, 10.0) == pytest.approx((100.0, 50 - 40 * (1 + 2 / 5)))


def test_lenses_apply_one_after_the_other() -> None:
    both = Projection("plane", (200.0, 100.0), (0.0, 0.0), lenses=(Lens((0.0, 0.0), 2.0, 10.0), Lens((10.0, 0.0), 2.0, 10.0)))
    # the second stands where the first has moved its place: at 15
    x = 10.0 * 1.5
    shift = both.forward(0.0, 0.0)[0]
    first = 0.0 + (0.0 - x) * (1 + 1 / (1 + x * x / 100)) + x
    assert both.forward(10.0, 0.0)[0] - shift == pytest.approx(x - first)


PLACES = st.tuples(st.floats(-140, 200), st.floats(-75, 88))
STRENGTHS = st.floats(0.05, 8.95)


@given(PLACES, STRENGTHS, STRENGTHS, st.floats(1, 400))
def test_there_and_back(place: tuple[float, float], first: float, second: float, radius: float) -> None:
    lenses = (Lens((26.0, 41.0), first, radius), Lens((40.0, 30.0), second, 90.0))
    for kind in ("lambert-conformal-conic", "mercator", "equirectangular"):
        parallels = () if kind == "mercator" else (30.0, 48.0)
        one = Projection(kind, (600.0, 500.0), (31.0, 41.5), (32.5, 42.0), parallels, 165.0, lenses)
        there = one.forward(*place)
        assume(math.hypot(*there) < 1e6)
        assert one.inverse(*there) == pytest.approx(place, abs=1e-8)


@given(st.floats(0, 1e4), STRENGTHS)
def test_a_lens_is_undone_to_the_twelfth_digit(far: float, strength: float) -> None:
    one = Projection("plane", (200.0, 100.0), (0.0, 0.0), lenses=(Lens((0.0, 0.0), strength, 10.0),))
    x, y = one.forward(*one.inverse(100 + far, 50.0))
    assert (x - 100 - far, y - 50) == pytest.approx((0, 0), abs=1e-12 * max(far, 1) * 10)


def test_arrays_answer_as_numbers_do() -> None:
    lon, lat = np.linspace(9, 56, 40), np.linspace(26, 58, 40)
    x, y = NEAR_EAST.forward(lon, lat)
    back = NEAR_EAST.inverse(x, y)
    for k in range(40):
        assert (x[k], y[k]) == pytest.approx(NEAR_EAST.forward(float(lon[k]), float(lat[k])), abs=1e-9)
    assert np.abs(np.array(back) - [lon, lat]).max() < 1e-10


def test_poles_have_a_place() -> None:
    for lat in (-90.0, 90.0):
        assert all(math.isfinite(part) for part in NEAR_EAST.forward(10.0, lat))
    apex = NEAR_EAST.forward(0.0, 90.0)
    assert NEAR_EAST.inverse(*apex)[1] == pytest.approx(90, abs=0.01)


def test_plain_values_and_back() -> None:
    assert from_dict(NEAR_EAST.to_dict()) == NEAR_EAST
    plane = Projection("plane", (210.0, 297.0), (105.0, 148.5))
    assert from_dict(plane.to_dict()) == plane
    assert "km_per_inch" not in plane.to_dict()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": "globe"}, "kind: expected one of"),
        ({"parallels": [-30, 30]}, "a cone"),
        ({"parallels": [0]}, "a cone"),
        ({"parallels": [30, 89.5]}, "parallels"),
        ({"parallels": [10, 20, 30]}, "parallels"),
        ({"frame": ["24 in"]}, "frame"),
        ({"frame": [24, 22]}, "length with its unit"),
        ({"frame": "24x22in"}, "frame"),
        ({"middle": [31.0]}, "middle: expected a place"),
        ({"middle": [31.0, 95]}, "middle: expected a place"),
        ({"origin": [float("nan"), 42]}, "origin"),
        ({"origin": ["a", 42]}, "origin"),
        ({"origin": [True, 42]}, "origin"),
        ({"km_per_inch": 0}, "above zero"),
        ({"km_per_inch": float("inf")}, "km_per_inch"),
        ({"lens": [{"at": [0, 0], "magnify": 9, "radius": "1 in"}]}, "would fold"),
        ({"lens": [{"at": [0, 0], "magnify": 0, "radius": "1 in"}]}, "would fold"),
        ({"lens": [{"at": [0, 0], "magnify": 2}]}, "radius: is missing"),
        ({"lens": [{"at": [0, 0], "magnify": 2, "radius": "1 in"}] * 17}, "at most 16"),
        ({"paralels": [30, 48]}, "unknown key"),
    ],
)
def test_bad_values_are_faults(change: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        from_dict({**CONE, **SHEET, **change})


def test_all_faults_at_once() -> None:
    with pytest.raises(DataError) as caught:
        from_dict({"kind": "lambert-conformal-conic"})
    assert len(caught.value.faults) == 5


def test_single_places_need_no_numpy() -> None:
    ask = (
        "import sys; from areamap.projection import Projection, Lens;"
        "p = Projection('mercator', (100.0, 100.0), (0.0, 0.0), lenses=(Lens((1.0, 1.0), 2.0, 9.0),));"
        "p.inverse(*p.forward(3.0, 4.0)); print('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", ask], cwd=ROOT, check=True, capture_output=True, text=True).stdout == "False\n"
