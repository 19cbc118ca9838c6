"""Maps of the Tiled editor: out as JSON (`.tmj`) or XML (`.tmx`) with their tilesets, and in again."""

from hexmap.tiled.importing import Imported, import_file
from hexmap.tiled.writing import Beside, Exported, export

__all__ = ["Beside", "Exported", "Imported", "export", "import_file"]
