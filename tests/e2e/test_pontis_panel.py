"""What one plays Pontis with, on made-up tables in a browser: buttons, chosen cards, jokers, keys, a look at a bank."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.pages import opened, serving
from tests.support.pointer import FRAME, card, sent

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

# King on eight: five is wanted. In the hand 2, 3, 7, 9, jack and two jokers.
JOKERS = "game=pontis&seats=2&state=joker"


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page."""
    with serving() as address:
        yield f"{address}?{JOKERS}"


def lay(key: str) -> str:
    """A button of the strip."""
    return f'.lays [data-key="{key}"]'


async def choose(page: Page, *cards: str) -> None:
    """Clicks on cards of the hand, at their index."""
    for name in cards:
        await page.locator(card(name)).click(position={"x": 14, "y": 14})


async def said(page: Page) -> str:
    """What was said last to those who listen."""
    words: Any = await page.evaluate("pounce.said.at(-1) ?? ''")
    return str(words)


async def test_a_lay_of_two_is_one_tap_away_and_the_half_that_is_tapped_lies_on_top(
    browser: Browser, site: str
) -> None:
    """Twice pressed is once laid."""
    async with opened(browser, site, 1280, 800) as page:
        await expect(page.locator(lay("0:2S 0:3D 0"))).to_have_accessible_name(
            "Lay three of diamonds and two of spades, two of spades on top: 2 + 3"
        )
        await page.locator(lay("0:2S 0:3D 0")).dblclick()
        assert await sent(page) == [["lay", "0h", ["0:3D", "0:2S"], "0b"]]
        await page.evaluate("query => pounce.load(query)", JOKERS)
        await page.locator(lay("0:2S 0:3D 1")).click()
        assert await sent(page) == [["lay", "0h", ["0:2S", "0:3D"], "0b"]]


async def test_two_chosen_cards_say_at_once_what_they_make(browser: Browser, site: str) -> None:
    """The second lies on top until the other is named; the lit bank and the button lay."""
    async with opened(browser, site, 390, 844) as page:
        verdict = page.locator(".lays .verdict")
        await choose(page, "0:2S")
        await expect(verdict).to_have_text("2 and a second card for 5")
        assert await page.locator(f"{card('0:JD')}.dim").count() == 1
        assert await page.locator(f"{card('0:3D')}.dim").count() == 0
        await choose(page, "0:9C")
        await expect(verdict).to_have_text("makes 7 or 11, not 5")
        assert await said(page) == "two of spades and nine of clubs: makes 7 or 11, not 5. nine of clubs on top."
        assert await page.locator(".bank-ring").is_hidden()
        await choose(page, "0:9C", "0:7H")
        await expect(verdict).to_have_text("7 − 2 = 5")
        await expect(page.locator(f"{card('0:7H')}.sel")).to_have_attribute("aria-pressed", "true")
        await page.locator(lay("top 0:2S")).click()
        await page.locator(card("0:KC")).click()
        assert await sent(page) == [["lay", "0h", ["0:7H", "0:2S"], "0b"]]
        assert await page.locator(".lays .compose").count() == 0


async def test_a_joker_asks_for_its_rank_in_place(browser: Browser, site: str) -> None:
    """Only ranks that fit; it can be thought over. Two jokers are asked one after the other."""
    async with opened(browser, site, 390, 664) as page:
        await page.locator(lay("0:3D 0:X1")).click()
        ranks = page.locator(".lays .rank")
        assert await ranks.all_inner_texts() == ["2", "8"]
        await ranks.last.click()
        await expect(page.locator(".lays .verdict")).to_have_text("8 − 3 = 5")
        await page.locator(lay("again 0:X1")).click()
        await ranks.first.click()
        await page.locator(lay("lay")).click()
        assert await sent(page) == [["lay", "0h", ["0:3D", "0:X1"], "0b:2"]]
        await page.evaluate("query => pounce.load(query)", JOKERS)
        await choose(page, "0:X2", "0:X1")
        assert await ranks.count() == 13
        await page.locator(lay("rank 6")).click()
        assert await ranks.all_inner_texts() == ["A", "J"]
        await page.locator(lay("rank J")).click()
        await page.locator(lay("lay")).click()
        assert await sent(page) == [["lay", "0h", ["0:X2", "0:X1"], "0b:6J"]]


async def test_what_does_not_fit_the_row_is_behind_a_button(browser: Browser, site: str) -> None:
    """It says how many; they scroll, and nothing else does."""
    async with opened(browser, site, 390, 664) as page:
        await page.evaluate("query => pounce.load(query)", "game=pontis&seats=2&state=bridge")
        lays = page.locator(".lays > .lay:not(.more)")
        hidden = await lays.count() - await page.locator(".lays > .lay:not(.more):visible").count()
        assert hidden > 20
        more = page.locator(".lays > .more")
        await expect(more).to_have_text(f"+{hidden}")
        await more.click()
        await lays.last.scroll_into_view_if_needed()
        await expect(lays.last).to_be_in_viewport()
        assert await page.evaluate("document.scrollingElement.scrollTop") == 0
        await more.click()
        await expect(lays.last).to_be_hidden()


async def test_keys_walk_choose_turn_and_lay(browser: Browser, site: str) -> None:
    """The focus is seen, what is chosen is said."""
    async with opened(browser, site, 1280, 800) as page:
        focus = "document.activeElement.dataset.key"
        for key in ("ArrowRight", "Enter"):
            await page.keyboard.press(key)
        assert await page.evaluate(focus) == "0:2S"
        assert await page.evaluate("document.activeElement.matches(':focus-visible')")
        assert await said(page) == "two of spades: 2 and a second card for 5."
        for key in ("ArrowRight", "Space", "x"):
            await page.keyboard.press(key)
        assert await said(page) == "three of diamonds and two of spades: 3 + 2 = 5. two of spades on top."
        await page.keyboard.press("Escape")
        assert await said(page) == "Nothing chosen."
        await page.keyboard.press("w")
        assert await said(page) == "Ann: eight of diamonds. You: king of clubs. Wanted: 5."
        numbers = page.locator(".lays kbd:visible")
        assert await numbers.all_inner_texts() == [str(n + 1) for n in range(await numbers.count())]
        second = await page.locator(".lays > .lay").nth(1).get_attribute("data-lay")
        assert second
        await page.keyboard.press("Shift+2")
        assert await sent(page) == [["lay", "0h", list(reversed(second.split())), "0b"]]


async def test_keys_open_name_and_pass(browser: Browser, site: str) -> None:
    """Each where it is the thing to do, and only there."""
    async with opened(browser, site, 1280, 800) as page:
        for state, keys, move in (
            ("open", "po", ["open"]),
            ("name", "op0", ["name", "", [], "T"]),
            ("none", "op", ["pass"]),
            ("theirs", "opl1", None),
        ):
            await page.evaluate("query => pounce.load(query)", f"game=pontis&seats=4&state={state}")
            for key in keys:
                await page.keyboard.press(key)
            assert await sent(page) == ([move] if move else []), state


async def test_a_bank_can_be_looked_at_and_covers_no_card_of_ones_own(browser: Browser, site: str) -> None:
    """A rival's by its seat, one's own by its top or B; the own turn needs the tops and closes it."""
    async with opened(browser, site, 390, 844) as page:
        look = page.locator(".bank-look")
        await page.locator(".seat").click()
        await expect(look).to_contain_text("Ann: 2 cards, 12 points")
        assert await said(page) == "Bank of Ann, 12 points, the base first: four of hearts, eight of diamonds."
        box, own = await look.bounding_box(), await page.locator(".own").bounding_box()
        assert box
        assert own
        assert box["y"] + box["height"] <= own["y"]
        await page.keyboard.press("Escape")
        await expect(look).to_be_hidden()
        await page.locator(card("0:KC")).click()
        await expect(look).to_contain_text("Your bank: 2 cards, 16 points")
        await look.click()
        await page.keyboard.press("b")
        await expect(look).to_be_visible()
        facts = await page.evaluate("pounce.store.state.table.facts")
        hints = await page.evaluate("pounce.store.state.table.hints")
        await page.evaluate(FRAME, {"b": 0, "k": 1, "x": {**facts, "turn": 1}})
        await expect(page.locator(".lays")).to_be_hidden()
        await page.evaluate(FRAME, {"b": 1, "k": 1, "x": facts, "h": hints})
        await expect(look).to_be_hidden()


async def carry(page: Page, name: str, to: str) -> None:
    """Drags a card of the hand over another element."""
    await page.locator(card(name)).hover(position={"x": 14, "y": 14})
    await page.mouse.down()
    box = await page.locator(to).bounding_box()
    assert box
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    await page.mouse.up()


async def test_a_card_that_is_carried_to_the_bank_is_chosen_and_laid_if_it_makes_a_lay(
    browser: Browser, site: str
) -> None:
    """Two that make it, one after the other; a card that is let go over the hand is not chosen."""
    async with opened(browser, site, 1280, 800) as page:
        bank = card("0:KC")
        await carry(page, "0:2S", card("0:9C"))
        await expect(page.locator(f"{card('0:2S')}.sel")).to_have_count(0)
        await carry(page, "0:2S", bank)
        await expect(page.locator(f"{card('0:2S')}.sel")).to_have_count(1)
        assert await sent(page) == []
        await carry(page, "0:3D", bank)
        assert await sent(page) == [["lay", "0h", ["0:2S", "0:3D"], "0b"]]
