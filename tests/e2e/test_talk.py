"""Talk at the table: heard by everybody, muted by whom one likes, kept when it is refused, switched off by the host."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.support.visit import visiting

pytestmark = pytest.mark.browser

# More than the table listens to, in one moment: quick words, and then the line that was typed.
HASTE = """() => {
  for (let count = 0; count < 6; count++) document.querySelector('.talk .chip').click();
  document.querySelector('.talk form').requestSubmit();
}"""


def lines(page: Page) -> Locator:
    """What was said, as this page shows it."""
    return page.locator(".talk .log > div")


async def say(page: Page, text: str) -> None:
    """Type a line and press Enter."""
    await page.get_by_label("Say something").fill(text)
    await page.keyboard.press("Enter")


async def test_what_is_said_is_heard_unless_one_does_not_want_to_hear_it(tmp_path: Path) -> None:
    """Lines and quick words come to all; a muted person's do not, also after the page was loaded again."""
    async with visiting(tmp_path) as visit:
        ann = await visit.host()
        bo = await visit.guest("Bo", ann)
        await say(bo, "  well   met ")
        await expect(lines(ann)).to_have_text(["Bo well met"])
        await expect(lines(bo)).to_have_text(["You well met"])
        await expect(bo.get_by_label("Say something")).to_have_value("")
        await bo.get_by_role("button", name="So close").click()
        await expect(lines(ann)).to_have_text(["Bo well met", "Bo So close"])

        await ann.get_by_role("button", name="Mute somebody").click()
        await ann.get_by_role("button", name="Mute Bo").click()
        await ann.keyboard.press("Escape")
        await expect(lines(ann)).to_have_count(0)
        await say(bo, "do you hear me?")
        await expect(lines(bo)).to_have_count(3)
        await say(ann, "what a quiet table")
        await expect(lines(ann)).to_have_text(["You what a quiet table"])
        await ann.reload()
        await expect(lines(ann)).to_have_text(["You what a quiet table"])
        await ann.get_by_role("button", name="Mute somebody").click()
        await ann.get_by_role("button", name="Mute Bo").click()
        await expect(lines(ann)).to_have_count(4)


async def test_a_line_that_is_refused_stays_where_it_was_typed(tmp_path: Path) -> None:
    """Who types faster than the table listens is told so, and sends the same line a little later."""
    async with visiting(tmp_path) as visit:
        ann = await visit.host()
        await ann.get_by_label("Say something").fill("all at once")
        await ann.evaluate(HASTE)
        await expect(ann.locator(".talk .hint")).to_contain_text("That was quick")
        await expect(ann.get_by_label("Say something")).to_have_value("all at once")
        await expect(lines(ann)).to_have_count(4)


async def test_the_host_lets_people_talk_or_not(tmp_path: Path) -> None:
    """Off: a line says so, and nothing else is there. A silent onlooker is told how to join in."""
    async with visiting(tmp_path) as visit:
        ann = await visit.host()
        bo = await visit.guest("Bo", ann)
        cy = await visit.onlooker("Cy", ann)
        await expect(cy.locator(".talk .hint")).to_have_text("Take a seat to talk.")
        await say(bo, "hello")
        await expect(lines(cy)).to_have_text(["Bo hello"])
        await ann.get_by_role("button", name="Menu").click()
        await ann.get_by_role("button", name="Seats").click()
        await ann.get_by_role("switch", name="Let people talk").click()
        for page in (bo, cy):
            await expect(page.locator(".talk .hint")).to_have_text("The host has switched talk off.")
            await expect(page.locator(".talk .log")).to_be_hidden()
            await expect(page.get_by_label("Say something")).to_be_hidden()
