"""What the play screen says and takes beside cards: keys, a lost connection, a pause, people away, a claim."""

from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, Page

from tests.support.pages import opened, serving
from tests.support.pointer import sent

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PLAYED = ["play", "0w", ["0:4S"], "b0"]
ROOM = """(changes) => {
  const { store } = pounce, { n, room } = store.state;
  store.receive({ n: n + 1, room: { ...room, due: {}, ...changes } });
}"""
LOSE = "(silent) => pounce.store.update({ connection: 'lost', ping: null }, { type: 'connection', silent })"
BACK = "pounce.store.update({ connection: 'open' }, { type: 'connection' })"
CARD = '.pack > .card[data-card="0:4S"]'
FOCUS = "document.activeElement?.dataset.key ?? document.activeElement?.className ?? null"

# The zone of each thing that Tab comes to, one entry a zone.
WALK = """() => {
  const el = document.activeElement;
  return ['bar', 'rivals', 'sheet', 'rail', 'pack', 'plate'].find(zone => el.closest('.' + zone)) ?? null;
}"""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page with a table for two hands."""
    with serving() as address:
        yield f"{address}?seats=2&state=hands"


async def rail(page: Page, words: str) -> None:
    """Until the rail says so."""
    await page.wait_for_function("words => document.querySelector('.rail').innerText.includes(words)", arg=words)


async def test_shift_plays_a_pile_at_once_in_any_lock_and_on_any_keyboard(browser: Browser, site: str) -> None:
    """The build pile first; a held key does it once."""
    async with opened(browser, site, 1280, 800) as page:
        await page.evaluate("""() => {
          const given = { shiftKey: true, bubbles: true, cancelable: true };
          const key = (key, code, more) =>
            document.dispatchEvent(new KeyboardEvent('keydown', { key, code, ...given, ...more }));
          key('w', 'KeyW'); // CapsLock turns Shift round
          key('w', 'KeyW', { repeat: true });
          key('1', 'Digit1', { ctrlKey: true }); // the browser's
          key('1', 'Digit1'); // as on a French keyboard
        }""")
        assert await sent(page) == [PLAYED, ["play", "0t1", ["0:6C", "0:5H"], "0t2"]]


async def test_piles_wear_their_keys_while_keys_are_used(browser: Browser, site: str) -> None:
    """From the first key on until a pointer comes."""
    async with opened(browser, site, 1280, 800) as page:
        labels = page.locator(".key-labels kbd")
        assert not await labels.first.is_visible()
        await page.keyboard.press("w")
        assert sorted(await labels.all_inner_texts()) == ["1", "2", "3", "4", "5", "P", "Space", "W"]
        assert await labels.first.is_visible()
        await page.mouse.click(640, 780)
        assert not await labels.first.is_visible()


async def test_no_key_is_taken_while_a_dialog_or_a_field_has_the_focus(browser: Browser, site: str) -> None:
    """Neither from the list of keys nor from a line that is being typed."""
    async with opened(browser, site, 1280, 800) as page:
        await page.keyboard.press("?")
        assert await page.locator("dialog dt").count() > 10
        await page.keyboard.press("Space")  # the cross has the focus
        await page.keyboard.press("?")
        await page.keyboard.press("Shift+W")
        await page.keyboard.press("s")
        assert await sent(page) == []
        await page.keyboard.press("Escape")
        await page.locator("dialog").wait_for(state="detached")
        await page.evaluate("document.body.append(document.createElement('textarea'))")
        await page.locator("textarea").focus()
        await page.keyboard.type("sw 1W")
        assert await sent(page) == []
        assert await page.input_value("textarea") == "sw 1W"


async def test_the_focus_stays_near_the_card_that_was_played(browser: Browser, site: str) -> None:
    """It goes to the next card of the same pile, and its ring is seen."""
    async with opened(browser, site, 1280, 800) as page:
        await page.keyboard.press("w")
        assert await page.evaluate(FOCUS) == "0:4S"
        await page.keyboard.press("Enter")
        await page.wait_for_function(f"() => ({FOCUS}) === '0:5S'")
        assert await page.evaluate("document.activeElement.matches(':focus-visible')")
        for _ in range(5):
            await page.keyboard.press("Space")  # more than may be under way: nothing can be moved for a moment
        assert await page.evaluate("document.activeElement.closest('.pack') !== null")


async def test_the_focus_of_a_button_that_is_gone_goes_to_the_own_cards(browser: Browser, site: str) -> None:
    """Whoever has answered by keyboard plays on from there."""
    async with opened(browser, site, 1280, 800) as page:
        await page.evaluate(ROOM, {"pausing": [1]})
        await page.get_by_role("button", name="Not now").focus()
        await page.keyboard.press("Enter")
        await page.wait_for_function("() => document.activeElement.closest('.pack') !== null")


async def test_tab_goes_from_top_to_bottom(browser: Browser, site: str) -> None:
    """Bar, seats, sheet or rail, one own card, plate."""
    async with opened(browser, site, 1280, 800) as page:
        await page.evaluate(ROOM, {"pausing": [1]})
        await rail(page, "asks for a pause")
        await page.evaluate("document.getElementById('screen').focus()")
        zones: list[str] = []
        while not zones or zones[-1] != "plate":
            await page.keyboard.press("Tab")
            zone = await page.evaluate(WALK)
            if not zones or zone != zones[-1]:
                zones.append(zone)
        assert zones == ["bar", "rivals", "rail", "pack", "plate"]


async def test_a_lost_connection_locks_the_hand_and_says_what_waits(browser: Browser, site: str) -> None:
    """What was played stays where it was put; when the connection is back, so is the hand."""
    async with opened(browser, site, 1280, 800) as page:
        await page.dblclick(CARD)
        await page.evaluate(LOSE, True)
        await rail(page, "No connection. 1 move waits to be sent")
        await page.keyboard.press("1")
        await page.dblclick('.pack > .card[data-card="0:5H"]')
        assert await page.locator(".sel, .legal").count() == 0
        assert await sent(page) == [PLAYED]
        assert await page.get_attribute(CARD, "data-pile") == "b0"
        await page.evaluate(BACK)
        await page.keyboard.press("1")
        assert await page.locator(".sel").count() == 2


async def test_a_connection_that_is_back_at_once_was_not_lost(browser: Browser, site: str) -> None:
    """A card in the hand stays there."""
    async with opened(browser, site, 1280, 800) as page:
        await page.keyboard.press("w")
        await page.evaluate(LOSE, False)
        await page.evaluate(BACK)
        assert await page.locator(".sel").count() == 1
        await page.evaluate(LOSE, False)
        await rail(page, "No connection. What you played is kept")
        assert await page.locator(".sel").count() == 0


async def test_a_pause_is_asked_for_granted_and_ended(browser: Browser, site: str) -> None:
    """By key and by button; one's own wish can be taken back."""
    async with opened(browser, site, 1280, 800) as page:
        await page.keyboard.press("z")
        await page.evaluate(ROOM, {"pausing": [0]})
        await page.get_by_role("button", name="Take it back").click()
        await page.evaluate(ROOM, {"pausing": []})
        assert await sent(page) == [{"t": "pause", "on": True}, {"t": "pause", "on": False}]
        await page.evaluate(ROOM, {"pausing": [1]})
        await rail(page, "Ann asks for a pause")
        await page.get_by_role("button", name="Not now").click()
        await page.wait_for_function("() => !document.querySelector('.rail').innerText.includes('pause')")
        await page.evaluate(ROOM, {"pausing": []})
        await page.evaluate(ROOM, {"pausing": [1]})
        await page.get_by_role("button", name="Pause", exact=True).click()
        await page.keyboard.press("w")
        await page.evaluate(ROOM, {"paused": True, "pausing": []})
        await rail(page, "The table is paused")
        assert await page.locator(".sel").count() == 0
        await page.keyboard.press("Shift+W")
        await page.keyboard.press("Enter")
        await page.evaluate(ROOM, {"paused": True, "pausing": [0, 1], "due": {"resume": 3000}})
        await page.get_by_text("Goes on in 3").wait_for()
        await page.get_by_role("button", name="Not yet").click()
        await page.evaluate(ROOM, {"pausing": [], "paused": False})
        await page.locator(".table > .sheet").wait_for(state="hidden")
        *_, asked, wants, waits = await sent(page)
        assert [asked["on"], wants["on"], waits["on"]] == [True, False, True]
        assert "The table is paused." in await page.evaluate("pounce.said")


async def test_the_host_lets_a_bot_play_for_somebody_away(browser: Browser, site: str) -> None:
    """Asked after a quarter of a minute; everybody sees at the seat that a bot plays."""
    async with opened(browser, site, 1280, 800) as page:
        await page.evaluate("""() => {
          pounce.store.receive({ t: 'presence', here: [0], ms: {}, onlookers: 0 });
          requestAnimationFrame(() => requestAnimationFrame(() => {
            const now = performance.now.bind(performance);
            performance.now = () => now() + 15_000;
          }));
        }""")
        await rail(page, "Ann is away")
        assert (await page.evaluate("pounce.said")).count("Ann is away") == 1
        await page.get_by_role("button", name="Let a bot play").click()
        assert await sent(page) == [{"t": "bot", "seat": 1, "level": "steady"}]
        seats = await page.evaluate("pounce.store.state.room.seats")
        await page.evaluate(ROOM, {"seats": [seats[0], seats[1] | {"stand_in": "steady"}]})
        await rail(page, "A bot plays for Ann")
        assert "away, a bot plays" in await page.locator(".seat .unseen").inner_text()
        assert await page.locator(".seat .stand-in").is_visible()


async def test_the_host_answers_a_claim(browser: Browser, site: str) -> None:
    """Who asks, for whose seat, and yes or no."""
    async with opened(browser, site, 390, 844) as page:
        claims = [{"id": 7, "seat": 1, "name": "Robert", "own": None}]
        await page.evaluate("claims => pounce.store.receive({ t: 'claims', claims })", claims)
        await rail(page, "Robert says: “I am Ann”")
        await page.get_by_role("button", name="Give the seat").click()
        assert await sent(page) == [{"t": "grant", "id": 7, "on": True}]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
async def test_what_the_rail_asks_is_read_whole_on_a_phone(
    browser: Browser, site: str, width: int, height: int
) -> None:
    """The sentence stands beside its buttons, in full."""
    async with opened(
        browser, site.replace("state=hands", "state=stuck").replace("seats=2", "seats=4"), width, height
    ) as page:
        for changes, words in (({}, "2 of 4 are stuck"), ({"pausing": [1]}, "Ann asks for a pause")):
            await page.evaluate(ROOM, changes)
            await rail(page, words)
            line = page.locator(".rail .vote > span").filter(has_text=words)
            assert await line.evaluate("el => el.scrollWidth <= el.clientWidth")
