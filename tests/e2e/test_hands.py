"""What a hand can do at the table: drag, tap, double tap, right click, keys; and what takes a card out of it again."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.support.pages import opened, serving
from tests.support.pointer import FRAME, card, lift, middle, rest, sent

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PLAYED = ["play", "0w", ["0:4S"], "b0"]
"""The move that most of these tests make: the top of the waste onto the spades."""

# Every frame until `done` holds: in which pile the card is drawn, one entry a change.
WATCH = """(card) => { pounce.seen = []; const look = () => {
  const at = document.querySelector(`.pack > .card[data-card="${card}"]`)?.dataset.pile ?? null;
  if (pounce.seen.at(-1) !== at) pounce.seen.push(at);
  requestAnimationFrame(look);
}; look(); }"""


# Where a refused card is seen as its way home begins: asked in the frame in which it is drawn, before the way is over.
BEGINS = """async (name) => {
  pounce.store.receive({ t: 'no', k: 1, code: 'taken', by: 1, ms: 43 });
  while (!document.querySelector(`${name}[data-pile="0w"]`)) await new Promise(requestAnimationFrame);
  document.getAnimations().forEach(motion => { motion.pause(); motion.currentTime = 0; });
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page with a table for two hands."""
    with serving() as address:
        yield f"{address}?seats=2&state=hands"


async def test_a_card_is_dragged_to_its_place(browser: Browser, site: str) -> None:
    """It follows the pointer, its places light up, it lies there at once."""
    async with opened(browser, site, 1280, 800) as page:
        await lift(page, "0:4S", card("1:3S"))
        lit = await page.eval_on_selector_all(".legal", "marks => marks.map(mark => mark.dataset.target)")
        assert sorted(lit) == ["0t1", "b0"]
        await page.mouse.up()
        assert await page.get_attribute(card("0:4S"), "data-pile") == "b0"
        assert await sent(page) == [PLAYED]
        assert await page.locator(".legal").count() == 0


async def test_an_ace_has_its_mark_at_its_own_suit(browser: Browser, site: str) -> None:
    """From the moment it is lifted, be it dragged or picked up by a tap."""
    async with opened(browser, site, 1280, 800) as page:
        await page.evaluate(FRAME, {"b": 0, "k": 1, "p": {"0w": [2, "0:2H", "0:5S", "0:AD"]}})
        await page.wait_for_selector(card("0:AD"))
        await rest(page)
        place = await middle(page, '.slot[data-pile="new"] >> nth=3')
        await page.click(card("0:AD"))
        assert await middle(page, ".legal[data-target=new]") == pytest.approx(place, abs=1)
        await page.keyboard.press("Escape")
        await lift(page, "0:AD", ".rail")
        assert await middle(page, ".legal[data-target=new]") == pytest.approx(place, abs=1)


async def test_a_drop_beside_the_place_is_taken(browser: Browser, site: str) -> None:
    """The nearest legal place within a generous distance takes it."""
    async with opened(browser, site, 1280, 800) as page:
        await lift(page, "0:4S", card("1:3S"), beside=100)
        await page.mouse.up()
        assert await sent(page) == [PLAYED]


async def test_a_drop_on_nothing_goes_back(browser: Browser, site: str) -> None:
    """And sends nothing."""
    async with opened(browser, site, 1280, 800) as page:
        await lift(page, "0:4S", ".rail")
        await page.mouse.up()
        await rest(page)
        assert await page.get_attribute(card("0:4S"), "data-pile") == "0w"
        assert await sent(page) == []


async def test_a_press_that_slips_three_pixels_is_a_tap(browser: Browser, site: str) -> None:
    """Four pixels start a drag; less is a tap, which picks up, and a tap on a place plays."""
    async with opened(browser, site, 1280, 800) as page:
        x, y = await middle(page, card("0:4S"))
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x + 3, y)
        await page.mouse.up()
        assert await page.locator(f"{card('0:4S')}.sel").count() == 1
        await page.click(card("1:3S"))
        assert await sent(page) == [PLAYED]


async def test_a_run_is_taken_by_the_strip_that_shows_of_it(browser: Browser, site: str) -> None:
    """All that lies on it comes along."""
    async with opened(browser, site, 1280, 800) as page:
        box = await page.locator(card("0:6C")).bounding_box()
        assert box
        await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
        await page.click(card("0:7D"))
        assert await sent(page) == [["play", "0t1", ["0:6C", "0:5H"], "0t2"]]


@pytest.mark.parametrize("press", ["double", "right"])
async def test_a_double_click_or_right_click_plays_to_the_best_place(browser: Browser, site: str, press: str) -> None:
    """A build pile before one's own piles."""
    async with opened(browser, site, 1280, 800) as page:
        if press == "double":
            await page.dblclick(card("0:4S"))
        else:
            await page.click(card("0:4S"), button="right")
        assert await sent(page) == [PLAYED]


async def test_a_tap_on_the_stock_flips_and_the_cards_are_known_when_the_answer_comes(
    browser: Browser, site: str
) -> None:
    """Until then they lie face down: nothing is guessed."""
    async with opened(browser, site, 1280, 800) as page:
        await page.click('.pack > .card[data-key="0s/top"]')
        await rest(page)
        assert await sent(page) == [["flip"]]
        assert await page.locator('.pack > .card[data-pile="0w"]:not([data-card])').count() == 3
        await page.evaluate(FRAME, {"b": 0, "k": 1, "p": {"0s": [6], "0w": [5, "0:8H", "0:TC", "0:AD"]}})
        await page.wait_for_selector(card("0:AD"))
        await rest(page)
        assert await page.locator('.pack > .card[data-pile="0w"]:not([data-card])').count() == 0


@pytest.mark.parametrize("how", ["escape", "stop", "gone"])
async def test_a_held_card_goes_back(browser: Browser, site: str, how: str) -> None:
    """Escape, a stop, or the card's disappearance take it out of the hand."""
    async with opened(browser, site, 1280, 800) as page:
        await lift(page, "0:4S", card("1:3S"))
        if how == "escape":
            await page.keyboard.press("Escape")
        elif how == "stop":
            facts = {"phase": "stopped", "by": 1, "pile": "b0", "ready": [], "stuck": [], "left": [6, 5]}
            await page.evaluate(FRAME, {"b": 1, "k": 1, "x": facts, "d": {"resume": 5000}})
        else:
            await page.evaluate(FRAME, {"b": 0, "k": 99, "p": {"0w": [2, "0:2H", "0:5S"], "b0": [3, "0:4S"]}})
        await page.wait_for_selector(".held", state="detached")
        await page.mouse.up()
        await rest(page)
        assert await sent(page) == []


async def test_nothing_moves_during_the_countdown(browser: Browser, site: str) -> None:
    """Neither pointer nor key sends anything before Go."""
    async with opened(browser, site.replace("hands", "countdown"), 1280, 800) as page:
        await page.keyboard.press("Space")
        await page.dblclick('.pack > .card[data-pile="0t1"]')
        await page.click('.pack > .card[data-key="0s/top"]')
        x, y = await middle(page, '.pack > .card[data-pile="0t1"]')
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x + 200, y - 200, steps=4)
        assert await page.locator(".held").count() == 0
        await page.mouse.up()
        assert await sent(page) == []


async def test_a_refused_card_goes_home_and_the_rail_says_who_was_faster(browser: Browser, site: str) -> None:
    """Without a jump: the motion starts where the card is seen."""
    async with opened(browser, site, 1280, 800) as page:
        await page.dblclick(card("0:4S"))
        await rest(page)
        slot = await middle(page, card("0:4S"))
        start = await page.evaluate(BEGINS, card("0:4S"))
        assert abs(start[0] - slot[0]) < 2
        assert abs(start[1] - slot[1]) < 40  # a tile has another height than a card
        assert "Ann was 43 ms faster on 4" in await page.inner_text(".rail")


async def test_two_quick_moves_with_late_echoes_never_flicker_back(browser: Browser, site: str) -> None:
    """From the first drawing on, each card is on the pile and nowhere else."""
    async with opened(browser, site, 1280, 800) as page:
        await page.evaluate(WATCH, "0:4S")
        await page.dblclick(card("0:4S"))
        await page.dblclick(card("0:5S"))
        assert await sent(page) == [PLAYED, ["play", "0w", ["0:5S"], "b0"]]
        await rest(page)
        await page.evaluate(FRAME, {"b": 0, "k": 1, "p": {"0w": [1, "0:9D", "0:2H", "0:5S"], "b0": [3, "0:4S"]}})
        await rest(page)
        assert await page.get_attribute(card("0:5S"), "data-pile") == "b0"
        await page.evaluate(FRAME, {"b": 0, "k": 2, "p": {"0w": [1, "0:9D", "0:2H"], "b0": [4, "0:5S"]}})
        await rest(page)
        assert await page.get_attribute(card("0:5S"), "data-pile") == "b0"
        # The first of the two is covered by the second and then no longer drawn: it never was in the waste again.
        assert await page.evaluate("pounce.seen.filter(pile => pile !== null)") == ["0w", "b0"]


KEYS: list[tuple[str, list[Any]]] = [
    ("Space", ["flip"]),
    ("d", ["flip"]),
    ("w Enter", PLAYED),
    ("w ArrowRight Enter", ["play", "0w", ["0:4S"], "0t1"]),
    ("w 1", ["play", "0w", ["0:4S"], "0t1"]),
    ("1 2", ["play", "0t1", ["0:6C", "0:5H"], "0t2"]),
    ("p Enter", ["play", "0p", ["0:QC"], "0t4"]),
    ("3 p Enter", ["play", "0p", ["0:QC"], "0t4"]),
    ("p Escape w Enter", PLAYED),
]


@pytest.mark.parametrize(("keys", "move"), KEYS)
async def test_every_move_can_be_made_by_keyboard(browser: Browser, site: str, keys: str, move: list[Any]) -> None:
    """Keys name piles; arrows choose among the places, Enter plays."""
    async with opened(browser, site, 1280, 800) as page:
        for key in keys.split():
            await page.keyboard.press(key)
        assert await sent(page) == [move]


async def test_the_focus_is_seen_and_walks_with_the_arrows(browser: Browser, site: str) -> None:
    """Tab reaches the cards; Enter on the focused one picks it up."""
    async with opened(browser, site, 1280, 800) as page:
        await page.focus('.pack > .card[tabindex="0"]')
        for _ in range(12):
            if await page.evaluate("document.activeElement.dataset.card") == "0:4S":
                break
            await page.keyboard.press("ArrowRight")
        assert await page.evaluate("document.activeElement.matches(':focus-visible')")
        await page.keyboard.press("Enter")
        assert await page.locator(f"{card('0:4S')}.sel").count() == 1
        await page.keyboard.press("Enter")
        assert await sent(page) == [PLAYED]


async def test_an_onlooker_sees_another_seat_by_a_tap_and_moves_nothing(browser: Browser, site: str) -> None:
    """What is public of it lies below; nothing can be picked up."""
    async with opened(browser, f"{site}&me=none", 1280, 800) as page:
        assert "You are watching" in await page.inner_text(".plate")
        assert await page.inner_text(".plate .btn") == "Sit down"
        await page.click(".seat >> nth=1")
        await page.wait_for_selector('.pack > .card[data-pile="1t1"]')
        await page.dblclick('.pack > .card[data-pile="1t1"]')
        await page.keyboard.press("Space")
        assert await sent(page) == []


async def test_stuck_is_said_and_taken_back_at_once(browser: Browser, site: str) -> None:
    """The answer is not waited for."""
    async with opened(browser, site, 1280, 800) as page:
        await page.click(".plate .btn")
        assert await page.inner_text(".plate .btn") == "I can play"
        await page.click(".rail .btn")
        assert await page.inner_text(".plate .btn") == "Stuck"
        assert await sent(page) == [["stuck"], ["unstuck"]]


async def test_stuck_is_asked_anew_when_it_is_said_anew(browser: Browser, site: str) -> None:
    """Who answered that he can play has answered that vote, not the next one of the same player."""
    async with opened(browser, site, 1280, 800) as page:
        await page.evaluate(FRAME, {"b": 1, "k": 1, "x": {"stuck": [1]}})
        await page.get_by_role("button", name="I can play").click()
        await page.wait_for_selector(".rail .vote", state="detached")
        await page.evaluate(FRAME, {"b": 1, "k": 2, "x": {"stuck": []}})
        await page.evaluate(FRAME, {"b": 1, "k": 3, "x": {"stuck": [1]}})
        await page.get_by_role("button", name="Stuck too").wait_for()


async def test_less_motion_means_no_motion(browser: Browser, site: str) -> None:
    """Only opacity changes, and shortly."""
    async with opened(browser, site, 1280, 800, reduced_motion="reduce") as page:
        await page.evaluate(FRAME, {"b": 1, "k": 1, "p": {"b0": [3, "1:4S"]}})
        await page.wait_for_selector(card("1:4S"))
        frames = await page.evaluate(
            "document.getAnimations().filter(motion => motion.effect.target.closest('.pack'))"
            ".flatMap(motion => motion.effect.getKeyframes().map(frame => frame.transform ?? ''))"
        )
        assert all(frame == "" for frame in frames)
        assert await page.locator(".trail").count() == 0
