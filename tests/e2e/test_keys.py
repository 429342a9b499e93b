"""A match by keyboard alone in a real browser, from the home page to the score sheet: faster than a middling bot."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from app.rules.card import RANKS
from tests.support.server import running
from tests.support.typist import FOCUS, STROKE_MS, WITNESS, Typist

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

ROUNDS = 3
PASS = 12
"""Turns of the stock after which everything in it has been seen."""

# What the table shows: the open cards of each pile, lowest first, where each will lie when its motion is over; how many
# face-down cards lie under them; what covers the middle; the rail's buttons.
LOOK = """() => {
  if (document.querySelector('.sheet-panel')) return { over: true };
  const piles = {}, down = {};
  const cards = [...document.querySelectorAll('.pack > .card[data-pile]')].map(el => {
    const { e, f } = new DOMMatrix(el.style.transform);
    return { pile: el.dataset.pile, card: el.dataset.card ?? '', zone: el.dataset.zone, x: e, y: f };
  }).sort((a, b) => a.y - b.y || a.x - b.x);
  for (const { pile, card } of cards) {
    if (card && card !== '?') (piles[pile] ??= []).push(card.slice(2));
    else down[pile] = (down[pile] ?? 0) + 1;
  }
  const sheet = document.querySelector('.table > .sheet');
  return {
    over: false,
    piles,
    down,
    own: cards.find(({ zone }) => zone === 'own')?.pile[0] ?? null,
    sheet: sheet && !sheet.hidden ? sheet.dataset.kind : '',
    buttons: [...document.querySelectorAll('.rail button, .table > .sheet button')].map(el => el.dataset.key),
  };
}"""

SHEET = """() => [...document.querySelectorAll('.sheet-panel tbody tr')].map(row =>
  [...row.querySelectorAll('th, td')].map(cell => cell.innerText.trim()))"""


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody at this browser sees of the table."""

    piles: dict[str, list[str]]
    down: dict[str, int]
    own: str

    def top(self, pile: str) -> str | None:
        cards = self.piles.get(self.own + pile)
        return cards[-1] if cards else None

    def builds(self, card: str | None) -> bool:
        """Whether a build pile takes it."""
        if card is None or card[0] == "A":
            return card is not None
        below = RANKS[RANKS.index(card[0]) - 1] + card[1]
        return any(cards[-1] == below for pile, cards in self.piles.items() if pile.startswith("b"))

    def lies_on(self, card: str, pile: str) -> bool:
        """Whether an own pile with cards takes it."""
        top = self.top(pile)
        if top is None:
            return False
        return RANKS.index(card[0]) + 1 == RANKS.index(top[0]) and (card[1] in "HD") != (top[1] in "HD")

    def opens(self, pile: str) -> bool:
        """Whether the whole run of a pile can go to another one, and something comes of it."""
        cards = self.piles.get(self.own + pile)
        if not cards:
            return False
        frees = self.down.get(self.own + pile, 0) > 0 or self.top("p") is not None
        return frees and any(self.lies_on(cards[0], other) for other in COLUMNS if other != pile)


COLUMNS = ("t1", "t2", "t3", "t4", "t5")


class Race:
    """Chooses the next key by what is seen, as a quick person does. Remembers only for how long nothing has gone."""

    def __init__(self) -> None:
        self.turns = 0

    def key(self, look: dict[str, Any]) -> str | None:
        """The next key, None while there is nothing to do."""
        if "ready" in look["buttons"]:
            return "Enter"
        if look["sheet"] not in ("", "go") or look["own"] is None:
            return None
        move = self.move(Sight(look["piles"], look["down"], look["own"]))
        if move is not None:
            self.turns = 0
            return move
        self.turns += 1
        if (
            self.turns > PASS
            and ("stuck" in look["buttons"] or self.turns % (2 * PASS) == 0)
            and "unstuck" not in look["buttons"]
        ):
            return "s"
        return "Space"

    def move(self, sight: Sight) -> str | None:
        """The best move with Shift, from the pounce pile first; None if there is none."""
        if sight.builds(sight.top("p")):
            return "Shift+P"
        for column in COLUMNS:
            if sight.builds(sight.top(column)):
                return f"Shift+{column[1]}"
        if sight.builds(sight.top("w")):
            return "Shift+W"
        if sight.top("p") and any(not sight.piles.get(sight.own + column) for column in COLUMNS):
            return "Shift+P"
        for column in COLUMNS:
            if sight.opens(column):
                return f"Shift+{column[1]}"
        waste = sight.top("w")
        if waste and any(sight.lies_on(waste, column) for column in COLUMNS):
            return "Shift+W"
        return None


class Racer(Typist):
    """A typist at a race."""

    async def open_table(self) -> None:
        """From the home page to a table with one middling bot and one round, a short one: three fit into a test."""
        await self.choose("Play with friends")
        await self.page.locator("dialog input").wait_for()
        await self.page.keyboard.type("Kim", delay=STROKE_MS)
        await self.press("Enter")
        await self.choose("Add a bot")
        await self.page.get_by_text("Steady", exact=False).first.wait_for()
        await self.choose("Change")
        await self.tab_to(lambda focus: focus["key"].startswith("target-"))
        while (await self.page.evaluate(FOCUS))["key"] != "target-0":
            await self.press("ArrowRight")
        await self.tab_to(lambda focus: focus["key"] == "pounce_pile-spin")
        await self.press("Home")
        await self.press("Escape")
        await self.page.locator("dialog").wait_for(state="detached")
        await self.choose("Start")

    async def pause(self) -> None:
        """A moment's rest: alone among bots one is asked by nobody."""
        sheet = self.page.locator(".table > .sheet")
        await self.page.locator(".table:not(.waiting)").wait_for()
        await self.press("z")
        await sheet.get_by_text("Paused").wait_for()
        await self.press("Enter")
        await sheet.get_by_text("Goes on in").wait_for()
        await sheet.wait_for(state="hidden")

    async def play(self, race: Race) -> tuple[int, int]:
        """A round; the own points and the bot's."""
        await self.page.locator(".pack > .card[data-zone='own']").first.wait_for()
        while not (look := await self.page.evaluate(LOOK))["over"]:
            key = race.key(look)
            if key is None:
                await self.page.wait_for_function(
                    "kind => document.querySelector('.table > .sheet')?.dataset.kind !== kind", arg=look["sheet"]
                )
            else:
                await self.press(key)
        await self.page.locator(".sheet-panel tbody tr").nth(1).wait_for()
        rows = await self.page.evaluate(SHEET)
        points = {row[0]: int(row[-1].replace("−", "-").replace("+", "")) for row in rows}
        own = next(name for name in points if name.startswith(("Kim", "You")))
        (other,) = points.keys() - {own}
        return points[own], points[other]


async def match(
    browser: Browser, data_dir: Path, make: Callable[[], Race], rounds: int = ROUNDS
) -> list[tuple[int, int]]:
    """Rounds until one is won, by keyboard alone."""
    async with running(data_dir, next_round_ms=300_000) as server:
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        await context.add_init_script(WITNESS)
        page = await context.new_page()
        typist = Racer(page)
        await page.goto(server.url)
        await typist.open_table()
        await typist.pause()
        scores: list[tuple[int, int]] = []
        while True:
            scores.append(await typist.play(make()))
            if scores[-1][0] > scores[-1][1] or len(scores) == rounds:
                break
            await typist.choose("Rematch")
        assert typist.errors == []
        assert await page.evaluate("globalThis.pointed") == 0
        await context.close()
    return scores


async def test_a_keyboard_alone_wins_against_a_middling_bot(browser: Browser, tmp_path: Path) -> None:
    """From home to the score sheet without a pointer; one of three rounds must be won."""
    scores = await match(browser, tmp_path, Race)
    assert scores[-1][0] > scores[-1][1], scores
