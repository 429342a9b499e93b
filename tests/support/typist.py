"""Somebody with a keyboard and nothing else, in a real browser."""

from collections.abc import Callable
from typing import Any, Final

from playwright.async_api import Page

STROKE_MS: Final = 160
"""How long a key is down, and so the pace: about six keys a second."""

# A pointer that moved, a finger, a wheel: none of it is a key.
WITNESS: Final = """
  globalThis.pointed = 0;
  for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
    addEventListener(type, () => globalThis.pointed++, { capture: true });
"""

FOCUS: Final = """() => {
  const el = document.activeElement;
  const seen = el && el !== document.body && el.getClientRects().length > 0;
  const words = el?.labels?.[0]?.innerText || el?.getAttribute('aria-label') || el?.innerText || '';
  return { words: words.trim(), key: el?.dataset?.key ?? '', ringed: Boolean(seen && el.matches(':focus-visible')) };
}"""


class Typist:
    """Somebody with a keyboard and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    async def press(self, key: str) -> None:
        """One key, at the pace of a person."""
        await self.page.keyboard.press(key, delay=STROKE_MS)

    async def tab_to(self, found: Callable[[dict[str, Any]], bool]) -> None:
        """Tab until that has the focus; whatever has it on the way shows its ring."""
        for _ in range(80):
            await self.page.keyboard.press("Tab")
            focus = await self.page.evaluate(FOCUS)
            if found(focus):
                assert focus["ringed"], focus
                return
        raise AssertionError("Tab never came there")

    async def choose(self, words: str) -> None:
        """Press the button that says so."""
        await self.page.get_by_role("button", name=words).first.wait_for()
        await self.tab_to(lambda focus: focus["words"].startswith(words))
        await self.press("Enter")
