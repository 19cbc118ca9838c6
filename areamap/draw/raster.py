"""Where upright boxes fit into a shape: a raster of half millimetres, and sums over it that answer for all places at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import Any, NamedTuple

from mapsheet.box import Box, Point

STEP = 0.5
"""Mm of a cell; a cell counts as free only when it lies wholly inside."""
SLACK = 1e-6


class Piece(NamedTuple):
    """A box of a form, from the form's own top left corner."""

    left: float
    top: float
    width: float
    height: float


Form = tuple[Piece, ...]


class Fit(NamedTuple):
    """A form in its place: the boxes it takes, and its middle."""

    boxes: tuple[Box, ...]

    @property
    def bounds(self) -> Box:
        """Return the box around it."""
        lefts, tops, rights, bottoms = zip(*self.boxes, strict=True)
        return Box(min(lefts), min(tops), max(rights), max(bottoms))


class Raster:
    """The free cells of a shape, `inset` mm from its outline; cells can be taken away afterwards."""

    def __init__(self, shape: Any, *, inset: float = 0.0) -> None:
        import numpy as np
        import shapely

        left, top, right, bottom = shape.bounds
        self.left, self.top = floor(left / STEP) * STEP, floor(top / STEP) * STEP
        across, down = ceil((right - self.left) / STEP) + 1, ceil((bottom - self.top) / STEP) + 1
        # a cell whose middle lies half a diagonal inside lies inside with all its corners
        inner = shape.buffer(-(inset + 0.7072 * STEP))
        shapely.prepare(inner)
        x = self.left + (np.arange(across) + 0.5) * STEP
        y = self.top + (np.arange(down) + 0.5) * STEP
        xx, yy = np.meshgrid(x, y)
        self.free: Any = shapely.contains_xy(inner, xx.ravel(), yy.ravel()).reshape(xx.shape)
        self._kept: Any = None

    def copy(self) -> Raster:
        """Return a raster of the same cells."""
        other = object.__new__(Raster)
        other.left, other.top, other.free, other._kept = self.left, self.top, self.free.copy(), None
        return other

    def without(self, boxes: Iterable[Box]) -> Raster:
        """Return the raster with the cells under boxes taken away."""
        other = self.copy()
        for box in boxes:
            other.take(box)
        return other

    def take(self, box: Box) -> None:
        """Take away the cells under a box."""
        rows, columns = self._span(box)
        self.free[rows, columns] = False
        self._kept = None

    @property
    def _sums(self) -> Any:
        """The number of free cells above and left of each corner, kept until a cell is taken."""
        if self._kept is None:
            self._kept = _sums(self.free)
        return self._kept

    def _span(self, box: Box) -> tuple[slice, slice]:
        first_row, last_row = floor((box.top - self.top) / STEP + SLACK), ceil((box.bottom - self.top) / STEP - SLACK)
        first, last = floor((box.left - self.left) / STEP + SLACK), ceil((box.right - self.left) / STEP - SLACK)
        return slice(max(0, first_row), max(0, last_row)), slice(max(0, first), max(0, last))

    def is_free(self, box: Box) -> bool:
        """Return whether all cells under a box are free."""
        rows, columns = self._span(box)
        height, width = self.free.shape
        if box.left < self.left - SLACK or box.top < self.top - SLACK or rows.stop > height or columns.stop > width:
            return False
        return bool(self.free[rows, columns].all())

    @property
    def middle(self) -> Point:
        """Return the middle of the raster."""
        rows, columns = self.free.shape
        return self.left + columns * STEP / 2, self.top + rows * STEP / 2

    def are_free(self, boxes: Any) -> Any:
        """Return for each of an array of boxes (left, top, right, bottom last) whether all cells under it are free."""
        import numpy as np

        sums = self._sums
        x0, x1 = (np.floor((boxes[..., k] - self.left) / STEP + more).astype(int) for k, more in ((0, 0.0), (2, 0.999)))
        y0, y1 = (np.floor((boxes[..., k] - self.top) / STEP + more).astype(int) for k, more in ((1, 0.0), (3, 0.999)))
        rows, columns = self.free.shape
        inside = (x0 >= 0) & (y0 >= 0) & (x1 <= columns) & (y1 <= rows)
        x0, x1, y0, y1 = (np.clip(v, 0, most) for v, most in ((x0, columns), (x1, columns), (y0, rows), (y1, rows)))
        full = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
        return inside & (full == (x1 - x0) * (y1 - y0))

    def fits(self, form: Form) -> Any:
        """Return for every cell whether the form fits with its top left corner there; an array, maybe without cells."""
        import numpy as np

        spans = [_cells(piece) for piece in form]
        rows = self.free.shape[0] - max(row + height for row, _, height, _ in spans) + 1
        columns = self.free.shape[1] - max(column + width for _, column, _, width in spans) + 1
        if rows <= 0 or columns <= 0:
            return np.zeros((0, 0), bool)
        sums = self._sums
        good = np.ones((rows, columns), bool)
        for row, column, height, width in spans:
            corner = sums[row:, column:]
            full = _window(corner, height, width)[:rows, :columns]
            good &= full == height * width
        return good

    def packed(self, side: float, count: int, order: int) -> Fit | None:
        """Return so many squares placed one after the other, each as far towards a corner as can be; None where they do not fit.

        `order` 0 to 7 says which corner, and whether columns or rows fill first.
        """
        import numpy as np

        places = self.fits((Piece(0.0, 0.0, side, side),))
        rows, columns = np.nonzero(places)
        cells = ceil(side / STEP - SLACK)
        down, right = (rows if order & 1 else -rows), (columns if order & 2 else -columns)
        key = down * 10_000 + right if order & 4 else right * 10_000 + down
        found: list[Box] = []
        while len(rows) and len(found) < count:
            first = int(key.argmin())
            row, column = int(rows[first]), int(columns[first])
            found.append(self.at((Piece(0.0, 0.0, side, side),), row, column).boxes[0])
            keep = (np.abs(rows - row) >= cells) | (np.abs(columns - column) >= cells)
            rows, columns, key = rows[keep], columns[keep], key[keep]
        return Fit(tuple(found)) if len(found) == count else None

    def at(self, form: Form, row: int, column: int) -> Fit:
        """Return a form with its corner at a cell."""
        x, y = self.left + column * STEP, self.top + row * STEP
        return Fit(tuple(Box(x + p.left, y + p.top, x + p.left + p.width, y + p.top + p.height) for p in form))


def _cells(piece: Piece) -> tuple[int, int, int, int]:
    row, column = floor(piece.top / STEP + SLACK), floor(piece.left / STEP + SLACK)
    height = ceil((piece.top + piece.height) / STEP - SLACK) - row
    return row, column, height, ceil((piece.left + piece.width) / STEP - SLACK) - column


def _sums(mask: Any) -> Any:
    import numpy as np

    sums = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), np.int32)
    sums[1:, 1:] = mask.cumsum(0, dtype=np.int32).cumsum(1, dtype=np.int32)
    return sums


def _window(sums: Any, height: int, width: int) -> Any:
    rows, columns = sums.shape[0] - height, sums.shape[1] - width
    return sums[height:, width:] - sums[:rows, width:] - sums[height:, :columns] + sums[:rows, :columns]


class Duet:
    """The places of one form, to be asked how many are left when a box stands somewhere."""

    def __init__(self, raster: Raster, form: Form) -> None:
        self.form, self.places = form, raster.fits(form)
        self.total = int(self.places.sum())
        self._sums = _sums(self.places) if self.total else None

    def left_beside(self, rows: Any, columns: Any, size: tuple[int, int]) -> Any:
        """Return how many places stay free when a box of cells stands with its corner at each of the given cells."""
        ranges = [_ranges(piece, rows, columns, size) for piece in self.form]
        taken = sum(self._count(*one) for one in ranges)
        if len(ranges) == 2:
            taken = taken - self._count(*_both(*ranges))
        return self.total - taken

    def clear_of(self, row: int, column: int, size: tuple[int, int]) -> Any:
        """Return the places that do not touch a box of cells."""
        places = self.places.copy()
        for piece in self.form:
            y0, y1, x0, x1 = (max(0, int(v)) for v in _ranges(piece, row, column, size))
            places[y0 : y1 + 1, x0 : x1 + 1] = False
        return places

    def _count(self, y0: Any, y1: Any, x0: Any, x1: Any) -> Any:
        import numpy as np

        assert self._sums is not None  # only asked where there is a place
        height, width = self.places.shape
        y0, x0 = np.clip(y0, 0, height), np.clip(x0, 0, width)
        y1, x1 = np.maximum(np.clip(y1 + 1, 0, height), y0), np.maximum(np.clip(x1 + 1, 0, width), x0)
        return self._sums[y1, x1] - self._sums[y0, x1] - self._sums[y1, x0] + self._sums[y0, x0]


def _ranges(piece: Piece, rows: Any, columns: Any, size: tuple[int, int]) -> tuple[Any, Any, Any, Any]:
    """Return the first and last row and column of corners at which a piece would touch a box of cells."""
    row, column, height, width = _cells(piece)
    y0, y1 = rows - row - height + 1, rows + size[0] - row - 1
    return y0, y1, columns - column - width + 1, columns + size[1] - column - 1


def _both(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, Any, Any, Any]:
    import numpy as np

    y0, y1 = np.maximum(one[0], other[0]), np.minimum(one[1], other[1])
    return y0, y1, np.maximum(one[2], other[2]), np.minimum(one[3], other[3])


def cells_of(width: float, height: float) -> tuple[int, int]:
    """Return how many rows and columns of cells a box takes."""
    return ceil(height / STEP - SLACK), ceil(width / STEP - SLACK)


def middle_of(boxes: Sequence[Box]) -> Point:
    """Return the middle of the area of boxes."""
    area = sum(box.width * box.height for box in boxes)
    x = sum(box.centre[0] * box.width * box.height for box in boxes) / area
    return x, sum(box.centre[1] * box.width * box.height for box in boxes) / area
