"""Every byte that leaves the server in an evening of Pounce, searched for what its receiver must not know."""

import asyncio
import base64
import json
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.rooms.entry import Ended, MatchStarted, Readied, Sealed
from app.rooms.point import Point
from app.rules.rng import Rng, match_seed
from tests.support.browser_socket import Player, all_see
from tests.support.hand import Hand, play_round
from tests.support.log import RoomLog, assert_agrees, piles_for, seat_of_round
from tests.support.server import ServerProcess, running
from tests.support.sight import Message, Sight

pytestmark = pytest.mark.server

EVENING: dict[str, object] = {
    "countdown_ms": 100,
    "next_round_ms": 60_000,
    "bot_pace_ms": 50,
    "moves_per_second": 100_000,
    "messages_per_second": 100_000,
    "log_level": "debug",
}
OPTIONS: dict[str, object] = {"target": 50, "pounce_pile": 5, "penalty": 0, "bonus": 3}

CARD = re.compile(r"[0-9]:[A23456789TJQK][SHDC]")
FACE = re.compile(r'"[A23456789TJQK][SHDC]"')
LONG_HEX = re.compile(r"[0-9a-fA-F]{16,}")


class Visitor(Player):
    """Comes with a browser that knows nothing, asks for pages, and is given a cookie."""

    def __init__(self, server: ServerProcess, name: str) -> None:
        super().__init__(server, "", name)
        self.token = ""
        self.fetched: list[str] = []
        self.added: list[str] = []

    async def fetch(self, method: str, path: str, body: Message | None = None) -> Any:
        """One request. Everything that came back is kept, but for the header that hands out the own cookie."""
        url = self.server.url + path
        headers = {"origin": self.server.origin}
        if self.token:
            headers["cookie"] = f"pounce_{self.server.port}={self.token}"
        async with httpx.AsyncClient() as http:
            answer = await http.request(method, url, json=body, headers=headers)
        given = answer.headers.pop("set-cookie", None)
        if given is not None:
            assert not self.token
            self.token = re.fullmatch(rf"pounce_{self.server.port}=([0-9a-f]{{32}}); .*HttpOnly.*", given)[1]  # type: ignore[index]
        if "etag" in answer.headers:  # a digest of the page itself
            assert answer.headers.pop("etag").strip('"') == sha256(answer.content).hexdigest()[:16]
        self.urls.append(url)
        self.fetched.append(f"{answer.headers!r} {answer.text}")
        return answer.json() if answer.headers["content-type"] == "application/json" else None

    async def enter(self, code: str) -> None:
        """Open the table by its link."""
        await self.fetch("GET", f"t/{code}")
        await self.fetch("GET", "api/me")
        self.code = code
        await self.connect()

    def share(self) -> str:
        """What this browser adds to the next seed."""
        self.added.append(secrets.token_hex(16))
        return self.added[-1]

    async def ready(self) -> None:
        await self.send({"t": "ready", "on": True, "add": self.share()})


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a room's log knows and its viewers do not."""

    log: RoomLog
    always: frozenset[str]
    """Nobody ever reads these: cookies, digests, match seeds, shares of the browsers that no match has used."""
    shown_from: dict[str, int]
    """Server seeds, and the browsers' shares in the seed of the match: the entry from which on each may be shown."""
    promises: dict[str, int]
    """Commitments: the entry from which on each is shown."""

    @classmethod
    def of(cls, log: RoomLog, people: list[Visitor]) -> "Secrets":
        always = {secret for person in people for secret in (person.token, person.digest, *person.added)}
        sealed, running = "", list[str]()
        shown_from: dict[str, int] = {}
        promises: dict[str, int] = {}
        for n, (entry, point) in enumerate(zip(log.entries, log.points, strict=True), 1):
            if isinstance(entry, Sealed):
                sealed = entry.seed
                shown_from[sealed] = len(log.entries) + 1
                promises[sha256(bytes.fromhex(sealed)).hexdigest()] = n
            elif isinstance(entry, MatchStarted):
                always.add(entry.seed)
                running = [sealed, *point.room.adds]
                shown_from |= dict.fromkeys(point.room.adds, len(log.entries) + 1)
            elif running and (isinstance(entry, Ended) or point.room.phase == "over"):
                shown_from |= {secret: min(n, shown_from[secret]) for secret in running}
        return cls(log, frozenset(always - shown_from.keys()), shown_from, promises)

    def told_by(self, text: str, n: int) -> list[str]:
        """The secrets that a text tells to somebody who has seen `n` entries."""
        hidden = self.always | {seed for seed, first in self.shown_from.items() if n < first}
        open_now = {seed for seed, first in self.shown_from.items() if n >= first}
        open_now |= {promise for promise, first in self.promises.items() if n >= first}
        found = [secret for secret in hidden if any(form in text for form in _spellings(secret))]
        return found + [other for other in LONG_HEX.findall(text) if other not in open_now]


def _spellings(secret: str) -> list[str]:
    data = bytes.fromhex(secret)
    return [secret, secret.upper(), base64.b64encode(data).decode()[:-2], base64.urlsafe_b64encode(data).decode()[:-2]]


def visible(point: Point, viewer: int | None) -> set[str]:
    """The cards that this viewer may know by sight at this moment."""
    if point.state is None:
        return set()
    cards = {card for _, *shown in piles_for(point, viewer).values() for card in shown}
    for card, where in point.state.pulls or ():
        if card is not None:
            # The stuck rule tells of a card that it has laid on a pile for all to see.
            pile = point.state.table.pile(where)
            assert card in pile.cards[pile.down :]
            cards.add(card)
    return cards


def assert_knows_only_what_he_may(viewer: Visitor, known: Secrets) -> Counter[str]:
    """Search everything that came through a person's sockets. How much there was to search."""
    sight, tally = Sight(), Counter[str]()
    for text in viewer.received:
        message = json.loads(text)
        sight.take(message)
        cards = CARD.findall(text)
        assert known.told_by(text, sight.n) == [], text
        assert not FACE.search(text), text
        if "n" in message:
            point = known.log.at(sight.n)
            seen = visible(point, seat_of_round(point, viewer.digest))
            assert seen.issuperset(cards), f"{viewer.name} was told of {set(cards) - seen}: {text}"
        else:
            assert not cards, text
        tally["messages"] += 1
        tally["bytes"] += len(text.encode())
        tally["cards"] += len(cards)
    assert_agrees(viewer, known.log)
    return tally


async def all_in(phase: str, people: Sequence[Visitor]) -> None:
    await all_see(people, lambda player: player.room["phase"] == phase)


async def evening(server: ServerProcess, stack: AsyncExitStack) -> tuple[str, list[Visitor], list[Message]]:
    """At least three rounds and a rematch of two people and two bots, with an onlooker, a late comer, a lost socket
    and a page loaded again. The code, the visitors, and the room as the onlooker saw it at some moments.
    """
    ann, ben, olga, late = (Visitor(server, name) for name in ("Ann", "Ben", "Olga", "Late"))
    await ann.fetch("GET", "")
    await ann.fetch("POST", "api/me", {"name": "Ann"})
    code: str = (await ann.fetch("POST", "api/tables", {"game": "pounce"}))["code"]
    for person in (ann, ben, olga):
        stack.push_async_callback(person.close)
        await person.enter(code)
    moments = [olga.room]
    for person in (ann, ben):
        await person.sit()
    for message in ({"t": "add_bot"}, {"t": "add_bot"}, {"t": "options", "options": OPTIONS}):
        await ann.send(message)
    await ben.ready()
    await olga.until(lambda: len(olga.room["seats"]) == 4 and olga.room["seats"][1]["ready"])
    await ann.send({"t": "start", "add": ann.share()})

    players = [ann, ben]
    hands = {person.name: Hand(person, Rng(person.name.encode())) for person in (ann, ben, late)}

    async def play(entries: int = 1_000_000) -> None:
        await asyncio.gather(*(play_round(hands[person.name], entries) for person in players))

    await play(60)
    await ben.close()
    await ben.connect()
    await ann.reload()
    await play()
    await all_in("between", [ann, ben, olga])
    moments.append(olga.room)
    for person in players:
        await person.ready()
    await all_in("play", [ann, ben, olga])
    await play(40)
    stack.push_async_callback(late.close)
    await late.enter(code)
    await late.sit()
    await play()
    players.append(late)
    while ann.room["phase"] != "over" or ann.room["round"] < 3:
        await all_in(ann.room["phase"], players)
        for person in players:
            await person.ready()
        await all_in("play", players)
        await play()
        await olga.until(lambda: olga.n >= ann.n)
        moments.append(olga.room)

    await olga.until(lambda: olga.room["commitment"] not in [moment["commitment"] for moment in moments[:-1]])
    moments.append(olga.room)
    await all_in("over", players)
    for person in players:
        await person.ready()
    await all_in("play", players)
    await play()
    await olga.until(lambda: olga.n >= ann.n)
    moments.append(olga.room)
    if ann.room["phase"] != "lobby":
        await ann.send({"t": "end"})
    await all_in("lobby", [*players, olga])
    moments.append(olga.room)
    for person in (*players, olga):
        await person.fetch("GET", "api/me")
        await person.fetch("GET", f"api/tables/{code}")
    return code, [ann, ben, late, olga], moments


async def stuck_table(server: ServerProcess, stack: AsyncExitStack) -> tuple[str, list[Visitor]]:
    """Two people who say "stuck" until cards have been pulled in public and put away in secret; one looks on."""
    people = [Visitor(server, name) for name in ("Eve", "Finn", "Gus")]
    await people[0].fetch("GET", "")
    code: str = (await people[0].fetch("POST", "api/tables", {"game": "pounce"}))["code"]
    for person in people:
        stack.push_async_callback(person.close)
        await person.enter(code)
    players = people[:2]
    for person in players:
        await person.sit()
    await players[0].send({"t": "start", "add": players[0].share()})
    await all_in("play", people)
    pulled: list[tuple[str | None, str | None]] = []
    for _ in range(3):
        await all_see(players, lambda player: player.table["facts"]["phase"] == "race")
        for person in players:
            await person.move(["stuck"])
        await all_see(people, lambda player: player.table["facts"]["pulls"] is not None)
        pulled += map(tuple, people[2].table["facts"]["pulls"])
    assert all((card is None) == (where in (None, "stock")) for card, where in pulled)
    return code, people


async def knock_at_wrong_doors(server: ServerProcess, visitor: Visitor, code: str) -> None:
    """What makes a server complain in its log: a foreign page, a table that does not exist, broken messages."""
    async with httpx.AsyncClient() as http:
        for path in ("api/tables/222222", "t/222222", f"nowhere/{code}", f"api/tables/{code}%00"):
            await http.get(server.url + path)
        await http.post(server.url + "api/tables", json={"game": "pounce"}, headers={"origin": "http://elsewhere"})
    for text in ("{", '{"t":"move","k":1,"m":["play","0p",["0:AS"],"new"],"more":1}', '{"t":"peek"}'):
        await visitor.close()
        await visitor.connect()
        await visitor.send_text(text)
        await visitor.until_closed()


async def test_nobody_is_told_what_he_must_not_know(tmp_path: Path) -> None:
    async with running(tmp_path, **EVENING) as server, AsyncExitStack() as stack:
        (code, people, moments), (stuck_code, others) = await asyncio.gather(
            evening(server, stack), stuck_table(server, stack)
        )
        await knock_at_wrong_doors(server, others[2], stuck_code)
        log, stuck_log = RoomLog(tmp_path, code), RoomLog(tmp_path, stuck_code)
    everybody = [*people, *others]
    known, of_others = Secrets.of(log, everybody), Secrets.of(stuck_log, everybody)

    tally = Counter[str]()
    for visitor, secret in [*((one, known) for one in people), *((one, of_others) for one in others)]:
        tally += assert_knows_only_what_he_may(visitor, secret)
    assert tally["cards"] > 2000
    assert len(log.of_kind("round")) >= 4

    # Pages, addresses and the log of the server: no card at all, no secret whenever it would be shown.
    said = [text for visitor in everybody for text in visitor.fetched]
    asked = [url for visitor in everybody for url in visitor.urls]
    assert len(said) > 20
    for text in (*said, *asked, *server.log):
        assert known.told_by(text, 0) == [], text
        assert of_others.told_by(text, 0) == [], text
        assert not CARD.search(text), text
    # A table's code is the key to it: it stands in the link that people share, and in nothing that the server logs.
    assert server.log
    for line in server.log:
        assert code not in line
        assert stuck_code not in line

    assert_promises_kept(log, people, moments)
    assert_search_finds(known, people[1])


def assert_promises_kept(log: RoomLog, people: list[Visitor], moments: list[Message]) -> None:
    """What was promised before a match is shown after it, and the next promise is another. Everybody's share counts,
    and none that was known before the promise was made.
    """
    digests = {person.digest: person for person in people}
    promises: list[str] = []
    shares: dict[int, str] = {}
    seed = ""
    for entry, point in zip(log.entries, log.points, strict=True):
        if isinstance(entry, Sealed):
            seed, shares = entry.seed, {}
            promises.append(sha256(bytes.fromhex(seed)).hexdigest())
        elif isinstance(entry, Readied) and entry.add:
            shares.setdefault(entry.seat, entry.add)
            owner = point.room.seat(entry.seat)
            assert owner is not None
            assert entry.add in digests[owner.player].added
        elif isinstance(entry, MatchStarted):
            assert shares
            assert bytes.fromhex(entry.seed) == match_seed(
                bytes.fromhex(seed), [bytes.fromhex(shares[seat]) for seat in sorted(shares)]
            )
    assert len(set(promises)) == len(promises)
    shown = list(dict.fromkeys(moment["commitment"] for moment in moments))
    assert shown == promises[: len(shown)]
    assert len(shown) >= 2
    revealed = list(dict.fromkeys(moment["revealed"] for moment in moments if moment["revealed"]))
    assert [sha256(bytes.fromhex(one)).hexdigest() for one in revealed] == promises[: len(revealed)]
    assert len(revealed) >= 2


def assert_search_finds(known: Secrets, viewer: Visitor) -> None:
    """The search itself is worth something: it finds what is planted."""
    seed, first = next(iter(known.shown_from.items()))
    assert known.told_by(f'{{"seed":"{seed}"}}', first) == []
    assert known.told_by(f'{{"seed":"{seed}"}}', first - 1) != []
    for secret in known.always:
        assert known.told_by(base64.b64encode(bytes.fromhex(secret)).decode(), first) == [secret]
    at = next(at for at, text in enumerate(viewer.received) if '"p":{' in text)
    n = json.loads(viewer.received[at])["n"]
    table = known.log.at(n).state.table
    hidden = table.pile("1s").cards[0]
    planted = viewer.received[at].replace('"p":{', f'"p":{{"1s":[27,"{hidden}"],', 1)
    viewer.received[at] = planted
    with pytest.raises(AssertionError, match=re.escape(hidden)):
        assert_knows_only_what_he_may(viewer, known)
