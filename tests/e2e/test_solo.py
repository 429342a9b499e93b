"""A game for one in a real browser at a real server: Thumb and Pouch by touch and keys, back and forward, its deals."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import TimeoutError as PlaywrightTimeout
from playwright.async_api import expect

from app.rules.games.thumb_and_pouch import FLIP, GAME
from tests.support.thumb import (
    DEAL,
    KEY,
    PHONE,
    QUICK,
    SHOWS,
    SPOT,
    Thumb,
    begun,
    by_keys,
    dealt,
    line,
    nearly_won,
    play,
    runs_out,
    seen,
    shows,
)
from tests.support.visit import Visit, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

TRIES = 5
ROUNDS = 20
PLAY_S = 180


def link(visit: Visit, number: int = DEAL) -> str:
    """The address of a deal."""
    return f"{visit.server.url}#deal={KEY}:{number}"


async def test_a_deal_is_won_by_touch_alone(tmp_path: Path) -> None:
    """With steps back and forward in quick succession, and the page loaded again, in the middle."""
    async with visiting(tmp_path) as visit, asyncio.timeout(PLAY_S):
        page = await visit.person("Ann", link(visit), **PHONE)
        thumb = Thumb(page, await page.context.new_cdp_session(page))
        states = [dealt()]
        await shows(page, states[0])
        moves = line(states[0])
        for number, move in enumerate(moves):
            await thumb.make(move)
            states.append(GAME.apply(states[-1], 0, move))
            if runs_out(states[-1]):
                break
            await shows(page, states[-1])
            if number == 20:
                for _ in range(4):
                    await page.locator(".tool[data-key=undo]").tap()
                await shows(page, states[-5])
                await page.reload()
                await shows(page, states[-5])
                for _ in range(4):
                    await page.locator(".tool[data-key=redo]").tap()
                await shows(page, states[-1])
                await expect(page.locator(".tool[data-key=redo]")).to_have_attribute("aria-disabled", "true")
        await thumb.tap("0t1")  # whoever touches a card while they go up disturbs nothing
        await thumb.tap("0t2")
        await expect(page.locator(".end-sheet h2")).to_have_text("Solved!", timeout=30_000)
        await expect(page.locator(".facts .up")).to_have_text("52 / 52")
        await expect(page.locator("[data-key=end-undo]")).to_have_count(0)
        first = page.url
        await page.locator("[data-key=end-again]").tap()
        await shows(page, dealt())
        assert page.url != first
        await page.goto(visit.server.url)
        await expect(page.locator(".kept .back")).to_have_count(1)  # the one that is won does not wait for anybody


async def test_back_and_forward_by_keys(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", link(visit))
        states = [dealt()]
        await shows(page, states[0])
        for _ in range(5):
            await page.keyboard.press(" ")
            states.append(GAME.apply(states[-1], 0, FLIP))
            await shows(page, states[-1])
        back = (("Control+z", 4), ("Meta+z", 3), ("u", 2), ("Backspace", 1))
        forward = (("Control+Shift+Z", 2), ("Meta+Shift+Z", 3), ("r", 4))
        for key, at in (*back, *forward):
            await page.keyboard.press(key)
            await shows(page, states[at])
        await page.keyboard.press("s")
        await shows(page, states[0])
        await page.keyboard.press("Backspace")
        await shows(page, states[4])
        await page.keyboard.press("t")  # the ace of hearts goes up
        up = play(states[4], "0t4", "0:AH", "0f1")
        await shows(page, up)
        await page.keyboard.press("7")
        await expect(page.locator(".pack > .card.sel").first).to_be_visible()
        await page.keyboard.press("3")
        await shows(page, play(up, "0t7", "0:QC", "0t3"))
        first = page.url
        await page.keyboard.press("n")
        await page.wait_for_url(lambda url: url != first)
        await expect(page.locator(".facts .up")).to_have_text("0 / 52")


async def test_a_game_that_is_given_up_can_be_taken_up_again(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", link(visit))
        await shows(page, dealt())
        await page.keyboard.press(" ")
        flipped = GAME.apply(dealt(), 0, FLIP)
        await shows(page, flipped)
        for way in ("[data-key=end-undo]", "u"):
            await page.keyboard.press("m")
            await page.get_by_role("button", name="Give up").click()
            await expect(page.locator(".end-sheet h2")).to_have_text("Given up")
            await page.reload()
            await expect(page.locator(".end-sheet h2")).to_have_text("Given up")
            await (page.keyboard.press(way) if len(way) == 1 else page.locator(way).click())
            await expect(page.locator(".end-sheet")).to_be_hidden()
            await shows(page, flipped)
        await page.keyboard.press(" ")
        await shows(page, GAME.apply(flipped, 0, FLIP))


async def test_a_number_and_a_link_deal_the_same_cards_to_others(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        ann = await visit.person("Ann")
        await ann.locator(f"[data-key=deal-{KEY}]").click()
        await ann.locator("dialog .chip").filter(has_text="1 redeal").click()
        await ann.get_by_label("Number of the deal").fill("nothing")
        await ann.locator("[data-key=play-deal]").click()
        await expect(ann.get_by_role("alert").filter(has_text="A deal has a number")).to_be_visible()
        await ann.get_by_label("Number of the deal").fill("48 213")
        await ann.locator("[data-key=play-deal]").click()
        await shows(ann, dealt())
        await expect(ann.locator(".bar .what")).to_have_text("Deal 48\u00a0213")
        await expect(ann.locator(".tag.rounds")).to_have_text("1 more round")
        await ann.keyboard.press("m")
        shared = await ann.locator("dialog input.link").input_value()
        bob = await visit.person("Bob", shared)
        await shows(bob, dealt())
        await expect(bob.locator(".tag.rounds")).to_have_text("1 more round")
        assert bob.url != ann.url
        cora = await visit.person("Cora", ann.url)  # the table's own address shows it, and offers the deal
        await shows(cora, dealt())
        await cora.locator("[data-key=own]").click()
        await cora.wait_for_url(lambda url: url != ann.url)
        await shows(cora, dealt())
        await ann.keyboard.press("Escape")
        await ann.keyboard.press(" ")
        await expect(ann.locator(".tag.count")).to_have_text("23")
        await ann.goto(visit.server.url)
        await ann.locator(".kept .back").get_by_role("button", name="Return").click()
        await shows(ann, GAME.apply(dealt(), 0, FLIP))


# Whether the page is hidden from now on, and a key that is pressed in the same moment.
SEE = """([hidden, key]) => {
  globalThis.away = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
  if (key) document.dispatchEvent(new KeyboardEvent('keydown', { key, code: key === '7' ? 'Digit7' : '' }));
}"""


async def test_no_time_passes_while_the_page_is_hidden(tmp_path: Path) -> None:
    """Who sees it again may play at once: nothing waits until the server has said that play goes on."""
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", link(visit))
        await shows(page, dealt())
        await page.evaluate(
            "Object.defineProperty(document, 'hidden', { get: () => globalThis.away ?? false, configurable: true })"
        )
        stood = "() => globalThis.stood === (globalThis.stood = document.querySelector('.facts .time').textContent)"
        runs = "() => document.querySelector('.facts .time').textContent !== globalThis.stood"
        await page.evaluate(SEE, [True, ""])
        await page.wait_for_function(stood, polling=2200)
        await page.evaluate(SEE, [False, "7"])
        await page.wait_for_function(runs)
        await expect(page.locator(".pack > .card.sel")).to_have_count(1)
        await page.keyboard.press("Escape")
        await page.evaluate(SEE, [True, ""])
        await page.wait_for_function(stood, polling=2200)
        await page.evaluate(SEE, [False, " "])
        await shows(page, GAME.apply(dealt(), 0, FLIP))
        await page.evaluate(SEE, [True, ""])
        await page.evaluate(SEE, [False, "u"])  # before the server has said that it heard of anything
        await shows(page, dealt())
        await page.evaluate(SEE, [False, "r"])
        await shows(page, GAME.apply(dealt(), 0, FLIP))


async def test_clicks_while_cards_go_up_by_themselves_do_no_harm(tmp_path: Path) -> None:
    """As fast as a mouse makes them, on every pile, so that some go down again: all come up, and it is won once."""
    async with visiting(tmp_path, **QUICK) as visit:
        page = await visit.person("Ann")
        moves, state, last = nearly_won()
        await page.goto(await begun(page, visit.server, moves))
        await shows(page, state)
        spots = [await page.evaluate(SPOT, [spec.id, ""]) for spec in state.table.specs]
        await by_keys(page, last)
        for _ in range(ROUNDS):
            for x, y in spots:
                await page.mouse.click(x, y)
        await expect(page.locator(".end-sheet h2")).to_have_text("Solved!", timeout=30_000)
        await expect(page.locator(".facts .up")).to_have_text("52 / 52")
        for x, y in spots:
            await page.mouse.click(x, y)
        await expect(page.locator(".facts .up")).to_have_text("52 / 52")
        (game,) = json.loads(await page.evaluate("localStorage.getItem('pounce.solo')"))["games"]
        assert (game["won"], game["up"]) == (True, 52)


async def test_a_double_click_that_wobbles_sends_a_card_up(tmp_path: Path) -> None:
    """By five pixels, in each of the two clicks, to another side."""
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", link(visit))
        await shows(page, dealt())
        x, y = await page.evaluate(SPOT, ["0t4", "0:AH"])
        raised = play(dealt(), "0t4", "0:AH", "0f1")
        for _ in range(TRIES):
            for count, (dx, dy) in enumerate(((3, 4), (-4, 3)), 1):
                await page.mouse.move(x, y + 20)
                await page.mouse.down(click_count=count)
                await page.mouse.move(x + dx, y + 20 + dy)
                await page.mouse.up(click_count=count)
            with suppress(PlaywrightTimeout):  # on a busy machine two clicks may be too slow for a double one
                await page.wait_for_function(SHOWS, arg=seen(raised), timeout=3000)
                break
            await page.keyboard.press("Escape")
        await shows(page, raised)
