"""Folders that commands put files into: refused before any work, made when there is something to put."""

from __future__ import annotations

import os
from pathlib import Path

from mapsheet.errors import DataError, Fault


def refuse_folder(folder: str, *, empty: bool = False) -> None:
    """Raise DataError where a folder cannot be made or written into, or, with `empty`, holds something."""
    path = Path(folder)
    if path.exists() and (not path.is_dir() or (empty and any(path.iterdir()))):
        raise DataError(Fault(f"is there already and not {'an empty' if empty else 'a'} folder", folder))
    above = next(one for one in (path, *path.absolute().parents) if one.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise DataError(Fault(f"cannot be made: {above} is no folder that can be written into", folder))


def new_folder(folder: str) -> None:
    """Make a folder; DataError where that cannot be."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(Fault(f"cannot be made: {error.strerror or error}", folder)) from None
