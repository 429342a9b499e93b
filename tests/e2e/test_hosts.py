"""What hosts do, as they and the others see it: rules, levels, lock, hand over, remove, and seats that are claimed."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support.visit import chair, visiting

pytestmark = pytest.mark.browser


async def seat_of(page: Page, name: str) -> None:
    """Opens what can be done with somebody's seat."""
    await chair(page, name).get_by_role("button", name="what can be done").click()


async def seats_dialog(page: Page) -> None:
    """Opens everybody's seats from the menu, as it is done while a match runs."""
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Seats").click()
    await expect(page.locator(".seats-sheet")).to_be_visible()


async def test_rules_are_seen_by_all_before_the_start_and_kept_for_the_next_table(tmp_path: Path) -> None:
    """Preset, form by mouse and keys, read by the guest, told to who listens, brought along to the next table."""
    async with visiting(tmp_path) as visit:
        host = await visit.host()
        guest = await visit.guest("Bo", host)
        await host.get_by_role("button", name="Nerts").click()
        await expect(guest.locator(".in-words")).to_contain_text("pounce pile 13")
        await expect(guest.locator("#live")).to_contain_text("Pounce pile: 13")

        await host.get_by_role("button", name="Change").click()
        await host.get_by_role("radio", name="one round").check(force=True)
        spin = host.get_by_role("spinbutton", name="Pounce pile")
        await spin.press("ArrowDown")
        await spin.press("ArrowDown")
        await expect(spin).to_be_focused()
        await host.get_by_role("switch", name="Silence in play").click()
        await host.get_by_role("radio", name="1", exact=True).first.check(force=True)
        await expect(host.locator(".option.void")).to_contain_text("On top after a flip")
        await expect(guest.locator(".in-words .changed").first).to_have_text("One round")
        await expect(guest.locator(".in-words")).to_contain_text("pounce pile 11")
        await expect(guest.locator(".in-words")).to_contain_text("Silence in play: off")
        await guest.get_by_role("button", name="See all").click()
        await expect(guest.locator(".options-sheet")).to_contain_text("Only the host can change them.")
        assert await guest.locator(".options-sheet .body").locator("button, input").count() == 0
        await host.keyboard.press("Escape")
        await expect(host.get_by_role("button", name="Change")).to_be_focused()

        await host.get_by_role("button", name="Classic").click()
        await expect(host.locator(".in-words .changed")).to_have_count(0)
        await host.get_by_role("button", name="Own").click()
        await expect(guest.locator(".in-words")).to_contain_text("pounce pile 11")

        await host.get_by_role("button", name="To the first page").click()
        await visit.open_table(host)
        await expect(host.locator(".in-words")).to_contain_text("pounce pile 11")
        await expect(host.locator(".in-words .changed").first).to_have_text("One round")


async def test_bots_have_levels_that_all_see_and_the_host_changes(tmp_path: Path) -> None:
    """The level of the next bot is remembered; a bot's own is changed on its chair, and from home one press plays."""
    async with visiting(tmp_path) as visit:
        host = await visit.host()
        guest = await visit.guest("Bo", host)
        await host.get_by_role("button", name="Level of the next bot").click()
        await host.get_by_role("radio", name="sharp").check(force=True)
        await host.keyboard.press("Escape")
        await host.get_by_role("button", name="Add a bot").click()
        await expect(guest.locator(".of-bot")).to_contain_text("sharp")
        await host.locator(".of-bot").get_by_role("button", name="Level of").click()
        await host.get_by_role("radio", name="easy").check(force=True)
        await expect(guest.locator(".of-bot")).to_contain_text("easy")
        await host.keyboard.press("Escape")
        await guest.close()

        await host.get_by_role("button", name="To the first page").click()
        await host.locator("[data-game=pounce]").get_by_role("button", name="Choose number and level").click()
        spin = host.get_by_role("spinbutton", name="Bots")
        await spin.press("Home")
        await expect(spin).to_have_text("1")
        await host.get_by_role("button", name="Play", exact=True).click()
        await expect(host.locator("[data-card][data-pile]").first).to_be_visible()
        await seats_dialog(host)
        await expect(host.locator(".seats-sheet .chair")).to_have_count(2)
        await expect(host.locator(".seats-sheet .chair").last).to_contain_text("easy")


async def test_a_table_is_locked_handed_over_and_somebody_is_removed_for_good(tmp_path: Path) -> None:
    """Locked is said to who comes; a host who was handed the role removes; who is removed is told and stays out."""
    async with visiting(tmp_path) as visit:
        host = await visit.host()
        guest = await visit.guest("Bo", host)
        other = await visit.onlooker("Cy", host)
        await host.get_by_role("switch", name="Lock the table").click()
        await expect(other.locator(".sit")).to_contain_text("This table is locked")
        await expect(guest.locator(".invitation")).to_contain_text("Locked: nobody new may sit down.")
        await host.get_by_role("switch", name="Lock the table").click()
        await other.get_by_role("button", name="Sit down").click()
        await expect(chair(host, "Cy")).to_be_visible()

        await seat_of(host, "Bo")
        await host.get_by_role("button", name="Make Bo the host").click()
        await host.get_by_role("button", name="Hand over").click()
        await expect(guest.get_by_role("button", name="Start · 2 are not ready")).to_be_visible()
        await expect(host.get_by_role("button", name="Ready", exact=True)).to_be_visible()
        await expect(host.locator("dialog")).to_have_count(0)

        await other.get_by_role("button", name="Menu").click()
        await seat_of(guest, "Cy")
        await guest.get_by_role("button", name="Remove Cy").click()
        await expect(guest.locator("dialog.ask")).to_contain_text("cannot come back")
        await guest.locator("dialog.ask").get_by_role("button", name="Remove").click()
        await expect(other.get_by_text("You were removed from this table")).to_be_visible()
        await expect(other.locator("dialog")).to_have_count(0)
        await expect(chair(guest, "Cy")).to_have_count(0)
        await expect(guest.get_by_role("switch", name="Lock the table")).to_have_attribute("aria-checked", "true")
        await other.reload()
        await expect(other.get_by_text("You were removed from this table")).to_be_visible()


async def gone(page: Page, host: Page, name: str) -> None:
    """Closes somebody's browser and waits until the host sees that the seat's person is away."""
    await page.context.close()
    await expect(chair(host, name)).to_contain_text("away")


async def test_who_comes_from_another_browser_gets_the_own_seat_back(tmp_path: Path) -> None:
    """Who is away is named before a start; a claim is a question for the host, and its answers do as they say."""
    async with visiting(tmp_path) as visit:
        host = await visit.host()
        guest = await visit.guest("Bo", host)
        await guest.get_by_role("button", name="Ready", exact=True).click()
        await gone(guest, host, "Bo")
        await host.get_by_role("button", name="Start · Bo is away").click()
        await expect(host.get_by_role("button", name="Start anyway? Bo is away")).to_be_focused()

        phone = await visit.onlooker("Bobby", host)
        await host.get_by_role("switch", name="Lock the table").click()
        await phone.get_by_role("button", name="That is me").click()
        await expect(phone.locator(".claims")).to_contain_text("The host is asked")
        await expect(host.locator(".claims")).to_contain_text("Bobby says that the seat of Bo is theirs")
        await host.get_by_role("button", name="No, Bobby does not get the seat of Bo").click()
        await expect(phone.locator(".claims")).to_be_hidden()
        await phone.get_by_role("button", name="That is me").click()
        await host.get_by_role("button", name="Give the seat of Bo to Bobby").click()
        await expect(chair(phone, "Bo")).to_contain_text("you")
        await expect(chair(host, "Bo")).not_to_contain_text("away")


async def test_in_a_match_too_a_seat_is_had_back_from_another_browser(tmp_path: Path) -> None:
    """Who would sit down is told where to ask for the own seat; with it come its cards, and they can be played."""
    own = "() => [...document.querySelectorAll('.pack > .card[data-card^=\"1:\"]')].map(el => el.dataset.card).sort()"
    async with visiting(tmp_path, countdown_ms=500) as visit:
        host = await visit.host()
        guest = await visit.guest("Bo", host)
        await guest.get_by_role("button", name="Ready", exact=True).click()
        await host.get_by_role("button", name="Start", exact=True).click()
        await expect(guest.locator("[data-card][data-pile]").first).to_be_visible()
        cards = await guest.evaluate(own)

        phone = await visit.person("Bo", host.url)
        await expect(phone.locator(".plate")).to_contain_text("You are watching")
        await guest.context.close()
        await expect(phone.locator(".seat .unseen").filter(has_text="Bo")).to_contain_text("away")
        await phone.get_by_role("button", name="Sit down").click()
        await expect(phone.locator("dialog")).to_contain_text("Were you Bo, in another browser?")
        await phone.keyboard.press("Escape")
        await seats_dialog(phone)
        await phone.get_by_role("button", name="That is me").click()
        await expect(phone.locator(".seats-sheet")).to_contain_text("The host is asked")
        await host.locator(".rail").get_by_role("button", name="Give the seat").click()
        await expect(phone.locator(".seats-sheet .chair").filter(has_text="Bo")).to_contain_text("you")
        await phone.keyboard.press("Escape")
        assert await phone.evaluate(own) == cards
        await phone.keyboard.press("Space")
        await expect(host.locator(".seat").filter(has_text="Bo").locator(".unseen")).to_contain_text("here")
        await expect(phone.locator('.pack > .card[data-pile$="w"][data-card]').first).to_be_visible()


async def test_a_bot_plays_for_who_is_away_until_the_host_ends_it(tmp_path: Path) -> None:
    """In a running match the tools are in the menu, under Seats."""
    async with visiting(tmp_path) as visit:
        host = await visit.host()
        guest = await visit.guest("Bo", host)
        await guest.get_by_role("button", name="Ready", exact=True).click()
        await host.get_by_role("button", name="Start", exact=True).click()
        await expect(host.locator("[data-card][data-pile]").first).to_be_visible()
        await guest.context.close()
        await seats_dialog(host)
        row = host.locator(".seats-sheet .chair").filter(has_text="Bo")
        await expect(row).to_contain_text("away")
        await row.get_by_role("button", name="what can be done").click()
        await host.get_by_role("button", name="A bot plays until Bo is back").click()
        await host.get_by_role("radio", name="sharp").check(force=True)
        await expect(row).to_contain_text("a bot plays: sharp")
        await host.get_by_role("button", name="No bot any more").click()
        await expect(row).not_to_contain_text("a bot plays")
        await host.get_by_role("button", name="Free the seat of Bo").click()
        await host.get_by_role("button", name="Free the seat", exact=True).click()
        await expect(row).to_contain_text("has left")


async def test_what_is_pressed_twice_is_done_once(tmp_path: Path) -> None:
    """A second click, when the first was answered already, takes no Ready or lock back and starts nothing unasked."""
    async with visiting(tmp_path) as visit:
        host = await visit.host()
        guest = await visit.guest("Bo", host)
        lock, ready = host.get_by_role("switch", name="Lock the table"), guest.locator("[data-key=ready]")
        for button, on in ((lock, "aria-checked"), (ready, "aria-pressed")):
            await button.click()
            await expect(button).to_have_attribute(on, "true")
            await button.dispatch_event("click", {"detail": 2})
            await button.click()
            await expect(button).to_have_attribute(on, "false")
        await gone(guest, host, "Bo")
        await host.locator("[data-key=start]").dblclick()
        await expect(host.get_by_role("button", name="Start anyway? Bo is away")).to_be_visible()
        await host.get_by_role("button", name="Menu").dblclick()
        await expect(host.locator("dialog")).to_have_count(1)
