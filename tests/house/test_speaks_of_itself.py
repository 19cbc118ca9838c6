"""The tree stands alone: no path of somebody's machine, no host it was fetched from, no unfinished business."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.house.tree import ROOT

# written so that no pattern finds itself
FOREIGN = {
    "a path of one machine": r"(?<![\w.~-])/(?:work|tmp|farm|root|home/\w+|Users/\w+)/",
    "a folder beside the tree": r"\.\./shared\b|(?<!\w)/[s]hared/",
    "a registry's host": r"\b(?:(?:pypi|pythonhosted|npmjs|deb[.]debian|security[.]debian)[.]org|npmjs[.]com)\b",
    "a page that is not here": r"\b(?:design|style|cartography|battles|rendering|speed|asked-for|BRIEF)[.]md\b",
    "how it was made": r"(?i)\bsub-?[a]gents?\b|\b(?:this|previous|last|next|another) [s]ession\b|\b[s]essions? of the project\b",
    "unfinished business": r"\b(?:T[O]DO|F[I]XME|NotImplemented[E]rror)\b",
}


def foreign(text: str) -> list[str]:
    """List what in a text is not the project's own, as `line: kind: the words`."""
    found = []
    for kind, pattern in FOREIGN.items():
        places = re.finditer(pattern, text)
        found += [f"{text.count(chr(10), 0, place.start()) + 1}: {kind}: {place[0]}" for place in places]
    return found


def tracked() -> list[str]:
    """List the files that git holds, links to elsewhere left out."""
    words = ["git", "-c", "safe.directory=*", "ls-files", "-z"]  # a checkout may belong to somebody else
    listed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="not a git checkout")
def test_no_file_speaks_of_anything_else() -> None:
    names = tracked()
    assert "pyproject.toml" in names
    texts = {name: (ROOT / name).read_bytes().decode("utf-8", "ignore") for name in names}
    assert [f"{name}:{fault}" for name, text in texts.items() for fault in foreign(text)] == []


@pytest.mark.parametrize(
    "parts",
    [
        ("x = '/wo", "rk/main'"),
        ("open('/t", "mp/a')"),
        ("/home", "/ann/map"),
        ("../sha", "red/x"),
        ("from https://py", "pi.org/simple"),
        ("see desi", "gn.md"),
        ("ask a sub", "-agent"),
        ("in the last se", "ssion"),
        ("# TO", "DO: later"),
        ("raise NotImplemented", "Error"),
    ],
)
def test_the_patterns_see(parts: tuple[str, str]) -> None:
    assert len(foreign("first line\n" + "".join(parts))) == 1


@pytest.mark.parametrize("text", ["#!/usr/bin/env bash", "docs/words.md", "tests/work/x", "a game session", "work/play"])
def test_the_patterns_let_pass(text: str) -> None:
    assert foreign(text) == []
