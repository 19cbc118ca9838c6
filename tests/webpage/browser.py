"""A headless browser with a page in it: opened without network, questioned by script, and watched for what it says and asks."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1200,800",
)
PATIENCE = 20.0  # seconds


def small_map(title: str = "A map") -> str:
    """Return the text of a small map."""
    from hexmap.starter import starter

    return starter(columns=6, rows=5, paper=None, across="16 mm", pointy=False, title=title)


def chromium() -> str | None:
    """Return where the browser is, None where there is none with its driver."""
    names = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next(filter(None, names), None) if shutil.which("chromedriver") else None


class Browser:
    """A browser that shows pages and is asked about them."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, address: str, *, ready: str = "document.documentElement.dataset.state") -> None:
        """Open a page and wait until it says that it is ready; AssertionError when it says that it failed."""
        self.driver.get(address)
        self.wait(ready)
        assert self.ask("return document.documentElement.dataset.state") in {"ready", None}, self.text("#answer")

    def open_text(self, text: str, folder: Path) -> None:
        """Open a page from a file."""
        path = folder / "page.html"
        path.write_text(text, encoding="utf-8")
        self.open(path.as_uri())

    def wait(self, condition: str) -> None:
        """Wait until a condition of the page holds."""
        end = time.monotonic() + PATIENCE
        while not self.ask(f"return Boolean({condition})"):
            assert time.monotonic() < end, f"waited in vain for {condition}"
            time.sleep(0.03)

    def ask(self, script: str, *values: Any) -> Any:
        """Return what a script returns."""
        return self.driver.execute_script(script, *values)

    def text(self, selector: str) -> str:
        """Return the text of an element, its lines parted."""
        return str(self.ask("return document.querySelector(arguments[0]).innerText", selector))

    def lines(self) -> list[str]:
        """Return the lines of the answer in the panel."""
        return [str(line) for line in self.ask("return [...document.querySelectorAll('#answer p')].map((p) => p.textContent)")]

    def command(self, name: str, **values: Any) -> Any:
        """Give the browser a command of its own protocol."""
        return self.driver.execute_cdp_cmd(name, values)

    def resize(self, width: int, height: int, *, mobile: bool = False) -> None:
        """Show the page on a screen of another size."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        self.command("Emulation.setTouchEmulationEnabled", enabled=mobile)

    def middle(self, selector: str) -> tuple[float, float]:
        """Return the middle of an element on the screen."""
        box = "const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();"
        x, y = self.ask(f"{box} return [x + width / 2, y + height / 2]", selector)
        return float(x), float(y)

    def mouse(self, kind: str, at: tuple[float, float], **more: Any) -> None:
        """Move the mouse, press or release its button, or turn its wheel."""
        self.command("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], **more)

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        at = self.middle(selector)
        self.mouse("mouseMoved", at)
        self.mouse("mousePressed", at, button="left", clickCount=1)
        self.mouse("mouseReleased", at, button="left", clickCount=1)

    def key(self, name: str, code: int = 0, *, text: str = "", shift: bool = False) -> None:
        """Press and release a key."""
        held = 8 if shift else 0
        self.command("Input.dispatchKeyEvent", type="keyDown", key=name, windowsVirtualKeyCode=code, text=text, modifiers=held)
        self.command("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code, modifiers=held)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Put fingers down, move or lift them."""
        fingers = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        self.command("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def said(self) -> list[str]:
        """Return what the page has written to the console since it was last asked."""
        return [str(entry["message"]) for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Return the addresses that were asked for since it was last asked, but for the files of the test and data."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        asked = [message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if not url.startswith(("file:", "data:"))]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for all tests of a run."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = chromium() or ""
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield Browser(driver)
    finally:
        driver.quit()
