"""Two people race a solitaire in real browsers: the same deal, each at a table of his own, and one end for both."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from app.rules.games.puss_in_the_corner import GAME as PUSS
from app.rules.games.puss_in_the_corner import TURNED, up, ups
from app.rules.games.thumb_and_pouch import FLIP
from app.rules.games.thumb_and_pouch import GAME as THUMB
from tests.support.racing import as_seat, moved, race, race_state, seen_at, winning
from tests.support.thumb import PHONE, QUICK, SHOWS, Thumb, runs_out, seen
from tests.support.visit import visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

PLAY_S = 240
TRIES = 4
STEPS = 12
"""So many moves are made before the page is loaded again."""
# So many cards are up, and this one waits; after the end all are up, and none does.
CAME = """([up, waits]) => {
  const now = document.querySelector('.facts .up b');
  const open = [...document.querySelectorAll('.pack > .card[data-pile="1r"]')].map(card => card.dataset.card);
  return (now ? Number(now.textContent) : 52) >= up && String(open) === String(waits);
}"""
CORNERS = {"0w1": "q", "0w2": "p", "0w3": "a", "0w4": "l"}
ROWS = """rows => rows.map(row =>
  [...row.querySelectorAll('th, td:not(.track-cell)')].map(cell => cell.innerText.trim()))"""


async def sheet(page: Page, name: str) -> list[list[str]]:
    """The rows of the sheet, with the own name where it says You."""
    await expect(page.locator(".sheet-panel tbody tr")).to_have_count(2)
    rows = await page.locator(".sheet-panel tbody tr").evaluate_all(ROWS)
    return [[name if cell == "You" else cell for cell in row] for row in rows]


async def test_one_wins_by_touch_and_both_see_the_same_end(tmp_path: Path) -> None:
    """At a phone, with the page loaded again in the middle; the other one sees how far that is, and no card of it."""
    async with visiting(tmp_path, countdown_ms=1500, **QUICK) as visit, asyncio.timeout(PLAY_S):
        ann, bo, moves = await race(visit, tmp_path, THUMB.info.key, "Thumb and Pouch", **PHONE)
        state = race_state(tmp_path, ann).games[0]  # what all have before them, in the cards of the first seat
        start = state
        thumb = Thumb(bo, await bo.context.new_cdp_session(bo), stock="1s")
        for number, move in enumerate(moves):
            await bo.wait_for_function(SHOWS, arg=seen_at(seen(state), 1))
            await thumb.make(moved(move, 1))
            state = THUMB.apply(state, 0, move)
            if runs_out(state):
                break
            if number == STEPS:
                await bo.wait_for_function(SHOWS, arg=seen_at(seen(state), 1))
                await bo.reload()
                await ann.keyboard.press(" ")
                await ann.wait_for_function(SHOWS, arg=seen(THUMB.apply(start, 0, FLIP)))
        for page, name, words in ((ann, "Ann", "Bo wins the race"), (bo, "Bo", "You win the race")):
            await expect(page.locator(".scores h1")).to_have_text(words, timeout=30_000)
            await expect(page.locator(".still")).to_have_count(2)
            assert await sheet(page, name) == [["Bo", "1", "all up", "52"], ["Ann", "2", "still playing", "0"]]
        for page in (ann, bo):
            await page.locator("[data-key=ready]").click()
        for page in (ann, bo):
            await expect(page.locator(".table.apart:not(.waiting)")).to_be_visible()
            await expect(page.locator(".facts .up")).to_have_text("0 / 52")
        assert race_state(tmp_path, ann).games[0] != start


async def test_puss_in_the_corner_is_raced_by_keys(tmp_path: Path) -> None:
    """The second seat's corners, foundations and redeal are those of its own table."""
    async with visiting(tmp_path, countdown_ms=1500, **QUICK) as visit, asyncio.timeout(PLAY_S):
        ann, bo, moves = await race(visit, tmp_path, PUSS.info.key, "Puss in the Corner")
        state = race_state(tmp_path, ann).games[0]  # what all have before them, in the cards of the first seat
        left, made = list(moves), 0
        while left:
            move = left.pop(0)
            if move.name == "redeal":
                keys = [*(CORNERS[f"0w{corner}"] for corner in move.target), "Enter"]
            elif move.source in CORNERS:
                # Of two foundations that take a top the key means the first: the cards that follow go by that.
                meant, move = move, next(each for each in ups(state.table) if each.source == move.source)
                if move != meant:
                    left = list(winning(PUSS.info.key, PUSS.apply(state, 0, move)))
                keys = [f"Shift+{CORNERS[move.source].upper()}"]
            else:
                keys = [CORNERS.get(move.target) or move.target[-1]]
            state, made = PUSS.apply(state, 0, move), made + 1
            came = [up(state.table), [as_seat(card, 1) for card in state.table.piles[TURNED].cards]]
            for _ in range(TRIES):  # a key that comes while the table still answers is nobody's
                for key in keys:
                    await bo.keyboard.press(key)
                with suppress(PlaywrightTimeout):
                    await bo.wait_for_function(CAME, arg=came, timeout=3000)
                    break
                await bo.keyboard.press("Escape")
            await bo.wait_for_function(CAME, arg=came)
            if not made % STEPS and state.table.piles[TURNED].cards:  # without one the rest goes up by itself
                await expect(ann.locator(".seat .num")).to_have_text(str(up(state.table)))
        await expect(bo.locator(".scores h1")).to_have_text("You win the race", timeout=30_000)
        await expect(ann.locator(".scores h1")).to_have_text("Bo wins the race", timeout=30_000)


async def test_who_is_done_waits_for_the_others_and_nobody_sees_their_cards(tmp_path: Path) -> None:
    """It asks before, since it is final; who watches sees numbers alone; when all are done most cards up win."""
    async with visiting(tmp_path, countdown_ms=500) as visit:
        ann, bo, _ = await race(visit, tmp_path, PUSS.info.key, "Puss in the Corner")
        cy = await visit.person("Cy", ann.url)
        await expect(cy.locator(".standings li .num")).to_have_text(["4", "4"])
        await expect(cy.locator(".pack > .card")).to_have_count(0)
        await ann.locator(".seat").click()
        await expect(ann.locator(".rail")).to_contain_text("Bo’s cards are shown when the race is over")
        await ann.locator("[data-key=done]").click()
        await ann.get_by_role("button", name="Play on").click()
        await ann.keyboard.press("q")
        await expect(ann.locator(".tag.count")).to_have_text("46")
        await ann.locator("[data-key=done]").click()
        await ann.locator("dialog [data-key=give-up]").click()
        await expect(ann.locator(".tools")).to_contain_text("Bo plays on")
        await ann.keyboard.press("q")
        await ann.reload()
        await expect(ann.locator(".tools")).to_contain_text("Bo plays on")
        await expect(ann.locator(".tag.count")).to_have_text("46")
        await bo.goto(visit.server.url)
        await expect(ann.locator(".tools")).to_contain_text("Bo is away")
        await bo.goto(ann.url)
        await expect(ann.locator(".tools")).to_contain_text("Bo plays on")
        await ann.get_by_role("button", name="Menu").click()
        await expect(ann.locator("dialog.menu").get_by_role("button", name="End")).to_have_text(["End this race"])
        await ann.keyboard.press("Escape")
        await expect(bo.locator(".seat .unit")).to_have_text("done")
        await expect(cy.locator(".standings li .unit").first).to_have_text("done")
        await bo.locator("[data-key=done]").click()
        await bo.locator("dialog [data-key=give-up]").click()
        for page in (ann, bo, cy):
            await expect(page.locator(".scores h1")).to_contain_text("Ann and Bo", timeout=30_000)
            await expect(page.locator(".still .card")).not_to_have_count(0)
