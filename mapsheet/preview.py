"""A title drawn anew whenever one of its files is saved, in a browser: `preview` of both doors.

The server listens on this machine alone. Files are looked at four times a second: a title has a dozen, so that needs no
notices from the system, and works on every kind of disk. A fault is shown above the last picture that could be drawn.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any, NamedTuple

from mapsheet.errors import DataError, MapsheetError

LOOK = 0.25  # seconds between two looks at the files
WAIT = 25.0  # seconds that a page waits for news before it asks again
KINDS = frozenset({".toml", ".csv", ".json", ".topojson", ".geojson", ".svg", ".png"})
"""Suffixes of what a title may be made of."""


class Picture(NamedTuple):
    """What a page shows: which attempt it is, the last drawing that succeeded, and the faults of the last attempt."""

    version: int
    svg: str
    faults: tuple[str, ...] = ()


Stamp = tuple[str, int, int]
Draw = Callable[[], str]
Watched = Callable[[], Iterable[Path]]


class Studio:
    """Draws when a watched file has changed, and tells who waits."""

    def __init__(self, draw: Draw, watched: Watched) -> None:
        self._draw, self._watched = draw, watched
        self._news = Condition()
        self._stamps: frozenset[Stamp] | None = None
        self.picture = Picture(0, "")

    def look(self) -> bool:
        """Draw if anything has changed since the last look, and return whether it had."""
        stamps = frozenset(self._stamp())
        if stamps == self._stamps:
            return False
        self._stamps = stamps
        drawn = self._drawn()
        with self._news:
            self.picture = drawn
            self._news.notify_all()
        return True

    def wait(self, known: int, seconds: float) -> Picture:
        """Return the picture as soon as it is another than the known one, or after some seconds as it is."""
        with self._news:
            self._news.wait_for(lambda: self.picture.version != known, seconds)
            return self.picture

    def _drawn(self) -> Picture:
        version, svg = self.picture.version + 1, self.picture.svg
        try:
            return Picture(version, self._draw())
        except DataError as error:
            return Picture(version, svg, tuple(str(fault) for fault in error.faults))
        except MapsheetError as error:
            return Picture(version, svg, (str(error),))
        except Exception as error:
            return Picture(version, svg, (f"the drawing failed: {type(error).__name__}: {error}",))

    def _stamp(self) -> Iterable[Stamp]:
        try:
            paths = sorted({str(path) for path in self._watched()})
        except MapsheetError:  # a file in the middle of being written names no others
            paths = sorted(stamp[0] for stamp in self._stamps or ())
        for path in paths:
            try:
                stat = Path(path).stat()
                yield path, stat.st_mtime_ns, stat.st_size
            except (OSError, ValueError):
                yield path, 0, -1


def files_in(folder: Path) -> list[Path]:
    """Return the files of a folder that a title may be made of."""
    try:
        return [path for path in folder.iterdir() if path.suffix.lower() in KINDS]
    except OSError:
        return []


def page(title: str) -> str:
    """Return the page that shows a preview."""
    from mapsheet.webpage import SHARED, Shell, whole_page

    shell = Shell(title, "page.css", (*SHARED, "preview.js"), "img-src data:; connect-src 'self'")
    return whole_page("preview.html", shell, {})


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, studio: Studio, title: str) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.studio, self.page = studio, page(title)
        self.hosts = {f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")}


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        # a page from elsewhere that reaches this machine by a name of its own learns nothing
        if self.headers.get("Host") not in self.server.hosts:
            self.send_error(403)
        elif self.path == "/":
            self._send("text/html", self.server.page)
        elif self.path.startswith("/picture/"):
            self._send("application/json", self._picture(self.path.removeprefix("/picture/")))
        else:
            self.send_error(404)

    def _picture(self, known: str) -> str:
        told = self.server.studio.wait(int(known) if known.isascii() and known.isdigit() and len(known) < 10 else -1, WAIT)
        return json.dumps(told._asdict())

    def _send(self, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        try:
            self.wfile.write(data)
        except OSError:  # the page was closed while it waited
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that the base calls
        """Print nothing: every look of the page would be a line."""


class Preview:
    """A preview that is being served: `url` is where; `run` draws until it is stopped."""

    def __init__(self, draw: Draw, watched: Watched, *, title: str, port: int = 0) -> None:
        """Begin to serve, on a free port where none is named; DataError where the port is taken."""
        self._studio = Studio(draw, watched)
        self._stop = Event()
        try:
            self._server = _Server(port, self._studio, title)
        except OSError as error:
            raise DataError(f"port {port} cannot be had: {error.strerror or error}") from None
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def run(self, say: Callable[[str], None]) -> None:
        """Draw whenever a file changes, and say so, until `stop` is called or the program is interrupted."""
        try:
            while not self._stop.is_set():
                began = time.monotonic()
                if self._studio.look():
                    faults = self._studio.picture.faults
                    say("\n".join(faults) if faults else f"drawn in {time.monotonic() - began:.1f} s")
                self._stop.wait(LOOK)
        except KeyboardInterrupt:
            say("stopped")
        finally:
            self._server.shutdown()
            self._server.server_close()

    def stop(self) -> None:
        """End a preview that runs in another thread."""
        self._stop.set()
