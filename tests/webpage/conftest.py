"""The browser is at hand for every test of pages."""

from tests.webpage.browser import browser

__all__ = ["browser"]
