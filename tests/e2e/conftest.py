"""What tests in a browser share."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, JSHandle, Page

from tests.support.pages import chromium


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One browser for all tests of a module; a context for each."""
    async with chromium() as launched:
        yield launched


@pytest.fixture(autouse=True)
def waits_for_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare expression is evaluated again at each look, which our pages forbid unless it holds at the first one."""
    wait = Page.wait_for_function

    async def checked(page: Page, expression: str, **given: Any) -> JSHandle:
        assert re.match(r"\s*\(?[\w\s,\[\]{}]*\)?\s*=>", expression), f"not a function: {expression}"
        return await wait(page, expression, **given)

    monkeypatch.setattr(Page, "wait_for_function", checked)
