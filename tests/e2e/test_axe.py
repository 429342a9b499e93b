"""axe-core finds nothing to object to on any screen, in both themes.

A journey goes from screen to screen, and each is looked at where it is named.
"""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from app.main import offered
from tests.support.pages import ROOT
from tests.support.rounds import SETTINGS, played_out, short_table, start
from tests.support.visit import Visit, visiting

pytestmark = pytest.mark.browser

IN_TURNS = [game.info.name for game in offered().values() if game.info.pace == "turns"]
AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")
RUN = """async theme => {
  document.documentElement.dataset.theme = theme;
  await Promise.all(document.getAnimations().map(motion => motion.finished.catch(() => {})));
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${theme}: ${id} (${help}) at ${node.target}: ${node.any.map(({ message }) => message)}`));
}"""
BEGIN = """async () => {
  const body = JSON.stringify({ game: "puss-in-the-corner", name: "Ann", deal: 7 });
  const answer = await fetch("api/solo", { method: "POST", headers: { "content-type": "application/json" }, body });
  return (await answer.json()).code;
}"""

Journey = AsyncIterator[tuple[str, Page]]


async def opened(page: Page, *names: str, sheet: str = "dialog") -> Page:
    """Press these buttons one after the other: the last one opens something."""
    for name in names:
        await page.get_by_role("button", name=name).first.click()
    await expect(page.locator(sheet)).to_be_visible()
    return page


async def shut(page: Page) -> None:
    """Close what is open."""
    while await page.locator("dialog").count():
        await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)


async def at_home(visit: Visit) -> Journey:
    """The first page, and all that it opens."""
    page = await visit.person("Ann")
    await expect(page.locator(".game.first")).to_be_visible()
    yield "home", page
    for name, button in (
        ("bots", "Choose number and level"),
        ("rules", "How it goes"),
        ("menu at home", "Menu"),
        ("which game", "New table"),
        ("statistics of nothing", "Thumb and Pouch: Statistics"),
    ):
        yield name, await opened(page, button)
        await shut(page)
    for game in IN_TURNS:
        yield f"rules of {game}", await opened(page, f"{game}: How it goes")
        await shut(page)


async def among_strangers(visit: Visit) -> Journey:
    """The first page with tables to join and to watch, the list of winners, and the lobby of an open table."""
    ann, bo = await visit.host(), await visit.person("Bo")
    await bo.get_by_role("button", name="Spite & Malice: With friends").click()
    for host in (ann, bo):
        await host.get_by_role("switch", name="Open to everybody").click()
    await bo.get_by_role("button", name="Add a bot").click()
    cy = await visit.person("Cy")
    await expect(cy.locator(".anybody li").get_by_role("button", name="Watch")).to_be_visible(timeout=15_000)
    yield "home, open tables", cy
    yield "winners", await opened(cy, "Most matches won")
    await shut(cy)
    await cy.get_by_role("button", name="Quick game").click()
    await expect(ann.locator(".chair", has_text="Cy")).to_be_visible()
    yield "lobby of an open table, host", ann
    yield "lobby of an open table, guest", cy
    yield "seats at an open table", await opened(cy, "Menu", "Seats")


async def in_the_lobby(visit: Visit) -> Journey:
    """A host, a guest and bots of two levels, by rules of their own; then the guest is away and somebody claims."""
    host = await visit.host()
    guest = await visit.guest("Bo", host)
    for _ in range(2):
        await host.get_by_role("button", name="Add a bot").click()
    await expect(host.locator(".of-bot")).to_have_count(2)
    await host.get_by_role("button", name="Nerts").click()
    await expect(guest.locator(".in-words .changed").first).to_be_visible()
    yield "lobby, host", host
    yield "lobby, guest", guest
    for name, buttons in (
        ("menu at a table", ["Menu"]),
        ("options, host", ["Change"]),
        ("a bot's seat", ["Level of"]),
        ("a person's seat", ["Bo: what can be done"]),
        ("seats, host", ["Menu", "Seats"]),
        ("muting", ["Mute somebody"]),
    ):
        yield name, await opened(host, *buttons)
        await shut(host)
    yield "removing somebody", await opened(host, "Bo: what can be done", "Remove Bo", sheet="dialog.ask")
    await shut(host)
    for name, buttons in (("options, guest", ["See all"]), ("seats, guest", ["Menu", "Seats"])):
        yield name, await opened(guest, *buttons)
        await shut(guest)
    await guest.close()
    onlooker = await visit.onlooker("Cy", host)
    await expect(onlooker.get_by_role("button", name="That is me")).to_be_visible()
    yield "lobby, onlooker", onlooker
    await onlooker.get_by_role("button", name="That is me").click()
    await expect(host.locator(".claims").get_by_text("Cy says that the seat of Bo")).to_be_visible()
    yield "a claim, the host", host
    yield "a claim, who made it", onlooker


async def in_turns(visit: Visit) -> Journey:
    """The lobby, the rules and the sheet of each game that is played in turns."""
    page = await visit.person("Ann")
    for game in IN_TURNS:
        await page.get_by_role("button", name=f"{game}: With friends").click()
        await page.get_by_role("button", name="Add a bot").click()
        await expect(page.locator(".of-bot")).to_be_visible()
        yield f"lobby of {game}", page
        yield f"options of {game}", await opened(page, "Change")
        await shut(page)
        await page.get_by_role("button", name="Start").click()
        await expect(page.locator(".table:not(.waiting)")).to_be_visible()
        await opened(page, "Menu", "Call this", sheet="dialog.ask")
        await page.locator("dialog.ask").get_by_role("button", name="Call this").click()
        await expect(page.locator(".sheet-panel")).to_be_visible()
        yield f"sheet of {game}", page
        await page.goto(visit.server.url)


async def in_the_corner(visit: Visit) -> Journey:
    """A table of Puss in the Corner on which all is buried in one corner, which is then to be dealt again."""
    page = await visit.person("Ann")
    code = await page.evaluate(BEGIN)
    await page.goto(f"{visit.server.url}t/{code}")
    await expect(page.locator('.pack > .card[data-pile="0r"]')).to_have_count(1)
    yield "puss", page
    for buried in range(1, 49):
        await page.keyboard.press("q")
        await expect(page.locator(".tag.beside")).to_have_text(str(buried))
        await expect(page.locator('.pack > .card[data-pile="0r"]')).to_have_count(int(buried < 48))
    yield "puss, an order, keys named", page
    yield "puss, all keys", await opened(page, "Menu", "Keys")
    await shut(page)


async def in_seven_columns(visit: Visit) -> Journey:
    """A table of Thumb and Pouch, from the number of its deal until it is given up; and home, where it waited."""
    page = await visit.person("Ann")
    yield "a deal by number", await opened(page, "the number of a deal")
    await page.locator("dialog input[name=deal]").fill("48213")
    await page.locator("[data-key=play-deal]").click()
    await expect(page.locator(".tag.count")).to_have_text("24")
    await page.keyboard.press(" ")
    await expect(page.locator(".tag.count")).to_have_text("23")
    yield "thumb, keys named", page
    await page.goto(visit.server.url)
    await expect(page.locator(".kept .back")).to_be_visible()
    yield "home, a game for one waits", page
    await page.locator(".kept .back").get_by_role("button").click()
    await expect(page.locator(".tag.count")).to_have_text("23")
    await page.keyboard.press("i")
    await expect(page.locator(".hint-target")).to_be_visible()
    yield "thumb, a hint", page
    await page.locator(".tool[data-key=hint]").click(button="right")
    await expect(page.locator("dialog.hint-sheet")).to_be_visible()
    yield "thumb, which hint", page
    await page.locator("[data-key=hint-winning]").click()
    await expect(page.locator(".facts .helped")).to_be_visible()
    yield "thumb, helped", page
    yield "thumb, menu", await opened(page, "Menu")
    await page.get_by_role("button", name="Give up").click()
    await expect(page.locator(".end-sheet")).to_be_visible()
    yield "thumb, given up", page
    yield "statistics", await opened(page, "Statistics")
    yield "statistics, to be cleared", await opened(page, "Clear", sheet="dialog.ask")


async def in_a_race(visit: Visit) -> Journey:
    """A race of Thumb and Pouch: its lobby, its rules, the table, who is done and who watches, and the sheet."""
    ann = await visit.person("Ann")
    await ann.get_by_role("button", name="Thumb and Pouch: Race friends").click()
    await expect(ann.get_by_text("a race needs somebody")).to_be_visible()
    yield "lobby of a race, alone", ann
    yield "rules of a race", await opened(ann, "How it goes")
    await shut(ann)
    yield "options of a race", await opened(ann, "Change")
    await shut(ann)
    bo = await visit.guest("Bo", ann)
    await start(ann, bo)
    cy = await visit.person("Cy", ann.url)
    await expect(ann.locator(".table:not(.waiting)")).to_be_visible()
    await ann.keyboard.press(" ")
    await expect(ann.locator(".tag.count")).to_have_text("23")
    yield "race, keys named", ann
    await expect(cy.locator(".standings li").first).to_be_visible()
    yield "race, onlooker", cy
    yield "race, menu", await opened(ann, "Menu")
    await shut(ann)
    yield "race, done?", await opened(ann, "I’m done", sheet="dialog.ask")
    await ann.locator("dialog [data-key=give-up]").click()
    await expect(ann.locator(".tools .waits")).to_be_visible()
    yield "race, who waits", ann
    await opened(bo, "I’m done", sheet="dialog.ask")
    await bo.locator("dialog [data-key=give-up]").click()
    await expect(ann.locator(".still .card").first).to_be_visible()
    await expect(ann.locator(".foot:not([inert])")).to_be_visible()  # what was meant for a card is past
    yield "race, sheet", ann


async def on_a_day(visit: Visit) -> Journey:
    """The deal of the day: its card, its results with an own one and without, and those of the day before."""
    page = await visit.person("Ann")
    await expect(page.locator(".daily")).to_be_visible()
    yield "home, the deal of the day", page
    await page.get_by_role("button", name="Thumb and Pouch: results").click()
    await expect(page.locator(".results .empty")).to_be_visible()
    yield "no results", page
    await page.locator("[data-key=play]").click()
    await expect(page.locator(".tag.count")).to_have_text("24")
    await opened(page, "Menu")
    await page.get_by_role("button", name="Give up").click()
    await expect(page.locator(".end-sheet")).to_be_visible()
    yield "the day's deal, given up", page
    await page.locator("[data-key=end-results]").click()
    await expect(page.locator(".results tr.you")).to_be_visible()
    yield "results", page
    await page.locator(".day [data-key=back]").click()
    await expect(page.locator(".results .empty")).to_be_visible()
    yield "the day before", page


async def at_the_table(visit: Visit) -> Journey:
    """A race, by keyboard, with a pause that is asked for and one that is there."""
    ann, bo = await short_table(visit, pounce_pile=13)
    await start(ann, bo)
    await expect(ann.locator(".table:not(.waiting)")).to_be_visible()
    yield "table", ann
    await ann.keyboard.press("z")
    await expect(bo.locator(".rail").get_by_role("button").first).to_be_visible()
    yield "a pause asked for", bo
    await bo.keyboard.press("z")
    await expect(ann.locator(".sheet[data-kind=paused]")).to_be_visible()
    await expect(ann.locator(".key-labels kbd").first).to_be_visible()
    yield "paused, keys named", ann
    yield "all keys", await opened(ann, "Menu", "Keys")


async def at_the_sheet(visit: Visit) -> Journey:
    """After a match of one round, with something said, the look back, and the deal checked."""
    ann, bo = await short_table(visit)
    await start(ann, bo)
    await played_out(ann, bo)
    await bo.get_by_role("button", name="Well played").click()
    await expect(ann.locator(".talk .log > div").first).to_be_visible()
    await expect(ann.locator(".review li").first).to_be_visible()
    yield "sheet", ann
    onlooker = await visit.person("Cy", ann.url)
    await expect(onlooker.locator(".sheet-panel")).to_be_visible()
    yield "sheet, onlooker", onlooker
    await ann.get_by_role("button", name="Check this deal").click()
    await expect(ann.locator(".verdict")).to_contain_text("checks out")
    await ann.get_by_text("Show the decks").click()
    await ann.get_by_text("How it works").click()
    await expect(ann.locator(".deck").first).to_be_visible()
    yield "a deal, checked", ann


@pytest.mark.parametrize(
    "journey",
    [
        at_home,
        among_strangers,
        in_the_lobby,
        in_turns,
        in_the_corner,
        in_seven_columns,
        on_a_day,
        in_a_race,
        at_the_table,
        at_the_sheet,
    ],
    ids=lambda one: one.__name__,
)
async def test_axe_finds_nothing(tmp_path: Path, journey: Callable[[Visit], Journey]) -> None:
    """No control without a name, no text too pale, nothing that a screen reader would stumble over."""
    found: dict[str, list[Any]] = {}
    # Bots that play slowly where the race is looked at, and fast where it is to end.
    pace = 20_000 if journey in (at_the_table, in_turns) else SETTINGS["bot_pace_ms"]
    async with visiting(tmp_path, **SETTINGS | {"bot_pace_ms": pace}) as visit:
        async for name, page in journey(visit):
            await page.evaluate(AXE)
            found[name] = [finding for theme in ("dark", "light") for finding in await page.evaluate(RUN, theme)]
    assert found == {name: [] for name in found}
    assert len(found) >= 3
