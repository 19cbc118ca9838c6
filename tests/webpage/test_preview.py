"""The preview: drawn anew on every save, the last good picture kept, heard on this machine alone, ended cleanly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from mapsheet.errors import DataError, Fault
from mapsheet.preview import Preview, Studio, files_in
from tests.commands import HEARS_CTRL_C
from tests.house.tree import ROOT
from tests.webpage.browser import Browser, small_map

BAD = 'format = "hexmap/1"\ntitle = "x"\n[grid]\norientation = "round"\n'


class Easel:
    """A picture of a text file, as a title would be drawn."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.drawn = 0

    def draw(self) -> str:
        self.drawn += 1
        text = self.path.read_text(encoding="utf-8")
        if text == "bad":
            raise DataError([Fault("is bad", "map.toml", 1, 2), Fault("is worse", "map.toml", 3, 4)])
        if text == "bug":
            raise ZeroDivisionError("a bug")
        return f"<svg>{text}</svg>"


@pytest.fixture
def easel(tmp_path: Path) -> Easel:
    path = tmp_path / "map.toml"
    path.write_text("one", encoding="utf-8")
    return Easel(path)


def studio_of(easel: Easel) -> Studio:
    return Studio(easel.draw, lambda: files_in(easel.path.parent))


def test_it_draws_when_a_file_changes_comes_or_goes(easel: Easel) -> None:
    studio = studio_of(easel)
    assert [studio.look(), studio.look()] == [True, False]
    easel.path.write_text("two!", encoding="utf-8")
    assert [studio.look(), studio.look()] == [True, False]
    assert studio.picture == (2, "<svg>two!</svg>", ())
    over = easel.path.with_name("overrides.toml")
    over.write_text("", encoding="utf-8")
    assert [studio.look(), studio.look()] == [True, False]
    over.unlink()
    assert [studio.look(), studio.look()] == [True, False]
    easel.path.with_name("notes.txt").write_text("", encoding="utf-8")
    assert not studio.look()


def test_faults_stand_over_the_last_good_picture(easel: Easel) -> None:
    studio = studio_of(easel)
    studio.look()
    for text, faults in (("bad", ("map.toml:1:2: is bad", "map.toml:3:4: is worse")),
                         ("bug", ("the drawing failed: ZeroDivisionError: a bug",))):
        easel.path.write_text(text, encoding="utf-8")
        os.utime(easel.path, ns=(0, len(text) * 1000 + ord(text[1])))
        assert studio.look()
        assert studio.picture[1:] == ("<svg>one</svg>", faults)
    easel.path.write_text("fine", encoding="utf-8")
    studio.look()
    assert studio.picture[1:] == ("<svg>fine</svg>", ())


@pytest.fixture
def served(easel: Easel) -> Iterator[Preview]:
    preview = Preview(easel.draw, lambda: [easel.path], title="A <title>")
    thread = threading.Thread(target=preview.run, args=(lambda _: None,))
    thread.start()
    yield preview
    preview.stop()
    thread.join(10)
    assert not thread.is_alive()


def fetched(url: str, **headers: str) -> str:
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
        return str(answer.read().decode())


def test_a_page_and_its_picture_are_served(served: Preview, easel: Easel) -> None:
    page = fetched(served.url)
    assert "A &lt;title&gt;" in page
    assert "connect-src 'self'" in page
    first = json.loads(fetched(f"{served.url}picture/0"))
    assert first == {"version": 1, "svg": "<svg>one</svg>", "faults": []}
    easel.path.write_text("another", encoding="utf-8")
    second = json.loads(fetched(f"{served.url}picture/1"))
    assert (second["version"], second["svg"]) == (2, "<svg>another</svg>")


@pytest.mark.parametrize(("path", "host", "code"), [("other", None, 404), ("../map.toml", None, 404), ("", "evil.example", 403)])
def test_nothing_else_is_served(served: Preview, path: str, host: str | None, code: int) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetched(served.url + path, **({"Host": host} if host else {}))
    assert refused.value.code == code


def test_a_port_that_is_taken_is_a_fault(served: Preview, easel: Easel) -> None:
    port = int(served.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(DataError, match=f"port {port} cannot be had"):
        Preview(easel.draw, list, title="x", port=port)


def test_the_command_draws_says_faults_and_ends_on_interrupt(tmp_path: Path) -> None:
    source = tmp_path / "map.toml"
    source.write_text(BAD, encoding="utf-8")
    code = f"{HEARS_CTRL_C}from hexmap.cli import main; main()"
    words = [sys.executable, "-c", code, "preview", str(tmp_path), "--no-open"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    running = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=env)
    assert running.stderr
    assert f"shows {tmp_path}; Ctrl-C ends" in running.stderr.readline()
    assert running.stderr.readline().startswith(f"{source}:")
    source.write_text(small_map(), encoding="utf-8")
    while not (line := running.stderr.readline()).startswith("drawn in "):
        assert line.startswith(str(tmp_path))
    running.send_signal(signal.SIGINT)
    assert running.wait(20) == 0
    assert running.stderr.read() == "stopped\n"


@pytest.mark.browser
def test_the_page_takes_a_new_picture_and_keeps_what_one_looks_at(browser: Browser, tmp_path: Path) -> None:
    source = tmp_path / "map.toml"
    source.write_text(small_map("First"), encoding="utf-8")
    from hexmap import load
    from hexmap.draw import draw_map

    preview = Preview(lambda: draw_map(load(source)), lambda: [source], title="A map")
    thread = threading.Thread(target=preview.run, args=(lambda _: None,))
    thread.start()
    try:
        browser.resize(1000, 700)
        browser.said(), browser.requests()
        browser.open(preview.url, ready="document.documentElement.dataset.version === '1'")
        browser.click("#nearer")
        place = browser.ask("return document.getElementById('sheet').style.transform")
        source.write_text(BAD, encoding="utf-8")
        browser.wait("document.documentElement.dataset.version === '2'")
        assert browser.lines()[0].startswith(f"{source}:")
        assert browser.ask("return document.querySelector('#sheet svg title').textContent") == "First"
        source.write_text(small_map("Second"), encoding="utf-8")
        browser.wait("document.documentElement.dataset.version === '3'")
        assert browser.ask("return document.querySelector('#sheet svg title').textContent") == "Second"
        assert browser.ask("return document.getElementById('sheet').style.transform") == place
        assert browser.ask("return document.getElementById('answer').hidden")
        assert browser.said() == []
        assert {url.split("/")[2] for url in browser.requests()} == {preview.url.split("/")[2]}
        browser.driver.get("about:blank")
    finally:
        preview.stop()
        thread.join(10)
