"""The real play screen in a real browser, on made-up tables: nothing scrolls, overlaps or leaves its zone."""

import os
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

STATES = ["busy", "full", "countdown", "stop", "stuck", "pulls", "pounce"]
EVERYTHING = [
    f"seats={seats}&{look}"
    for seats in (2, 3, 4)
    for look in (*(f"state={state}" for state in STATES), "me=none", "hand=left")
]
FULLEST = [f"seats={seats}&state={state}" for seats in (2, 4) for state in ("full", "stop", "stuck")]
SCREENS = {
    (1280, 800): EVERYTHING,
    (390, 844): EVERYTHING,
    (844, 390): FULLEST,
    (768, 1024): FULLEST,
    (1920, 1080): FULLEST,
    (360, 640): FULLEST,
}

LONG_LINE = """() => {
  const { store, socket } = pounce, { room } = store.state;
  room.seats[1].name = 'Maximiliana Theodora';
  const k = socket.move(['play', '0w', ['0:TH'], 'b0']);
  store.receive({ t: 'no', k, code: 'taken', by: 1, ms: 1043 });
}"""


TWO_ACES_AND_A_KING = """() => {
  const { store } = pounce, { piles } = store.state.table;
  const frame = (b, p) => store.receive({ n: store.state.n + 1, b, k: 1, p });
  const build = Object.keys(piles).filter(id => id.startsWith('b'));
  const [one, two] = build.filter(id => piles[id].length === 1), first = build.find(id => piles[id].length > 1);
  frame(2, { [one]: [0, '2:AD'] });
  frame(3, { [two]: [0, '3:AS'] });
  frame(1, { [first]: [12, '1:K' + piles[first].at(-1)[3]] });
}"""


class QuietFiles(SimpleHTTPRequestHandler):
    """Serves the page's files and says nothing about it."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class calls it so
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address under which the tree is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=ROOT))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/tests/client/fixtures/table.html"
    server.shutdown()
    thread.join()
    server.server_close()


@asynccontextmanager
async def page(width: int, height: int, **given: Any) -> AsyncIterator[tuple[Page, list[str]]]:
    """A page of this size, and what went wrong in it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        context = await browser.new_context(viewport={"width": width, "height": height}, **given)
        opened = await context.new_page()
        errors: list[str] = []
        opened.on("pageerror", lambda error: errors.append(str(error)))
        yield opened, errors
        await browser.close()


async def start(opened: Page, site: str) -> None:
    """Opens the page with its first table."""
    await opened.goto(site)
    await opened.wait_for_selector("[data-ready]", state="attached")


async def show(opened: Page, query: str) -> None:
    """Puts a table on the page, with every motion at its end."""
    await opened.evaluate("pounce.load", query)
    await opened.evaluate("document.getAnimations().forEach(motion => motion.finish())")


async def faults(opened: Page, query: str) -> list[str]:
    """What is wrong with this table."""
    await show(opened, query)
    measured = await opened.evaluate("pounce.measure()")
    found = [f"{query}: {fault}" for fault in measured["faults"]]
    if measured["own"] < 44:
        found.append(f"{query}: own cards are {measured['own']} px wide")
    if measured["press"] < 44:
        found.append(f"{query}: a button is {measured['press']} px high")
    return found


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_nothing_scrolls_overlaps_or_leaves_its_zone(site: str, width: int, height: int) -> None:
    """Two, three and four seats, in every state of a round, as an onlooker, for the left hand."""
    async with page(width, height) as (opened, errors):
        await start(opened, site)
        assert [fault for query in SCREENS[width, height] for fault in await faults(opened, query)] == []
    assert errors == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
async def test_a_long_line_on_the_rail_stays_on_it(site: str, width: int, height: int) -> None:
    """Somebody with a long name was faster."""
    async with page(width, height) as (opened, errors):
        await start(opened, site)
        await opened.evaluate(LONG_LINE)
        await opened.wait_for_selector(".say.refused")
        measured = await opened.evaluate("pounce.measure()")
        assert [fault for fault in measured["faults"] if not fault.startswith("cut")] == []
    assert errors == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
async def test_nothing_overlaps_with_eight_seats(site: str, width: int, height: int) -> None:
    """As many as can sit at a table: names may be cut there, nothing else."""
    async with page(width, height) as (opened, errors):
        await start(opened, site)
        assert await faults(opened, "seats=8&state=full") == []
        assert errors == []


async def test_a_pile_in_the_middle_never_moves(site: str) -> None:
    """Aces come, a king finishes a pile; whatever else lies there keeps its place."""
    async with page(390, 844) as (opened, errors):
        await start(opened, site)
        before = await opened.evaluate("pounce.middle()")
        await opened.evaluate(TWO_ACES_AND_A_KING)
        await opened.wait_for_selector(".slot[data-state=done]")
        await opened.wait_for_function("document.querySelectorAll('.pack > .flight').length === 0")
        after = await opened.evaluate("pounce.middle()")
    assert errors == []
    kept = {pile: place for pile, place in before.items() if pile in after}
    assert len(kept) == len(before) - 1
    assert {pile: after[pile] for pile in kept} == kept
    assert len(after) == len(before) + 1
