"""Tables in turns: nobody waits for ever, for a clock, for somebody away, or for somebody who has left."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from app.rooms.entry import Moved, StoodIn
from app.rules.game import HOUSE
from tests.support.log import RoomLog
from tests.support.rounds import start
from tests.support.visit import Visit, chair, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

SETTINGS: dict[str, object] = {"bot_pace_ms": 60, "next_round_ms": 300_000}
SHORT = {"pay_off": 5, "target": 0, "players": 4}
MINE = "() => document.querySelector('.table.my-turn') !== null"
TURN_S = 60


async def table(visit: Visit, **rules: object) -> tuple[Page, Page]:
    """Ann, who is the host, and Bo at a table of Spite & Malice whose hand has begun."""
    ann = await visit.person("Ann")
    kept = json.dumps({"spite-and-malice": {"last": SHORT | rules}})
    await ann.evaluate("kept => localStorage.setItem('pounce.rules', kept)", kept)
    await ann.reload()
    await ann.get_by_role("button", name="Spite & Malice: With friends").click()
    await expect(chair(ann, "Ann")).to_be_visible()
    bo = await visit.guest("Bo", ann)
    await start(ann, bo)
    return ann, bo


async def to_move(*pages: Page) -> tuple[Page, ...]:
    """The pages, the one whose turn it is first. Exactly one says so."""
    for page in pages:
        await expect(page.locator(".rail .say")).to_contain_text("turn")
    mine = [bool(await page.evaluate(MINE)) for page in pages]
    assert mine.count(True) == 1
    return tuple(sorted(pages, key=lambda page: not mine[pages.index(page)]))


async def menu(page: Page, item: str) -> None:
    """Opens the menu and presses something in it."""
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name=item, exact=True).click()


async def test_everybody_sees_whose_turn_it_is_and_a_hidden_page_is_called(tmp_path: Path) -> None:
    """A frame on the seat, a pill for oneself; the title of a page that nobody looks at, until somebody does.

    What happened and whose turn it is are both heard: neither sentence takes the other's place. Who comes back
    hears it too.
    """
    async with visiting(tmp_path, **SETTINGS) as visit:
        first, other = await to_move(*await table(visit))
        await expect(other.locator(".seat.turn")).to_have_count(1)
        await expect(first.locator(".seat.turn")).to_have_count(0)
        await expect(first.locator(".rail .say.mine")).to_contain_text("Your turn")
        await expect(first.get_by_role("button", name="How Spite & Malice goes")).to_be_visible()
        title = await other.title()
        await other.evaluate(
            "Object.defineProperty(document, 'hidden', { configurable: true, get: () => globalThis.away });"
            "globalThis.away = true"
        )
        await first.keyboard.press("q")
        await first.keyboard.press("1")
        await first.keyboard.press("Enter")
        await expect(first.locator(".seat.turn")).to_have_count(1)
        await expect(other).to_have_title(f"Your turn · {title}")
        await expect(other.locator("#live p").nth(0)).to_contain_text("on a side stack")
        await expect(other.locator("#live p").nth(1)).to_contain_text("Your turn")
        await other.evaluate("globalThis.away = false; document.dispatchEvent(new Event('visibilitychange'))")
        await expect(other).to_have_title(title)
        await other.reload()
        await expect(other.locator("#live")).to_contain_text("Your turn")


async def test_the_clock_is_seen_and_ends_the_turn(tmp_path: Path) -> None:
    """Half a minute, counted down on both pages; then the house discards, which is in the log."""
    async with visiting(tmp_path, **SETTINGS) as visit:
        first, other = await to_move(*await table(visit, turn_seconds=30))
        for page in (first, other):
            await expect(page.locator(".rail .clock")).to_have_text("0:20", timeout=20_000)
        await expect(first.locator(".rail .clock.hurry")).to_be_visible(timeout=TURN_S * 1000)
        await expect(other.locator(".rail .say.mine")).to_be_visible(timeout=TURN_S * 1000)
        log = RoomLog(tmp_path, other.url[-6:])
        ends = [entry.move.name for entry in log.entries if isinstance(entry, Moved) and entry.seat == HOUSE]
        assert ends == ["time_up"]


async def test_a_bot_plays_for_somebody_away_until_he_is_back(tmp_path: Path) -> None:
    """The host puts it on the seat; whoever was away finds his turn as it is now."""
    async with visiting(tmp_path, **SETTINGS | {"bot_pace_ms": 30_000}) as visit:
        ann, bo = await table(visit)
        address, context = bo.url, bo.context
        await bo.close()
        await expect(ann.locator(".seat .unseen").filter(has_text="Bo:")).to_contain_text("away")
        await menu(ann, "Seats")
        row = ann.locator(".seats-sheet .chair").filter(has_text="Bo")
        await row.get_by_role("button", name="what can be done").click()
        await ann.get_by_role("button", name="A bot plays until Bo is back").click()
        await ann.get_by_role("radio", name="steady").check(force=True)
        await expect(row).to_contain_text("a bot plays: steady")
        await ann.keyboard.press("Escape")
        await ann.keyboard.press("Escape")
        await expect(ann.locator(".seat.bot-plays")).to_have_count(1)
        bo = await context.new_page()
        await bo.goto(address)
        await expect(ann.locator(".seat.bot-plays")).to_have_count(0)
        await to_move(ann, bo)
        levels = [entry.level for entry in RoomLog(tmp_path, address[-6:]).entries if isinstance(entry, StoodIn)]
        assert levels == ["steady", ""]


async def test_who_leaves_in_mid_hand_stops_nobody(tmp_path: Path) -> None:
    """A bot plays the seat to the end of the hand, whoever's turn it was."""
    async with visiting(tmp_path, **SETTINGS) as visit:
        first, other = await to_move(*await table(visit))
        await menu(first, "Leave the table")
        await first.get_by_role("button", name="Leave", exact=True).click()
        await expect(first.locator(".game .how").first).to_have_css("border-top-width", "0px")  # no style stays behind
        await expect(other.locator(".rail .say.mine")).to_be_visible(timeout=TURN_S * 1000)


async def test_the_host_calls_a_hand_off(tmp_path: Path) -> None:
    """Nobody scores, all see why, and the next hand can be played."""
    async with visiting(tmp_path, **SETTINGS) as visit:
        ann, bo = await table(visit, target=50)
        await menu(ann, "Call this hand off")
        await ann.get_by_role("button", name="Call this hand off").last.click()
        for page in (ann, bo):
            await expect(page.locator(".scores")).to_contain_text("called off")
            await expect(page.locator(".sheet-panel .tot")).to_have_text(["0", "0"])
        await bo.wait_for_function("() => !document.querySelector('.foot').inert")
        for page in (ann, bo):
            await page.locator(".foot").get_by_role("button").click()
        await to_move(ann, bo)


@pytest.mark.parametrize("part", ["static/style/spite-and-malice.css", "static/games/spite-and-malice.js"])
async def test_a_part_that_could_not_be_fetched_is_fetched_again(tmp_path: Path, part: str) -> None:
    """The next news of the table brings it, and nobody looks at an empty page."""
    async with visiting(tmp_path, **SETTINGS) as visit:
        ann = await visit.person("Ann")
        await ann.get_by_role("button", name="Spite & Malice: With friends").click()
        await expect(chair(ann, "Ann")).to_be_visible()
        bo = await visit.guest("Bo", ann)
        await bo.route(f"**/{part}", lambda route: route.abort(), times=1)
        await bo.get_by_role("button", name="Ready", exact=True).click()
        await expect(chair(ann, "Bo")).to_contain_text("Ready")
        async with bo.expect_event("requestfailed"):
            await ann.get_by_role("button", name="Start", exact=True).click()
        await expect(ann.locator(".rail .say")).to_be_visible()
        await ann.keyboard.press("z")
        await expect(bo.locator(".rail")).to_contain_text("asks for a pause")
