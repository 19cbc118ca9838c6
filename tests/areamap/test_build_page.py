"""The page of formats is true: its sample of a source builds, and every key of it is read."""

from __future__ import annotations

import re

import pytest

from areamap.build.making import build
from areamap.build.reading import loads_plan
from mapsheet.errors import DataError
from tests.areamap.worlds_build import coast_of, pairs
from tests.house.tree import ROOT

PAGE = (ROOT / "data/README.md").read_text("utf-8")
SAMPLE = next(one for one in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "areamap-source/1" in one)
AEGEAN = coast_of(
    [
        *([18, 43], [32, 43], [32, 41], [29, 41.1], [27, 40.6], [26.1, 40.0], [26.2, 40.6], [24, 40.7], [22.8, 40.4]),
        *([22.9, 39.4], [24, 38.2], [23.2, 37], [22, 36.5], [21, 38], [18, 41]),
    ],
    [[26.1, 40.0], [27.0, 40.3], [32, 41], [32, 36.5], [28, 36.6], [26.5, 38.3], [26.8, 39.3]],
    [[23.5, 35.0], [26.3, 35.0], [26.3, 35.4], [23.5, 35.5]],
    [[25.40, 36.37], [25.46, 36.37], [25.46, 36.43], [25.40, 36.43]],
)


def test_the_sample_builds() -> None:
    built = build(loads_plan(SAMPLE), AEGEAN)
    touched = pairs(built)
    assert ("hellas", "thrace") in touched
    assert ("anatolia", "thrace") not in touched, "the channel parts them"
    assert ("crete", "sea_south") in touched
    assert not [note for note in built.notes if "swapped" in note or "no border" in note]
    shapes = {one["id"]: one for one in built.topology["objects"]["spaces"]["geometries"]}
    assert set(shapes) == {"thrace", "hellas", "anatolia", "crete", "sea_north", "sea_south"}


KEYS = [line for line in SAMPLE.splitlines() if re.match(r"\w+ = ", line)]


@pytest.mark.parametrize("line", KEYS)
def test_every_key_of_the_sample_is_read(line: str) -> None:
    """A key is known when its misspelling is a fault."""
    key = line.split(" = ", maxsplit=1)[0]
    with pytest.raises(DataError) as caught:
        loads_plan(f"\n{SAMPLE}".replace(f"\n{line}", f"\nx{line}", 1), "sample.toml")
    assert any(f"x{key}" in str(fault) for fault in caught.value.faults)
