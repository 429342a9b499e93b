"""People who race a solitaire in browsers, and the deal that they race on, as the server's log has it."""

import json
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Page, expect

from app.rules.game import Move
from app.rules.solitaire_race import RaceState
from app.solver.base import Solved, solve
from tests.support.log import RoomLog
from tests.support.visit import Visit, chair

NODES: Final = 40_000
DEALS: Final = 4
"""So many deals are looked at for one that can be won: of a hundred hardly one cannot."""


def as_seat(name: str, seat: int) -> str:
    """A pile or card of a game for one, as it is called at a seat of a race."""
    return f"{seat}{name[1:]}"


def moved(move: Move, seat: int) -> Move:
    """A move of the game for one, as this seat makes it."""
    if move.name != "play":
        return move
    cards = tuple(type(card)(as_seat(card, seat)) for card in move.cards)
    return move._replace(source=as_seat(move.source, seat), cards=cards, target=as_seat(move.target, seat))


def seen_at(shown: str, seat: int) -> str:
    """What a page shows of a game for one (`thumb.seen`), as it is called at this seat."""
    *piles, count = json.loads(shown)
    renamed = [[as_seat(pile, seat), [as_seat(card, seat) for card in cards]] for pile, cards in piles]
    return json.dumps([*renamed, count], separators=(",", ":"))


def winning(game: str, state: Any) -> tuple[Move, ...]:
    """Moves that win from there; none where none were found."""
    outcome = solve(game, state, NODES)
    return outcome.line if isinstance(outcome, Solved) else ()


def race_state(data: Path, page: Page) -> RaceState:
    """The race at the table of this page, as it is kept."""
    state: Any = RoomLog(data, page.url.rsplit("/", 1)[1].replace("-", "")).last.state
    assert isinstance(state, RaceState)
    return state


async def race(visit: Visit, data: Path, game: str, name: str, **phone: Any) -> tuple[Page, Page, tuple[Move, ...]]:
    """Ann, who invites, and Bo, with what `phone` says of his browser, after Go; and moves of the game that win."""
    for _ in range(DEALS):
        ann = await visit.person("Ann")
        await ann.get_by_role("button", name=f"{name}: Race friends").click()
        await expect(chair(ann, "Ann")).to_be_visible()
        await expect(ann.get_by_role("button", name="Two are needed to start")).to_be_disabled()
        bo = await visit.person("Bo", ann.url, **phone)
        await bo.get_by_role("button", name="Sit down").click()
        await bo.get_by_role("button", name="Ready", exact=True).click()
        await expect(chair(ann, "Bo")).to_contain_text("Ready")
        await ann.get_by_role("button", name="Start", exact=True).click()
        for page in (ann, bo):
            await expect(page.locator(".table.apart:not(.waiting)")).to_be_visible()
        if moves := winning(game, race_state(data, ann).games[0]):
            return ann, bo, moves
        await visit.part()
    raise AssertionError("no deal could be won")
