"""The real play screen in a real browser, on made-up tables: nothing scrolls, overlaps or leaves its zone."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.support.pages import chromium, opened, serving, show

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

STATES = ["busy", "full", "countdown", "stop", "stuck", "pulls", "pounce"]
WATCHING = ["me=none", "me=later"]
EVERYTHING = [
    f"seats={seats}&{look}"
    for seats in (2, 3, 4)
    for look in (*(f"state={state}" for state in STATES), *WATCHING, "hand=left")
]
FULLEST = [
    f"seats={seats}&{look}" for seats in (2, 4) for look in ("state=full", "state=stop", "state=stuck", *WATCHING)
]
SCREENS = {
    (1280, 800): EVERYTHING,
    (390, 844): EVERYTHING,
    (844, 390): FULLEST,
    (768, 1024): FULLEST,
    (1920, 1080): FULLEST,
    (360, 640): FULLEST,
}

LONG_LINE = """() => {
  const { store, socket } = pounce, { room } = store.state;
  room.seats[1].name = 'Maximiliana Theodora';
  const k = socket.move(['play', '0w', ['0:TH'], 'b0']);
  store.receive({ t: 'no', k, code: 'taken', by: 1, ms: 1043 });
}"""


BADLY = """() => {
  const { store } = pounce;
  for (const chair of store.state.room.seats) chair.total = -38;
  store.receive({ n: store.state.n + 1, b: 1, k: 1, p: { '1p': [12, '1:4D'], '2p': [12, '2:QS'] } });
}"""


TWO_ACES_AND_A_KING = """() => {
  const { store } = pounce, { piles } = store.state.table;
  const frame = (b, p) => store.receive({ n: store.state.n + 1, b, k: 1, p });
  const build = Object.keys(piles).filter(id => id.startsWith('b'));
  const [one, two] = build.filter(id => piles[id].length === 1), first = build.find(id => piles[id].length > 1);
  frame(2, { [one]: [0, '2:AD'] });
  frame(3, { [two]: [0, '3:AS'] });
  frame(1, { [first]: [12, '1:K' + piles[first].at(-1)[3]] });
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One browser for all; a context for each."""
    async with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page."""
    with serving() as address:
        yield address


async def faults(page: Page, query: str) -> list[str]:
    """What is wrong with this table."""
    await show(page, query)
    measured = await page.evaluate("pounce.measure()")
    found = [f"{query}: {fault}" for fault in measured["faults"]]
    if measured["own"] < 44:
        found.append(f"{query}: own cards are {measured['own']} px wide")
    if measured["press"] < 44:
        found.append(f"{query}: a button is {measured['press']} px high")
    return found


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_nothing_scrolls_overlaps_or_leaves_its_zone(
    browser: Browser, site: str, width: int, height: int
) -> None:
    """Two, three and four seats, in every state of a round, as an onlooker, for the left hand."""
    async with opened(browser, site, width, height) as page:
        assert [fault for query in SCREENS[width, height] for fault in await faults(page, query)] == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
async def test_a_long_line_on_the_rail_stays_on_it(browser: Browser, site: str, width: int, height: int) -> None:
    """Somebody with a long name was faster."""
    async with opened(browser, site, width, height) as page:
        await page.evaluate(LONG_LINE)
        await page.wait_for_selector(".say.refused")
        measured = await page.evaluate("pounce.measure()")
        assert [fault for fault in measured["faults"] if not fault.startswith("cut")] == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
async def test_the_cards_of_a_rival_with_a_long_name_are_all_seen(
    browser: Browser, site: str, width: int, height: int
) -> None:
    """The name gives way, not the cards."""
    async with opened(browser, site, width, height) as page:
        await page.evaluate("pounce.store.state.room.seats[1].name = 'Maximiliana Theodora'")
        await page.click(".seat >> nth=0")
        await page.wait_for_selector(".say.peek")
        line, cards = [await page.locator(of).bounding_box() for of in (".say.peek", ".say.peek .tops")]
        assert line
        assert cards
        assert cards["x"] + cards["width"] <= line["x"] + line["width"]
        measured = await page.evaluate("pounce.measure()")
        assert [fault for fault in measured["faults"] if not fault.startswith("cut: nm")] == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
async def test_nothing_overlaps_with_eight_seats(browser: Browser, site: str, width: int, height: int) -> None:
    """As many as can sit at a table: names may be cut there, nothing else."""
    async with opened(browser, site, width, height) as page:
        assert await faults(page, "seats=8&state=full") == []


async def test_a_long_count_and_a_score_below_zero_fit_a_narrow_seat(browser: Browser, site: str) -> None:
    """Thirteen pounce cards at a table of five: what a phone has to show of a round that goes badly."""
    async with opened(browser, site, 390, 844) as page:
        await page.evaluate("pounce.load", "seats=5&state=busy")
        await page.evaluate(BADLY)
        await page.wait_for_selector("[data-score='\u221238']")
        measured = await page.evaluate("pounce.measure()")
        assert [fault for fault in measured["faults"] if fault.startswith("wider")] == []


async def test_a_pile_in_the_middle_never_moves(browser: Browser, site: str) -> None:
    """Aces come, a king finishes a pile; whatever else lies there keeps its place."""
    async with opened(browser, site, 390, 844) as page:
        before = await page.evaluate("pounce.middle()")
        await page.evaluate(TWO_ACES_AND_A_KING)
        await page.wait_for_selector(".slot[data-state=done]")
        await page.wait_for_function("document.querySelectorAll('.pack > .flight').length === 0")
        after = await page.evaluate("pounce.middle()")
    kept = {pile: place for pile, place in before.items() if pile in after}
    assert len(kept) == len(before) - 1
    assert {pile: after[pile] for pile in kept} == kept
    assert len(after) == len(before) + 1
