"""Hints in a real browser at a real server: followed to the end of a lost game, marked where they look under cards."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, WebSocket, expect

from app.rules.deals import deal_seed
from app.rules.game import Move, complete
from app.rules.notation import move_from_json
from app.rules.registry import games
from app.rules.rng import Rng
from tests.support.pointer import card, middle, touch
from tests.support.thumb import QUICK
from tests.support.visit import Visit, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

THUMB, PUSS = "thumb-and-pouch", "puss-in-the-corner"
LOST = [(THUMB, 7), (PUSS, 1)]
"""Without a redeal these come to nothing, whoever follows the hints."""
WON = 48213
LONGEST = 200
STRIP = 9
CORNERS = "qpal"
FOLLOW_S = 240
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# The top of each pile, and what is on the stock.
LIES = """wanted => {
  const tops = {};
  for (const el of document.querySelectorAll('.pack > .card[data-card]')) {
    const { pile, card } = el.dataset, z = Number(el.style.zIndex);
    if (!(pile in tops) || z >= tops[pile].z) tops[pile] = { z, card };
  }
  const piles = Object.keys(wanted.tops);
  const count = document.querySelector('.tag.count')?.textContent ?? '0';
  return piles.length === Object.keys(tops).length && piles.every(pile => tops[pile]?.card === wanted.tops[pile])
    && count === wanted.stock;
}"""

# The name of the game is whole, and ends before what stands beside it.
NAMED = """() => {
  const name = document.querySelector('.bar h1');
  const { right } = name.getBoundingClientRect();
  return name.scrollWidth <= name.clientWidth && right <= document.querySelector('.facts').getBoundingClientRect().left;
}"""

# What a verdict says ends before the cross that closes it.
APART = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('.end-sheet h2'));
  const cross = document.querySelector('.end-sheet > .icon svg');
  return words.getBoundingClientRect().right <= cross.getBoundingClientRect().left;
}"""


def dealt(key: str, number: int, **options: Any) -> Any:
    """The deal as every server deals it."""
    game = games()[key]
    return game.deal(complete(game.info, options), [{}], Rng.for_round(deal_seed(key, number), 1))


async def lies(page: Page, state: Any) -> None:
    """The page shows this state."""
    piles = dict(zip([spec.id for spec in state.table.specs], state.table.piles, strict=True))
    tops = {name: pile.cards[-1] for name, pile in piles.items() if pile.cards and name != "0s"}
    await page.wait_for_function(LIES, arg={"tops": tops, "stock": str(len(piles["0s"].cards))})


async def opened(visit: Visit, key: str, number: int, rules: str = "", **given: Any) -> tuple[Page, list[Any]]:
    """A deal on somebody's table, and the hints that the server gives there."""
    page = await visit.person("Ann", **given)
    hints: list[Any] = []

    def heard(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message.get("t") == "hint":
            hints.append(message)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", heard)

    page.on("websocket", listen)
    await page.goto(f"{visit.server.url}#deal={key}:{number}{rules}")
    await lies(page, dealt(key, number, **({"redeals": 0} if rules else {})))
    return page, hints


def tool(page: Page, name: str = "hint") -> Locator:
    """A button below the cards."""
    return page.locator(f".tool[data-key={name}]")


async def follow(page: Page, move: Move) -> None:
    """What the hint shows, done by hand: the raised card is picked up and laid where the mark is."""
    if move.name == "play":
        x, y = await middle(page, f"{card(move.cards[0])}.hinted")
        if len(move.cards) > 1:  # of a card with others on it only the strip is seen
            box = await page.locator(f"{card(move.cards[0])}.hinted").bounding_box()
            assert box
            y = box["y"] + STRIP
        to = await middle(page, ".hint-marks > .hint-target")
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(to[0], to[1], steps=3)
        await page.mouse.up()
    else:
        await expect(page.locator(".hint-marks > .glows")).to_have_count(1)
        await page.keyboard.press(" ")


@pytest.mark.parametrize(("key", "number"), LOST)
async def test_hints_lead_to_the_end_of_a_lost_game(tmp_path: Path, key: str, number: int) -> None:
    """Each is made as it is shown. No position comes twice; at the end the sheet says so, and leads back from there."""
    async with visiting(tmp_path) as visit, asyncio.timeout(FOLLOW_S):
        page, hints = await opened(visit, key, number, "&redeals=0")
        states = [dealt(key, number, redeals=0)]
        for step in range(LONGEST):
            await page.keyboard.press("i")
            await expect(page.locator(".hinted, .hint-target, .end-sheet:not([hidden])").first).to_be_visible()
            assert len(hints) == step + 1
            hint = hints[-1]
            if hint["say"] in ("none", "lost"):
                break
            await expect(page.locator(".rail .say")).to_be_visible()
            move = move_from_json(hint["m"])
            await follow(page, move)
            states.append(games()[key].apply(states[-1], 0, move))
            await lies(page, states[-1])
            await expect(page.locator(".hinted, .hint-target")).to_have_count(0)
        assert len({str(state.table.piles) for state in states}) == len(states)
        assert len(states) > 40
        assert not games()[key].result(states[-1])
        await page.set_viewport_size({"width": 844, "height": 390})
        await expect(page.locator(".table")).to_have_attribute("data-shape", "lying")
        assert await page.evaluate(APART)
        await page.locator(".end-sheet [data-key=end-close]").click()
        await expect(page.locator(".end-sheet")).to_be_hidden()
        await tool(page).click()
        await page.locator(".end-sheet [data-key=end-undo]").click()
        await lies(page, states[-2])
        await expect(page.locator(".end-sheet")).to_be_hidden()
        await expect(page.locator(".facts .helped")).to_be_hidden()


async def test_a_winning_move_is_shown_to_who_says_so_and_marks_the_game(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page, hints = await opened(visit, THUMB, WON)
        helped = page.locator(".facts .helped")
        await page.keyboard.press("Shift+I")
        await page.get_by_role("button", name="Not now").click()
        await expect(page.locator("dialog")).to_have_count(0)
        assert hints == []
        await tool(page).click()
        await expect(page.locator(".rail .say")).to_be_visible()
        await page.keyboard.press(" ")  # turns a card: the button that was clicked does not have the keyboard
        await expect(page.locator(".tag.count")).to_have_text("23")
        await page.keyboard.press("Control+z")
        await lies(page, dealt(THUMB, WON))
        await page.keyboard.press("m")
        await page.get_by_role("button", name="Show me the next winning move").click()
        await page.get_by_role("button", name="Show it").click()
        await expect(page.locator(".rail .say")).to_contain_text("it can be won")
        await expect(helped).to_be_visible()
        state = dealt(THUMB, WON)
        for _ in range(4):  # it is said once; from then on a press shows the next one
            move = move_from_json(hints[-1]["m"])
            await follow(page, move)
            state = games()[THUMB].apply(state, 0, move)
            await lies(page, state)
            await page.keyboard.press("Shift+I")
            await expect(page.locator(".hint-target")).to_be_visible()
        await page.reload()
        await lies(page, state)
        await expect(helped).to_be_visible()
        await page.keyboard.press("m")
        await page.get_by_role("button", name="Give up").click()
        await expect(page.locator(".end-sheet .helped")).to_be_visible()
        await page.set_viewport_size({"width": 360, "height": 640})
        await expect(page.locator(".table")).to_have_attribute("data-shape", "phone")
        assert await page.evaluate(NAMED)


async def test_a_hint_is_shown_until_something_is_done(tmp_path: Path) -> None:
    """A second press shows it again without asking; a tap, Escape or a move ends it. It moves nothing."""
    async with visiting(tmp_path) as visit:
        page, hints = await opened(visit, THUMB, WON, reduced_motion="no-preference")
        target, ghosts = page.locator(".hint-target"), page.locator(".hint-ghosts > .card")
        await tool(page).click()
        await expect(target).to_be_visible()
        await expect(ghosts.first).to_be_attached()
        await expect(ghosts).to_have_count(0)
        await tool(page).click()
        await expect(ghosts.first).to_be_attached()
        assert len(hints) == 1
        label = await page.locator(".hinted").first.get_attribute("aria-label") or ""
        await expect(page.locator("#live")).to_contain_text(label.split(",")[0], ignore_case=True)
        await page.mouse.click(640, 690)
        await expect(target).to_have_count(0)
        await page.keyboard.press("7")
        await expect(page.locator(".card.sel")).to_have_count(1)
        await tool(page).click()  # what is in the hand is put back: it has marks of its own
        await expect(target).to_be_visible()
        await expect(page.locator(".card.sel")).to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(target).to_have_count(0)
        for end in ("Escape", " "):
            await page.keyboard.press("i")
            await expect(target).to_be_visible()
            await page.keyboard.press(end)
            await expect(target).to_have_count(0)
        await lies(page, games()[THUMB].apply(dealt(THUMB, WON), 0, Move("flip")))


async def test_a_finger_that_rests_on_the_button_chooses_the_hint(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page, hints = await opened(visit, PUSS, 7, **PHONE)
        finger = await page.context.new_cdp_session(page)
        await touch(finger, "Start", await middle(page, ".tool[data-key=hint]"))
        await expect(page.locator("dialog.hint-sheet")).to_be_visible()
        await touch(finger, "End")
        await expect(page.locator("dialog.hint-sheet")).to_be_visible()
        await page.locator("[data-key=hint-fair]").tap()
        await expect(page.locator(".hinted")).to_have_count(1)
        assert [hint["how"] for hint in hints] == ["fair"]


async def test_the_order_in_which_corners_come_again_is_shown_until_they_do(tmp_path: Path) -> None:
    """All is buried, corner by corner: then there is nothing but an order that wins, and it is followed key by key."""
    async with visiting(tmp_path, **QUICK) as visit, asyncio.timeout(FOLLOW_S):
        page, hints = await opened(visit, PUSS, 7)
        for buried in range(48):
            await page.keyboard.press(CORNERS[buried % 4])
            left = f"""() => document.querySelectorAll('.pack > .card[data-pile="0r"]').length === {int(buried < 47)}
                && (document.querySelector('.tag.count')?.textContent ?? '0') === '{max(0, 46 - buried)}'"""
            await page.wait_for_function(left)
        await tool(page).click()
        order = page.locator(".hint-order")
        await expect(order).to_have_text(list("1234"))
        assert hints[-1]["say"] == "redeal"
        await expect(page.locator("#live")).to_contain_text("In this order: ")
        named = page.locator(".puss-numbers > b")
        await page.keyboard.press(CORNERS[int(hints[-1]["m"][3][3]) - 1])
        await expect(named).to_have_count(1)
        await expect(order).to_have_count(0)  # another order has numbers of its own
        await page.keyboard.press("Escape")
        await expect(named).to_have_count(0)
        await tool(page).click()
        await expect(order).to_have_count(4)
        for number, corner in enumerate(hints[-1]["m"][3][:3], 1):
            await page.keyboard.press(CORNERS[int(corner) - 1])
            await expect(named).to_have_count(number if number < 3 else 4)
            await expect(order).to_have_count(4)
        for mine, proposed in zip(await named.all(), await order.all(), strict=True):
            one, other = await mine.bounding_box(), await proposed.bounding_box()
            assert one
            assert other
            assert abs(one["x"] + one["width"] / 2 - other["x"] - other["width"] / 2) < 2
        await page.keyboard.press("Enter")
        await expect(order).to_have_count(0)
