"""The play screen in a real Chromium, on the made-up tables of tests/client/fixtures."""

import os
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class _QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class calls it so
        pass


@contextmanager
def serving() -> Iterator[str]:
    """Serves the tree; yields the address of the page with a made-up table."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietFiles, directory=ROOT))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/tests/client/fixtures/table.html"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The browser of a test module."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        await browser.close()


@asynccontextmanager
async def opened(browser: Browser, address: str, width: int, height: int, **given: Any) -> AsyncIterator[Page]:
    """A page of this size that shows its table. What goes wrong in it fails the test."""
    context = await browser.new_context(viewport={"width": width, "height": height}, **given)
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.goto(address)
    await page.wait_for_selector("[data-ready]", state="attached")
    yield page
    await context.close()
    assert errors == []


async def show(page: Page, query: str) -> None:
    """Puts another table on the page, with every motion at its end."""
    await page.evaluate("pounce.load", query)
    await page.evaluate("document.getAnimations().forEach(motion => motion.finish())")
