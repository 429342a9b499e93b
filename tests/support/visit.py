"""People in real browsers at a real server: each with a browser context, and so an identity, of their own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.support.pages import chromium
from tests.support.server import ServerProcess, running


class Visit:
    """A server and whoever looks at it. What goes wrong in a page is kept in `errors`."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.browser = browser
        self.server = server
        self.errors: list[str] = []

    async def person(self, name: str, address: str = "", **given: Any) -> Page:
        """A browser of this person's own, at home or at an address."""
        context = await self.browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **given}
        )
        await context.add_init_script(
            f"localStorage.getItem('pounce.name') ?? localStorage.setItem('pounce.name', '{name}')"
        )
        page = await context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{name}: {error}"))
        await page.goto(address or self.server.url)
        return page

    async def host(self, name: str = "Ann") -> Page:
        """Somebody who has opened a table and sits at it alone."""
        page = await self.person(name)
        await self.open_table(page)
        return page

    async def part(self) -> None:
        """Everybody closes the browser."""
        for context in list(self.browser.contexts):
            await context.close()

    async def open_table(self, page: Page) -> None:
        """From home to a new table, and on a seat there."""
        await page.get_by_role("button", name="Play with friends").click()
        await expect(page.locator(".chair").filter(has_text="host")).to_be_visible()
        await expect(page.locator(".in-words")).to_be_visible()

    async def onlooker(self, name: str, table: Page) -> Page:
        """Somebody with the link, who has not sat down."""
        page = await self.person(name, table.url)
        await expect(page.locator(".chair").first).to_be_visible()
        return page

    async def guest(self, name: str, table: Page) -> Page:
        """Somebody with the link, on a seat."""
        page = await self.onlooker(name, table)
        await page.get_by_role("button", name="Sit down").click()
        await expect(chair(page, name)).to_be_visible()
        return page


def chair(page: Page, name: str) -> Any:
    """The row of somebody in the lobby."""
    return page.locator(".lobby .chair").filter(has=page.locator("b", has_text=name))


@asynccontextmanager
async def visiting(data_dir: Path, **settings: object) -> AsyncIterator[Visit]:
    """A server and a browser for the length of a block; no page may have gone wrong at its end."""
    async with running(data_dir, **settings) as server, chromium() as browser:
        visit = Visit(browser, server)
        yield visit
        assert visit.errors == []
