"""Strangers find each other: a host opens a table, others come by quick game and by the list, and all of them play."""

import json
import time
from pathlib import Path

import pytest
from playwright.async_api import Page, Route, expect

from app.rooms.entry import Sat, decode
from app.storage.base import Append
from app.storage.sqlite import SqliteStore
from tests.support.games import VECTORS
from tests.support.pages import chromium
from tests.support.server import running
from tests.support.visit import Visit, chair, visiting

pytestmark = pytest.mark.browser

SPITE = "Spite & Malice"


async def opens(page: Page) -> None:
    """The host opens the table to everybody."""
    switch = page.get_by_role("switch", name="Open to everybody")
    await switch.click()
    await expect(switch).to_have_attribute("aria-checked", "true")


async def quick(page: Page, game: str) -> None:
    """Chooses a game on the first page and presses the button."""
    await page.get_by_role("radio", name=game, exact=True).check(force=True)
    await page.get_by_role("button", name="Quick game").click()


def code_of(page: Page) -> str:
    """The table at which a page is."""
    return page.url.rpartition("/")[2]


async def spite_for_two(visit: Visit, name: str) -> Page:
    """Somebody alone at a table of two seats."""
    page = await visit.person(name)
    await page.get_by_role("button", name=f"{SPITE}: With friends").click()
    await expect(chair(page, name)).to_be_visible()
    return page


async def test_a_stranger_by_quick_game_and_one_by_the_list_play_with_the_host(tmp_path: Path) -> None:
    """Closed at first; then everybody sees how the table stands, and both sit down without another word."""
    async with visiting(tmp_path, countdown_ms=300) as visit:
        ann, cy = await visit.host(), await visit.person("Cy")
        await expect(cy.locator(".anybody")).to_contain_text("No table is open just now.")
        await expect(ann.locator(".bar .what")).to_have_text("private table")
        await opens(ann)
        await expect(ann.locator(".bar .what")).to_have_text("open table")
        # Ann looks at another page while she waits: the title tells her.
        title = await ann.title()
        await ann.evaluate(
            "Object.defineProperty(document, 'hidden', { configurable: true, get: () => globalThis.away });"
            "globalThis.away = true"
        )
        bo = await visit.person("Bo")
        await quick(bo, "Pounce")
        await expect(ann).to_have_title(f"Bo is here · {title}")
        await ann.evaluate("globalThis.away = false; document.dispatchEvent(new Event('visibilitychange'))")
        await expect(ann).to_have_title(title)
        await expect(chair(ann, "Bo")).to_be_visible()
        await expect(bo.locator(".invitation")).to_contain_text("anybody on this site may sit down or watch")
        assert code_of(bo) == code_of(ann)

        row = cy.locator(".anybody li").filter(has_text="Ann and Bo")
        await expect(row).to_contain_text("4 of 6 seats free · waiting", timeout=15_000)
        await row.get_by_role("button", name="Join: Ann and Bo, Pounce").press("Enter")
        await expect(chair(ann, "Cy")).to_be_visible()
        for page in (bo, cy):
            await page.get_by_role("button", name="Ready", exact=True).click()
        await ann.get_by_role("button", name="Start", exact=True).click()
        for page in (ann, bo, cy):
            await expect(page.locator(".table:not(.waiting) [data-card][data-pile]").first).to_be_visible()

        # A late comer watches and has a seat; the host closes the table in mid-game, for all to hear.
        dee = await visit.person("Dee")
        await expect(dee.locator(".anybody li")).to_contain_text("in play")
        await dee.get_by_role("button", name="Join:").click()
        await expect(dee.locator("[data-card][data-pile]").first).to_be_visible()
        await ann.get_by_role("button", name="Menu").click()
        await ann.get_by_role("button", name="Seats").click()
        await expect(ann.locator(".seats-sheet .chair")).to_have_count(4)
        await ann.get_by_role("switch", name="Open to everybody").click()
        eve = await visit.person("Eve")
        await expect(eve.locator(".anybody")).to_contain_text("No table is open just now.")


async def test_a_table_that_opens_in_mid_game_says_so(tmp_path: Path) -> None:
    """Strangers may come now, and who plays is told."""
    async with visiting(tmp_path) as visit:
        ann = await visit.host()
        bo = await visit.guest("Bo", ann)
        await bo.get_by_role("button", name="Ready", exact=True).click()
        await ann.get_by_role("button", name="Start", exact=True).click()
        await expect(bo.locator("[data-card][data-pile]").first).to_be_visible()
        await ann.get_by_role("button", name="Menu").click()
        await ann.get_by_role("button", name="Seats").click()
        await opens(ann)
        await expect(bo.locator("#notice")).to_contain_text("The table is open to everybody now.")


async def test_where_no_seat_is_left_quick_game_opens_a_new_table(tmp_path: Path) -> None:
    """And the next one finds that. A full table may be watched. Who has no name is asked for it first."""
    async with visiting(tmp_path) as visit:
        ann = await spite_for_two(visit, "Ann")
        await opens(ann)
        bo = await visit.person("Bo")
        await quick(bo, SPITE)
        await expect(chair(ann, "Bo")).to_be_visible()

        cy = await visit.person("")
        await quick(cy, SPITE)
        await cy.get_by_role("textbox", name="Name").fill("Cy")
        await cy.locator("dialog").get_by_role("button", name="Quick game").click()
        await expect(chair(cy, "Cy")).to_contain_text("host")
        await expect(cy.locator(".start")).to_contain_text("Others find this table on the first page.")
        assert code_of(cy) != code_of(ann)

        dee = await visit.person("Dee")
        await expect(dee.get_by_role("radio", name="Pounce", exact=True)).to_be_checked()
        full = dee.locator(".anybody li").filter(has_text="Ann and Bo")
        await expect(full).to_contain_text("no free seat", timeout=15_000)
        await quick(dee, SPITE)
        await expect(chair(cy, "Dee")).to_be_visible()
        await dee.get_by_role("button", name="To the first page").click()
        await expect(dee.get_by_role("radio", name=SPITE, exact=True)).to_be_checked()
        await full.get_by_role("button", name="Watch: Ann and Bo").click()
        await expect(dee.locator(".sit")).to_contain_text("All seats are taken")


async def test_a_promise_that_does_not_hold_is_asked_for_again(tmp_path: Path) -> None:
    """At three more tables at most; the full ones leave nothing behind in the history of the page."""
    async with visiting(tmp_path) as visit:
        full = await spite_for_two(visit, "Ann")
        await visit.guest("Bo", full)
        cy = await visit.person("Cy")
        asked: list[list[str]] = []
        wrong = [code_of(full)]

        async def answer(route: Route) -> None:
            asked.append(json.loads(route.request.post_data or "{}")["aside"])
            if wrong:
                await route.fulfill(json={"code": wrong.pop(), "new": False})
            else:
                await route.continue_()

        await cy.route("**/api/quick", answer)
        await quick(cy, SPITE)
        await expect(chair(cy, "Cy")).to_contain_text("host")
        assert asked == [[], [code_of(full)]]
        await cy.go_back()
        await expect(cy.locator(".anybody")).to_be_visible()

        asked.clear()
        wrong.extend([code_of(full), "ZZZZZ4", "ZZZZZ3", "ZZZZZ2"])  # the others are gone altogether
        await quick(cy, SPITE)
        await expect(cy.locator("#notice")).to_contain_text("Others were faster")
        assert asked == [[], ["ZZZZZ2"], ["ZZZZZ2", "ZZZZZ3"], ["ZZZZZ2", "ZZZZZ3", "ZZZZZ4"]]
        await expect(cy.locator(".sit")).to_contain_text("All seats are taken")


async def test_who_has_won_at_open_tables_stands_on_a_list(tmp_path: Path) -> None:
    """From a log with two matches that count. The room is read when somebody looks at it."""
    lines = (VECTORS / "log-5.jsonl").read_bytes().splitlines()
    entries = [decode(line) for line in lines]
    code = entries[0].code  # type: ignore[union-attr]
    store = SqliteStore(tmp_path, lambda: time.time_ns() // 1_000_000)
    await store.append([Append(code, 0, tuple(lines))])
    for entry in entries:
        if isinstance(entry, Sat):
            person = json.dumps({"name": entry.name, "tables": []}).encode()
            await store.put("person", entry.player, person, time.time_ns() // 1_000_000 + 3_600_000)
    await store.close()
    async with running(tmp_path) as server, chromium() as browser:
        visit = Visit(browser, server)
        page = await visit.person("Eve", f"{server.url}t/{code}")
        await expect(page.locator(".sheet-panel")).to_be_visible()
        await page.get_by_role("button", name="To the first page").click()
        await page.get_by_role("radio", name="Pontis", exact=True).check(force=True)
        await page.get_by_role("button", name="Most matches won").click()
        rows = page.locator(".leaders-sheet tbody tr")
        await expect(rows).to_have_count(2)
        assert sorted(await rows.all_inner_texts()) == ["1\tBøb\t1", "1\tCat\t1"]
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name="Most matches won")).to_be_focused()
        assert visit.errors == []
