"""A site of two workers behind Caddy: what people see of a worker that dies, stands still, or is stopped."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.async_api import Browser, Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.support.proxies import Caddy, rooms_at, site_of_two
from tests.support.rounds import RULES, SETTINGS, dealt, short_table, start
from tests.support.server import ServerProcess
from tests.support.visit import Visit

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.asyncio(loop_scope="module")]

LOST = "Connection lost. Trying again …"
BACK_S = 20
WASTE = """() => [...document.querySelectorAll('.pack [data-pile$="w"][data-card]')]
  .map(card => card.dataset.card).join()"""


@asynccontextmanager
async def at_table(folder: Path, browser: Browser) -> AsyncIterator[tuple[Page, Page, list[ServerProcess]]]:
    """Ann and Bo in a race with two bots; the workers, that of their table first."""
    settings: dict[str, Any] = {**SETTINGS, "bot_pace_ms": 1500}
    async with site_of_two(Caddy, folder, **settings) as (site, workers):
        visit = Visit(browser, cast("ServerProcess", site))  # of which a visit wants no more than the address
        ann, bo = await short_table(visit, **{**RULES, "pounce_pile": 13})
        await start(ann, bo)
        yield ann, bo, workers if await rooms_at(workers[0]) else workers[::-1]
        await visit.part()
        assert visit.errors == []


async def flip(page: Page) -> None:
    """Turn cards from the stock with the space bar, as soon as that is let, and see that it counts."""
    before = await page.evaluate(WASTE)
    async with asyncio.timeout(BACK_S):
        while await page.evaluate(WASTE) == before:
            await page.keyboard.press("Space")
            with suppress(PlaywrightTimeout):  # before Go, or without a connection
                await page.wait_for_function(f"before => ({WASTE})() !== before", arg=before, timeout=1000)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_worker_is_lost_and_both_play_on(how: signal.Signals, tmp_path: Path, browser: Browser) -> None:
    """They are told so, nobody has to do anything, and the same cards lie there."""
    async with at_table(tmp_path, browser) as (ann, bo, (owner, other)):
        for page in (ann, bo):
            await flip(page)
        owner.send(how)
        for page in (ann, bo):
            await expect(page.get_by_text(LOST)).to_be_visible(timeout=BACK_S * 1000)
        for page in (ann, bo):
            await expect(page.get_by_text(LOST)).to_have_count(0, timeout=BACK_S * 1000)
            await flip(page)
        assert await rooms_at(other) == 1
        if how == signal.SIGSTOP:
            owner.send(signal.SIGCONT)
        await dealt(ann, bo)


async def test_a_worker_is_stopped_for_a_new_version_and_both_play_on(tmp_path: Path, browser: Browser) -> None:
    async with at_table(tmp_path, browser) as (ann, bo, (owner, other)):
        for page in (ann, bo):
            await flip(page)
        assert await owner.stop() == 0
        await asyncio.gather(flip(ann), flip(bo))
        assert await rooms_at(other) == 1
