"""The zip that a module is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.vassal.tree import build_file, module_data
from mapsheet.vassal.values import Module

if TYPE_CHECKING:
    from zipfile import ZipInfo


def to_bytes(module: Module) -> bytes:
    """Return the module as a `.vmod`: the same module gives the same bytes, whenever it is written."""
    import zipfile
    from io import BytesIO

    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        texts = {"buildFile.xml": build_file(module), "moduledata": module_data(module)}
        for name, text in texts.items():
            archive.writestr(_entry(name), text.encode(), zipfile.ZIP_DEFLATED)
        for name, data in sorted(module.images.items()):
            archive.writestr(_entry(f"images/{name}"), data, zipfile.ZIP_STORED)
    return out.getvalue()


def _entry(name: str) -> ZipInfo:
    import zipfile

    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.create_system = 3
    entry.external_attr = 0o644 << 16
    return entry
