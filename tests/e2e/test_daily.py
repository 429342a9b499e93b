"""The deal of the day in real browsers at a real server, its results, and the wish for deals that can be won."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.support.visit import Visit, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

KEY = "thumb-and-pouch"

# All open cards with their piles, and how many are on the stock.
CARDS = """() => {
  const cards = [...document.querySelectorAll('.pack > .card[data-card]')].map(({ dataset }) => dataset);
  const count = document.querySelector('.tag.count').textContent;
  return JSON.stringify([cards.map(({ pile, card }) => `${pile} ${card}`).sort(), count]);
}"""


async def at_the_deal(page: Page) -> str:
    """The cards of a deal that nobody has touched."""
    await expect(page.locator(".tag.count")).to_have_text("24")
    await expect(page.locator(".pack > .card[data-card]")).to_have_count(7)
    cards: str = await page.evaluate(CARDS)
    return cards


async def give_up(page: Page) -> None:
    """The end of a deal without any more moves."""
    await page.keyboard.press("m")
    await page.get_by_role("button", name="Give up").click()
    await expect(page.locator(".end-sheet h2")).to_have_text("Given up")


async def names(page: Page, *wanted: str) -> None:
    """Whose results are listed."""
    await expect(page.locator(".results tbody th")).to_have_text([re.compile(f"^{name}") for name in wanted])


async def test_all_play_the_same_cards_and_find_each_other_in_the_results(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        ann, bo = await visit.person("Ann"), await visit.person("Bo")
        await ann.locator(f"[data-key=daily-{KEY}]").click()
        cards = await at_the_deal(ann)
        await expect(ann.locator(".bar .what")).to_have_text(re.compile(r"^Daily deal · \d+ \w+$"))
        table = ann.url
        await ann.keyboard.press(" ")
        await expect(ann.locator(".tag.count")).to_have_text("23")

        await ann.goto(visit.server.url)
        await expect(ann.locator(".kept .back p")).to_have_text(re.compile(r"^Daily deal · .* · not finished yet$"))
        of_day = ann.locator(f".daily .of[data-game={KEY}]")
        await expect(of_day).to_contain_text("Not finished yet")
        await of_day.get_by_role("button", name="Go on").click()
        await ann.wait_for_url(table)
        await expect(ann.locator(".tag.count")).to_have_text("23")

        # Its link leads to the results, where those who come have a deal before them and no number of it.
        await ann.keyboard.press("m")
        link = await ann.locator("dialog input.link").input_value()
        await ann.keyboard.press("Escape")
        await bo.goto(link)
        await expect(bo.locator(".results .empty")).to_be_visible()
        await expect(bo.locator(".results")).to_contain_text("after midnight UTC")
        await bo.locator("[data-key=play]").click()
        assert await at_the_deal(bo) == cards
        await give_up(bo)
        await bo.locator("[data-key=end-results]").click()
        await names(bo, "Bo")

        await give_up(ann)
        await ann.locator("[data-key=end-results]").click()
        await names(ann, *(["Ann", "Bo"] if await rows(ann) == "Ann" else ["Bo", "Ann"]))
        await expect(ann.locator(".results tr.you th")).to_have_text(re.compile("^Ann"))
        order = "without help before with help, then more cards up, less time, fewer moves"
        await expect(ann.locator(".results .order")).to_contain_text(order)
        await expect(ann.locator(".results .order")).to_contain_text("Time runs only while the table is in view")
        await ann.locator(".day [data-key=back]").click()
        await expect(ann.locator(".results .empty")).to_have_text("Nobody played it to the end.")
        await ann.locator(".day [data-key=next]").click()
        await expect(ann.locator(".results tr.you th")).to_have_text(re.compile("^Ann"))
        await expect(ann.locator(".day [data-key=next]")).to_have_attribute("aria-disabled", "true")
        await ann.goto(visit.server.url)
        await expect(of_day).to_contain_text("0 of 52")

        # Who looks on may play it too, and goes on with any deal after it.
        cora = await visit.person("Cora", table)
        await cora.locator("[data-key=own]").click()
        await cora.wait_for_url(lambda url: url != table)
        assert await at_the_deal(cora) == cards
        await cora.keyboard.press("n")
        await expect(cora.locator(".bar .what")).to_have_text(re.compile(r"^Deal \d"))


# What moved on the page without anybody having done anything, and whether it was painted before.
SHIFTS = """
  globalThis.moved = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const what = sources.map(({ node }) => node?.className ?? node?.parentElement?.className);
      if (!hadRecentInput) moved.push([value, what]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
# Twice: a frame that shows the change, and one after which it was measured.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
async def test_nothing_moves_on_the_first_page_when_the_server_has_answered(
    tmp_path: Path, width: int, height: int
) -> None:
    """All answers come after the first paint."""
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", f"{visit.server.url}healthz", viewport={"width": width, "height": height})
        await page.add_init_script(SHIFTS)
        painted = asyncio.Event()

        async def late(route: Route) -> None:
            await painted.wait()
            await route.continue_()

        await page.route("**/api/**", late)
        await page.goto(visit.server.url)
        await expect(page.locator(".daily .of")).to_have_count(2)
        await page.wait_for_function(PAINTED)
        await page.evaluate(FRAMES)
        painted.set()
        await expect(page.locator(".daily .of .muted")).to_have_text(["Not played yet", "Not played yet"])
        await expect(page.locator(".which[data-key=deal-puss-in-the-corner]")).to_contain_text("redeal")
        await expect(page.locator(".anybody .empty")).to_be_attached()
        await page.evaluate(FRAMES)
        moved = await page.evaluate("moved")
        assert sum(value for value, _ in moved) < 0.001, moved


async def test_a_server_without_a_deal_of_the_day_leaves_no_hole(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann")
        await expect(page.locator(".daily .of")).to_have_count(2)
        told = (503, "{}")
        answers = [told, (200, '{"day": "2026-11-30", "ends_ms": 5000, "games": []}')]

        async def answer(route: Route) -> None:
            status, body = told
            await route.fulfill(status=status, body=body)

        await page.route("**/api/daily", answer)
        for one in answers:
            told = one
            await page.reload()
            await expect(page.locator(".home .join")).to_be_visible()
            await expect(page.locator(".home .daily")).to_be_hidden()


async def test_who_has_told_no_name_gives_one_on_the_way_to_the_results(tmp_path: Path) -> None:
    """Or not: closing the question leads there too."""
    async with visiting(tmp_path) as visit:
        page = await visit.person("")
        await page.locator(f"[data-key=daily-{KEY}]").click()
        await at_the_deal(page)
        table = page.url
        await give_up(page)
        await page.locator("[data-key=end-results]").click()
        await page.keyboard.press("Escape")
        await names(page, "Player")
        await page.goto(table)
        await page.locator("[data-key=end-results]").click()
        await page.get_by_role("textbox", name="Name").fill("Dora")
        await page.get_by_role("dialog").get_by_role("button", name="Results").click()
        await names(page, "Dora")
        await expect(page.locator(".results tr.you")).to_have_count(1)

        # From now on it is known.
        await page.goto(table)
        await page.locator("[data-key=end-results]").click()
        await names(page, "Dora")

        # The way back out of the question leads back, and not to the results.
        other = await visit.person("")
        home = other.url
        await other.locator(f"[data-key=daily-{KEY}]").click()
        await at_the_deal(other)
        await give_up(other)
        await other.locator("[data-key=end-results]").click()
        await expect(other.get_by_role("dialog")).to_be_visible()
        await other.go_back()
        await expect(other.locator(".daily .of").first).to_be_visible()
        await expect(other.get_by_role("dialog")).to_have_count(0)
        assert other.url == home


async def test_results_that_could_not_be_had_come_when_they_can(tmp_path: Path) -> None:
    """Also those of a day that is over, which do not change any more."""
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann")

        async def away(route: Route) -> None:
            await route.fulfill(status=503, body="{}")

        await page.locator(f"[data-key=results-{KEY}]").click()
        await expect(page.locator(".results .empty")).to_be_visible()
        await page.route("**/api/daily/*/*", away)
        await page.locator(".day [data-key=back]").click()
        await expect(page.locator(".results p")).to_have_text("The server does not answer. Try again in a moment.")
        await page.unroute_all()
        await expect(page.locator(".results .empty")).to_have_text("Nobody played it to the end.")


async def test_at_midnight_the_way_to_the_next_day_opens(tmp_path: Path) -> None:
    """Without anybody loading the page again; what the day has come to is asked for until it is known."""
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann")
        await page.evaluate("const now = Date.now; globalThis.ahead = 0; Date.now = () => now() + ahead")
        await page.locator(f"[data-key=results-{KEY}]").click()
        await expect(page.locator(".results .empty")).to_have_text(re.compile("^Nobody has played it"))
        after = page.locator(".day [data-key=next]")
        await expect(after).to_have_attribute("aria-disabled", "true")
        tries = 0

        async def answer(route: Route) -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                return await route.fulfill(status=503, body="{}")
            response = await route.fetch()
            return await route.fulfill(response=response, json={**await response.json(), "number": 48213})

        await page.route("**/api/daily/*/*", answer)
        await page.evaluate("ahead = 86_400_000")
        await expect(after).not_to_have_attribute("aria-disabled", "true", timeout=15_000)
        await expect(page.locator(".results")).to_contain_text("Deal 48\u00a0213", timeout=30_000)
        await after.click()
        await expect(page.locator(".results")).not_to_contain_text("Deal 48\u00a0213")
        await expect(after).to_have_attribute("aria-disabled", "true")


async def rows(page: Page) -> str:
    """Whose result is the best."""
    await expect(page.locator(".results tbody tr")).to_have_count(2)
    first: str = await page.locator(".results tbody th .nm").first.inner_text()
    return first


async def wishes(page: Page, found: bool) -> list[Any]:
    """What the page asks of the server for its deals. The server answers that there is one that can be won, or none."""
    asked: list[Any] = []

    async def answer(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "{}"))
        response = await route.fetch()
        await route.fulfill(response=response, json={**await response.json(), "winnable": found})

    await page.route("**/api/solo", answer)
    return asked


async def begun(visit: Visit, page: Page) -> None:
    """Home, and from there to a deal as it was wished for last."""
    await page.goto(visit.server.url)
    await page.locator(f"[data-key=play-{KEY}]").click()
    await expect(page.locator(".tag.count")).to_have_text("24")


async def test_only_deals_that_can_be_won_are_a_wish_that_is_remembered(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann")
        asked = await wishes(page, found=False)
        which = page.locator(f"[data-key=deal-{KEY}]")
        await expect(which).to_have_text("2 redeals")
        await which.click()
        switch = page.get_by_role("switch", name="Winnable only")
        await expect(switch).to_have_attribute("aria-checked", "false")
        await page.locator("dialog .chip").filter(has_text="1 redeal").click()
        await expect(switch).to_have_attribute("aria-checked", "true")
        await expect(which).to_have_text("1 redeal\u00a0· winnable")
        await page.get_by_label("Number of the deal").fill("48213")
        await expect(page.locator(".only-winnable")).to_contain_text("dealt as it is")
        await page.get_by_label("Number of the deal").fill("")
        await page.locator("[data-key=play-deal]").click()
        await expect(page.locator("#notice")).to_contain_text("known to be winnable")
        await expect(page.locator(".tag.count")).to_have_text("24")
        await page.keyboard.press("n")
        await expect(page.locator("#notice .line")).to_have_count(2)
        assert [one["winnable"] for one in asked] == [True, True]

        await page.goto(visit.server.url)
        await which.click()
        await switch.click()
        await expect(switch).to_have_attribute("aria-checked", "false")
        await page.keyboard.press("Escape")
        await expect(which).to_have_text("1 redeal")
        await begun(visit, page)
        assert [one["winnable"] for one in asked] == [True, True, False]
        assert await page.locator("#notice .line").count() == 0
