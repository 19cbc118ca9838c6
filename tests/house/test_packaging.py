"""The wheel and the sdist hold what an installed copy needs, and a copy finds its data."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house.tree import PACKAGES, ROOT


def build(kind: str, source: Path, target: Path) -> Path:
    """Build with the build backend itself, so that no network is needed."""
    words = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(target)]
    done = subprocess.run(words, cwd=source, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [made] = [path for path in target.iterdir() if path.is_file()]
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked_sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    archive = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    shutil.unpack_archive(archive, folder)
    [inside] = folder.iterdir()
    return inside


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as files:
        return set(files.namelist())


def data_files() -> set[str]:
    files = (path for path in (ROOT / "data").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT / "data").as_posix() for path in files}


def test_the_wheel_holds_the_packages_typed_and_all_data(wheel: Path) -> None:
    held = names(wheel)
    assert {f"{package}/py.typed" for package in PACKAGES} <= held
    assert {name.removeprefix("mapsheet/_data/") for name in held if name.startswith("mapsheet/_data/")} == data_files()
    assert "bannockburn/map.toml" in data_files()
    assert {f"mapsheet/webpage/{path.name}" for path in (ROOT / "mapsheet/webpage").glob("*.js")} <= held
    assert "mapsheet/webpage/page.html" in held


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in names(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_the_sdist_builds_the_same_wheel(wheel: Path, unpacked_sdist: Path, tmp_path: Path) -> None:
    assert (unpacked_sdist / "tests/conftest.py").exists()
    assert names(build("wheel", unpacked_sdist, tmp_path)) == names(wheel)


def test_an_installed_copy_finds_its_data(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        files.extractall(tmp_path)
    ask = "import hexmap; print(hexmap.__file__); hexmap.load('bannockburn')"
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))
