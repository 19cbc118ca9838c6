"""From longitude and latitude to millimetres on the sheet and back: map projections and smooth magnifying lenses."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from mapsheet import units
from mapsheet.errors import NotationError
from mapsheet.fields import Fields
from mapsheet.source import Source

N = TypeVar("N")
Place = tuple[float, float]
KINDS = ("lambert-conformal-conic", "equirectangular", "mercator", "plane")
EARTH_KM = 6371.0088  # mean radius, IUGG
FOLDS = 9.0  # a lens of this strength is no longer one-to-one
NEAR_POLE = 89.999  # degrees; cones and Mercator's cylinder run to infinity at a pole
MOST_LENSES = 16
_NO_PARALLELS: tuple[float, ...] = ()


class Lens(NamedTuple):
    """A smooth magnification round a place (longitude, latitude); `radius` is in mm before it magnifies."""

    at: Place
    magnify: float
    radius: float


@dataclass(frozen=True)
class Projection:
    """A projection of the sphere on a frame of paper.

    `forward` gives millimetres from the frame's top-left corner, y downwards; both ways take numbers or arrays. `frame` is
    (width, height) in mm, `middle` the place in its middle, `km_per_inch` the scale where the projection is true and no lens
    magnifies. The kind `plane` takes millimetres for degrees, y downwards too.
    """

    kind: str
    frame: tuple[float, float]
    middle: Place
    origin: Place = (0.0, 0.0)
    parallels: tuple[float, ...] = ()
    km_per_inch: float = 100.0
    lenses: tuple[Lens, ...] = ()

    def forward(self, lon: N, lat: N) -> tuple[N, N]:
        """Return x and y in mm on the frame."""
        x, y = self._plane(lon, lat)
        for lens, centre in zip(self.lenses, self._centres, strict=True):
            x, y = _magnified(lens, centre, x, y)
        return x + self._shift[0], y + self._shift[1]

    def inverse(self, x: N, y: N) -> tuple[N, N]:
        """Return the longitude (-180 to 180 round the origin's) and latitude of a point on the frame, in mm."""
        u: Any = x - self._shift[0]  # type: ignore[operator]
        v: Any = y - self._shift[1]  # type: ignore[operator]
        for lens, centre in zip(reversed(self.lenses), reversed(self._centres), strict=True):
            u, v = _reduced(lens, centre, u, v)
        return self._sphere(u, v)

    @property
    def is_plane(self) -> bool:
        """Tell whether places are millimetres and not degrees."""
        return self.kind == "plane"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that `from_dict` reads, written as in a source."""
        width, height = self.frame
        result: dict[str, Any] = {"kind": self.kind, "frame": [_mm(width), _mm(height)], "middle": list(self.middle)}
        if not self.is_plane:
            result |= {"origin": list(self.origin), "km_per_inch": self.km_per_inch}
        if self.parallels:
            result["parallels"] = list(self.parallels)
        if self.lenses:
            result["lens"] = [{"at": list(one.at), "magnify": one.magnify, "radius": _mm(one.radius)} for one in self.lenses]
        return result

    @cached_property
    def _centres(self) -> tuple[Place, ...]:
        """Where each lens stands in the plane, moved by those before it."""
        centres: list[Place] = []
        for lens in self.lenses:
            x, y = self._plane(*lens.at)
            for earlier, centre in zip(self.lenses, centres, strict=False):
                x, y = _magnified(earlier, centre, x, y)
            centres.append((x, y))
        return tuple(centres)

    @cached_property
    def _shift(self) -> Place:
        x, y = self._plane(*self.middle)
        for lens, centre in zip(self.lenses, self._centres, strict=True):
            x, y = _magnified(lens, centre, x, y)
        return self.frame[0] / 2 - x, self.frame[1] / 2 - y

    @property
    def _radius(self) -> float:
        """The earth's radius in mm on the sheet."""
        return EARTH_KM * 25.4 / self.km_per_inch

    @cached_property
    def _cone(self) -> tuple[float, float, float]:
        """The cone's constant n, Snyder's F, and the radius of the origin's parallel on a sphere of radius 1."""
        first, last = (math.radians(self.parallels[k]) for k in (0, -1))
        n = _cone_constant(first, last)
        f = math.cos(first) * math.tan(math.pi / 4 + first / 2) ** n / n
        return n, f, f / math.tan(math.pi / 4 + math.radians(self.origin[1]) / 2) ** n

    def _plane(self, lon: Any, lat: Any) -> tuple[Any, Any]:
        if self.is_plane:
            return lon, lat
        m = _functions(lat)
        east = ((lon - self.origin[0] + 180) % 360 - 180) * (math.pi / 180)
        if self.kind == "equirectangular":
            true = math.cos(math.radians(self.parallels[0])) if self.parallels else 1.0
            return self._radius * true * east, self._radius * (self.origin[1] - lat) * (math.pi / 180)
        north = m.clip(lat, -NEAR_POLE, NEAR_POLE) * (math.pi / 180)
        if self.kind == "mercator":
            return self._radius * east, -self._radius * (m.log(m.tan(math.pi / 4 + north / 2)) - self._base)
        n, f, rho0 = self._cone
        rho = f / m.tan(math.pi / 4 + north / 2) ** n
        return self._radius * rho * m.sin(n * east), -self._radius * (rho0 - rho * m.cos(n * east))

    @cached_property
    def _base(self) -> float:
        return math.log(math.tan(math.pi / 4 + math.radians(self.origin[1]) / 2))

    def _sphere(self, x: Any, y: Any) -> tuple[Any, Any]:
        if self.is_plane:
            return x, y
        m = _functions(x)
        x, y, degree = x / self._radius, -y / self._radius, 180 / math.pi
        if self.kind == "equirectangular":
            true = math.cos(math.radians(self.parallels[0])) if self.parallels else 1.0
            return self.origin[0] + x / true * degree, self.origin[1] + y * degree
        if self.kind == "mercator":
            return self.origin[0] + x * degree, 2 * degree * m.atan(m.exp(y + self._base)) - 90
        n, f, rho0 = self._cone
        sign = math.copysign(1.0, n)
        rho = m.hypot(x, rho0 - y)
        turn = m.atan2(sign * x, sign * (rho0 - y))
        # the apex itself is a pole; a tiny radius stands in for none
        north = 2 * m.atan((abs(f) / m.maximum(rho, 1e-300)) ** (1 / n)) * degree - 90
        return self.origin[0] + turn / n * degree, north


class _Functions(NamedTuple):
    """What the formulas need, for numbers or for arrays."""

    sin: Any
    cos: Any
    tan: Any
    log: Any
    exp: Any
    hypot: Any
    atan: Any
    atan2: Any
    maximum: Any
    clip: Any


def _clip(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


# single numbers do without loading numpy
_SCALAR = _Functions(math.sin, math.cos, math.tan, math.log, math.exp, math.hypot, math.atan, math.atan2, max, _clip)


def _functions(value: Any) -> _Functions:
    if isinstance(value, float | int):
        return _SCALAR
    import numpy as np

    return _Functions(np.sin, np.cos, np.tan, np.log, np.exp, np.hypot, np.arctan, np.arctan2, np.maximum, np.clip)


def _cone_constant(first: float, last: float) -> float:
    if math.isclose(first, last, abs_tol=1e-12):
        return math.sin(first)
    spread = math.log(math.tan(math.pi / 4 + last / 2) / math.tan(math.pi / 4 + first / 2))
    return math.log(math.cos(first) / math.cos(last)) / spread


def _magnified(lens: Lens, centre: Place, x: Any, y: Any) -> tuple[Any, Any]:
    dx, dy = x - centre[0], y - centre[1]
    grown = 1 + (lens.magnify - 1) / (1 + (dx * dx + dy * dy) / lens.radius**2)
    return centre[0] + dx * grown, centre[1] + dy * grown


def _reduced(lens: Lens, centre: Place, x: Any, y: Any) -> tuple[Any, Any]:
    """Undo a lens: the radius grows steadily with the one before, so Newton's steps between two bounds find it."""
    m = _functions(x)
    dx, dy = x - centre[0], y - centre[1]
    far = m.hypot(dx, dy) / lens.radius
    near = _unmagnified(lens.magnify - 1, far) if m is _SCALAR else _unmagnified_all(lens.magnify - 1, far)
    # where nothing is far there is nothing to reduce
    share = near / m.maximum(far, 1e-300)
    return centre[0] + dx * share, centre[1] + dy * share


def _unmagnified(extra: float, far: float) -> float:
    """Return u with u * (1 + extra / (1 + u²)) = far, to the last places of a float."""
    low, high = sorted((far, far / (1 + extra)))
    u = (low + high) / 2
    for _ in range(200):
        square = 1 + u * u
        over = u * (1 + extra / square) - far
        low, high = (low, u) if over > 0 else (u, high)
        step = u - over / (1 + extra * (2 - square) / (square * square))
        step = step if low < step < high else (low + high) / 2
        if abs(step - u) <= 1e-15 * (1 + u):
            return step
        u = step
    return u


def _unmagnified_all(extra: float, far: Any) -> Any:
    import numpy as np

    low, high = np.minimum(far, far / (1 + extra)), np.maximum(far, far / (1 + extra))
    u = (low + high) / 2
    for _ in range(200):
        square = 1 + u * u
        over = u * (1 + extra / square) - far
        low, high = np.where(over > 0, low, u), np.where(over > 0, u, high)
        step = u - over / (1 + extra * (2 - square) / (square * square))
        step = np.where((low < step) & (step < high), step, (low + high) / 2)
        if np.all(np.abs(step - u) <= 1e-15 * (1 + u)):
            return step
        u = step
    return u


# -- reading ---------------------------------------------------------------------------------------------------------------


def from_dict(data: Mapping[str, Any]) -> Projection:
    """Return the projection in plain values as `Projection.to_dict` gives them; DataError with every fault."""
    fields = Fields(Source("", "", dict(data)))
    projection = read_projection(fields)
    fields.raise_faults()
    assert projection is not None  # otherwise there are faults
    return projection


def read_projection(fields: Fields) -> Projection | None:
    """Return the projection of a table `[projection]`, None (with the faults noted) where it is none."""
    before = len(fields.faults)
    kind = fields.choice("kind", KINDS, required=True)
    frame = fields.read("frame", _frame, (100.0, 100.0), required=True)
    plane = kind == "plane"
    half = (frame[0] / 2, frame[1] / 2) if plane else (0.0, 0.0)
    place = _reader(plane=plane)
    values: dict[str, Any] = {
        "middle": fields.read("middle", place, half, required=not plane),
        "lenses": _lenses(fields, place),
    }
    if not plane:
        values["origin"] = fields.read("origin", place, half, required=True)
        values["km_per_inch"] = fields.read("km_per_inch", _above_zero, 100.0, required=True)
    if kind in KINDS[:2]:
        conic = kind == KINDS[0]
        values["parallels"] = fields.read("parallels", _cone if conic else _parallel, _NO_PARALLELS, required=conic)
    fields.finish()
    return None if len(fields.faults) > before else Projection(kind, frame, **values)


def _lenses(fields: Fields, place: Callable[[Any], Place]) -> tuple[Lens, ...]:
    lenses = []
    for one in fields.tables("lens"):
        at = one.read("at", place, (0.0, 0.0), required=True)
        magnify = one.read("magnify", _strength, 1.0, required=True)
        lenses.append(Lens(at, magnify, one.read("radius", units.length, 1.0, required=True)))
        one.finish()
    if len(lenses) > MOST_LENSES:
        fields.fault("lens", f"expected at most {MOST_LENSES} lenses, got {len(lenses)}")
    return tuple(lenses[:MOST_LENSES])


def number(value: Any) -> float:
    """Return a finite number of a source; NotationError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1e9:
        raise NotationError("a number", value)
    return float(value)


def _reader(*, plane: bool) -> Callable[[Any], Place]:
    return plane_place if plane else place


def place(value: Any) -> Place:
    """Return a place [longitude, latitude] in degrees; NotationError for anything else."""
    expected = "a place [longitude, latitude] in degrees"
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise NotationError(expected, value)
    lon, lat = (number(part) for part in value)
    if not (abs(lon) <= 360 and abs(lat) <= 90):
        raise NotationError(expected, value)
    return lon, lat


def plane_place(value: Any) -> Place:
    """Return a place [x, y] in mm of a plane; NotationError for anything else."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise NotationError("a place [x, y] in mm", value)
    x, y = (number(part) for part in value)
    return x, y


def _frame(value: Any) -> tuple[float, float]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise NotationError('a frame such as ["24 in", "22 in"]', value)
    return units.length(value[0]), units.length(value[1])


def _above_zero(value: Any) -> float:
    result = number(value)
    if result < 1e-6:
        raise NotationError("a number above zero", value)
    return result


def _strength(value: Any) -> float:
    result = number(value)
    if not 0.01 <= result < FOLDS:
        raise NotationError(f"a magnification from 0.01 to below {FOLDS:g}, where the map would fold", value)
    return result


def _parallel(value: Any) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) not in {1, 2} or not all(abs(number(part)) < 89 for part in value):
        raise NotationError("one or two parallels between -89 and 89 degrees", value)
    return tuple(float(part) for part in value)


def _cone(value: Any) -> tuple[float, ...]:
    parallels = _parallel(value)
    if abs(parallels[0] + parallels[-1]) < 0.5:
        raise NotationError("parallels that make a cone, not one on each side of the equator alike", value)
    return parallels


def _mm(value: float) -> str:
    return f"{value!r} mm"
