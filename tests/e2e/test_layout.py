"""The real play screen in a real browser, on fabricated tables: nothing scrolls, nothing overlaps, nothing leaves its zone."""

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

# The first two are promised for two to four seats; the others follow from the same numbers.
SCREENS = [(1280, 800), (390, 844), (844, 390), (768, 1024), (1920, 1080), (360, 640)]
STATES = ["busy", "full", "countdown", "stop", "stuck", "pulls", "pounce"]

MEASURE = r"""() => {
  const faults = [], W = innerWidth, H = innerHeight, box = e => e.getBoundingClientRect();
  const all = (s, within = document) => [...within.querySelectorAll(s)].filter(e => box(e).width > 0 && getComputedStyle(e).visibility !== 'hidden');
  const name = e => (e.className.baseVal ?? e.className) + ' ' + (e.dataset.card ?? e.dataset.pile ?? '');
  const page = document.scrollingElement;
  if (page.scrollWidth > W || page.scrollHeight > H) faults.push('scrolls');
  const within = (e, outer, by) => { const a = box(e), b = outer; return a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by; };
  const apart = (what, boxes) => boxes.forEach(([a, x], i) => boxes.slice(i + 1).forEach(([b, y]) => {
    const w = Math.min(x.right, y.right) - Math.max(x.left, y.left), h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (w > 1 && h > 1) faults.push(`${what}: ${a} / ${b} ${Math.round(w)}x${Math.round(h)}`);
  }));
  const screen = { left: 0, top: 0, right: W, bottom: H };
  for (const e of all('.table > section, .seat, .slot, .pack > .card, .btn, .say, .icon')) if (!within(e, screen, 1)) faults.push('off the screen: ' + name(e));
  apart('zones', all('.table > section').map(e => [e.className, box(e)]));
  apart('seats', all('.seat').map(e => [e.getAttribute('aria-label'), box(e)]));
  apart('slots', all('.slot').map((e, i) => [i, box(e)]));
  apart('bar', all('.bar > *, .bar .end > *').filter(e => !e.matches('.end')).map(e => [name(e), box(e)]));
  const piles = new Map();
  for (const e of all('.pack > .card[data-zone="own"], .under-cards > .place:not(.slot), .own .plate > *')) {
    const key = e.dataset.pile ?? name(e), b = box(e), o = piles.get(key) ?? { left: 1e9, top: 1e9, right: 0, bottom: 0 };
    piles.set(key, { left: Math.min(o.left, b.left), top: Math.min(o.top, b.top), right: Math.max(o.right, b.right), bottom: Math.max(o.bottom, b.bottom) });
  }
  apart('own piles', [...piles]);
  for (const [zone, inner, by] of [['middle', '.slot, .pack > .card[data-zone="middle"]', 1], ['own', '.pack > .card[data-zone="own"], .own .plate > *, .under-cards > .place:not(.slot)', 1], ['rail', '.rail > *', 1], ['rivals', '.seat', 1], ['middle', '.sheet .box', 5]]) {
    const outer = box(document.querySelector(`.table > .${zone}`));
    for (const e of all(inner)) if (!within(e, outer, by)) faults.push(`out of ${zone}: ${name(e)}`);
  }
  for (const seat of all('.seat')) for (const e of all('.badge, .num, .mini, .reserve-frame, .score', seat)) if (!within(e, box(seat), 1)) faults.push('out of its seat: ' + name(e));
  for (const e of all('.say > span, .btn, .plate *, h2, .pulls li')) if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth) faults.push(`cut: ${name(e)} "${e.textContent.slice(0, 40)}"`);
  const own = Math.min(...all('.pack > .card[data-zone="own"]').map(e => box(e).width));
  const press = Math.min(...all('.table button').map(e => { const b = box(e), a = getComputedStyle(e, '::after'); return b.height - (parseFloat(a.top) || 0) - (parseFloat(a.bottom) || 0); }));
  return { faults, own, press };
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


async def show(opened: Page, address: str) -> None:
    """Opens a table and waits until nothing moves any more."""
    await opened.goto(address)
    await opened.wait_for_selector(".pack .card")
    await opened.wait_for_function(
        "document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)"
    )


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_nothing_scrolls_overlaps_or_leaves_its_zone(site: str, width: int, height: int) -> None:
    """Two, three and four seats, in every state of a round, and as an onlooker."""
    found = []
    async with page(width, height) as (opened, errors):
        for seats in (2, 3, 4):
            for query in (*(f"state={state}" for state in STATES), "me=none", "hand=left"):
                await show(opened, f"{site}?seats={seats}&{query}")
                measured = await opened.evaluate(MEASURE)
                found += [f"{seats} seats, {query}: {fault}" for fault in measured["faults"]]
                if measured["own"] < 44:
                    found.append(f"{seats} seats, {query}: own cards are {measured['own']} px wide")
                if measured["press"] < 44:
                    found.append(f"{seats} seats, {query}: a button is {measured['press']} px high")
        assert errors == []
    assert found == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
async def test_nothing_overlaps_with_eight_seats(site: str, width: int, height: int) -> None:
    """As many as can sit at a table: names may be cut there, nothing else."""
    async with page(width, height) as (opened, errors):
        await show(opened, f"{site}?seats=8&state=full")
        measured = await opened.evaluate(MEASURE)
        assert measured["faults"] == []
        assert measured["own"] >= 44
        assert errors == []


async def test_a_pile_in_the_middle_never_moves(site: str) -> None:
    """Aces and finished piles come; what lies there keeps its place."""
    where = "() => Object.fromEntries([...document.querySelectorAll('.pack > .card[data-zone=middle]')].map(e => [e.dataset.pile, e.style.transform]))"
    async with page(390, 844) as (opened, errors):
        await show(opened, f"{site}?seats=4")
        before = await opened.evaluate(where)
        await opened.evaluate(
            """() => { const { store } = pounce, { piles } = store.state.table;
              const free = Object.keys(piles).filter(id => id.startsWith('b') && piles[id].length === 1), first = Object.keys(piles).find(id => id.startsWith('b') && piles[id].length > 1);
              store.receive({ n: store.state.n + 1, b: 2, k: 1, p: { [free[0]]: [0, '2:AD'] } });
              store.receive({ n: store.state.n + 1, b: 3, k: 1, p: { [free[1]]: [0, '3:AS'] } });
              store.receive({ n: store.state.n + 1, b: 1, k: 1, p: { [first]: [12, '1:K' + piles[first].at(-1)[3]] } }); }"""
        )
        await opened.wait_for_selector(".slot[data-state=done]")
        await opened.wait_for_function("document.querySelectorAll('.pack > .flight').length === 0")
        after = await opened.evaluate(where)
        assert errors == []
    kept = {pile: place for pile, place in before.items() if pile in after}
    assert len(kept) == len(before) - 1
    assert {pile: after[pile] for pile in kept} == kept
    assert len(after) == len(before) + 1
