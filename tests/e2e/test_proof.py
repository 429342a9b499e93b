"""After a round and after a match: Ready, the deal checked against its seed, the record kept, the way back."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from app.main import offered
from tests.support.rounds import SETTINGS, dealt, played_out, short_table, start, to_sheet
from tests.support.visit import visiting

pytestmark = pytest.mark.browser

FINDINGS = """() => [...document.querySelectorAll('.findings > li')].map(line => [
  line.dataset.what, line.className, line.querySelector('p').innerText])"""


async def checked(page: Page, verdict: str) -> list[Any]:
    """Press "Check this deal" and wait for what it says; all findings by kind and verdict."""
    await page.get_by_role("button", name="Check this deal").click()
    await expect(page.locator(".verdict")).to_contain_text(verdict)
    found = [f"{what} {how}" for what, how, _ in await page.evaluate(FINDINGS)]
    await page.keyboard.press("Escape")
    return found


async def test_a_match_is_played_by_ready_checked_kept_and_left_for_the_lobby(tmp_path: Path) -> None:
    """A match of some rounds, as no round brings so much; one of two pages is loaded again in the middle of it."""
    async with visiting(tmp_path, **SETTINGS) as visit:
        ann, bo = await short_table(visit, target=100, bonus=25)
        await start(ann, bo)
        await bo.reload()  # and comes back to the round, or to its end on a slow machine
        await played_out(ann, bo)
        rounds = 1
        while not await ann.get_by_role("button", name="Rematch").count():
            assert not await ann.get_by_role("button", name="Check this deal").count()
            rounds += 1
            await ann.get_by_role("button", name=f"Ready for round {rounds}").click()
            await expect(ann.get_by_role("button", name="Waiting for Bo")).to_be_visible()
            await bo.get_by_role("button", name=f"Ready for round {rounds}").click()
            await expect(bo.locator(".sheet-panel")).to_have_count(0)
            await dealt(ann, bo)
            await played_out(ann, bo)
        assert rounds > 1

        fits = ["seal fits", "share fits", *["round fits"] * rounds]
        for page in (ann, bo):
            assert await checked(page, "This deal checks out.") == fits

        await bo.get_by_role("button", name="Check this deal").click()
        await bo.get_by_text("Show the decks").first.click()
        await expect(bo.locator(".deck")).to_have_count(4)
        await expect(bo.locator(".deck").first.locator(".pic")).to_have_count(52)
        await bo.keyboard.press("Escape")

        async with ann.expect_download() as coming:
            await ann.get_by_role("link", name="Download the match").click()
        await (await coming.value).save_as(tmp_path / "match.json")
        record = json.loads(await asyncio.to_thread((tmp_path / "match.json").read_text, "utf-8"))
        assert len(record["rounds"]) == rounds

        # Back to the lobby: the host's to do, and the guest comes along. What can be done with the match stays.
        assert not await bo.get_by_role("button", name="Back to the lobby").count()
        await ann.get_by_role("button", name="Back to the lobby").click()
        for page in (ann, bo):
            await expect(page.locator(".lobby .seats")).to_be_visible()
            assert await checked(page, "This deal checks out.") == fits
        late = await visit.onlooker("Cy", ann)
        assert await checked(late, "Nothing could be checked.") == ["seal open", "share open"]

        # And from there another match can begin.
        await start(ann, bo)


async def test_a_server_that_shows_another_seed_is_found_out(tmp_path: Path) -> None:
    """The page is told a seed that is not the one of the match: fingerprint and cards fit it no more."""
    async with visiting(tmp_path, **SETTINGS) as visit:
        ann, bo = await to_sheet(visit)

        def lie(route: WebSocketRoute) -> None:
            server = route.connect_to_server()
            server.on_message(
                lambda message: route.send(re.sub(r'"revealed":"[0-9a-f]{8}', '"revealed":"00000000', str(message)))
            )

        await bo.route_web_socket("**/ws/*", lie)
        await bo.reload()
        assert await checked(bo, "Something does not fit.") == ["seal not", "share fits", "round not"]
        assert await checked(ann, "This deal checks out.") == ["seal fits", "share fits", "round fits"]


async def test_a_page_that_has_forgotten_says_what_it_could_not_check(tmp_path: Path) -> None:
    """Without the storage of its tab a page that is loaded again knows nothing of the deal, and blames nobody."""
    async with visiting(tmp_path, **SETTINGS) as visit:
        _, bo = await to_sheet(visit)
        await bo.evaluate("sessionStorage.clear()")
        await bo.reload()
        assert await checked(bo, "Nothing could be checked.") == ["seal open", "share open", "round open"]


@pytest.mark.parametrize("game", [game.info.name for game in offered().values() if game.info.pace == "turns"])
async def test_a_deal_in_turns_is_checked_too(tmp_path: Path, game: str) -> None:
    """Two rounds that the host calls off at once: the first is dealt after a lot, the second knows who begins."""
    async with visiting(tmp_path, **SETTINGS | {"bot_pace_ms": 20_000}) as visit:
        ann = await visit.person("Ann")
        await ann.get_by_role("button", name=f"{game}: With friends").click()
        await ann.get_by_role("button", name="Add a bot").click()
        await expect(ann.locator(".of-bot")).to_be_visible()
        await ann.get_by_role("button", name="Start").click()
        for _ in range(2):
            await expect(ann.locator(".table:not(.waiting)")).to_be_visible()
            await ann.get_by_role("button", name="Menu").click()
            await ann.get_by_role("button", name=re.compile("Call this .+ off")).click()
            await ann.locator("dialog.ask").get_by_role("button", name=re.compile("Call this .+ off")).click()
            await expect(ann.locator(".scores h1")).to_contain_text("was called off")
            await ann.get_by_role("button", name="Ready for").click()
        await expect(ann.locator(".table:not(.waiting)")).to_be_visible()
        await ann.get_by_role("button", name="Menu").click()
        await ann.get_by_role("button", name="End the match").click()
        await ann.locator("dialog.ask").get_by_role("button", name="End the match").click()
        await expect(ann.locator(".lobby .seats")).to_be_visible()
        found = await checked(ann, "This deal checks out.")
        assert found[:4] == ["seal fits", "share fits", "round fits", "round fits"]
        assert set(found[4:]) <= {"round fits"}
