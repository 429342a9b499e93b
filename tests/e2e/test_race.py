"""Two people reach for the same place at the same moment, against a real server."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from itertools import pairwise, permutations
from pathlib import Path

import pytest

from app.rules.card import RANKS, SUITS, Card
from app.rules.game import Move
from app.rules.rng import Rng
from tests.support.browser_socket import Player, all_see, open_table
from tests.support.hand import Hand, play_round
from tests.support.log import RoomLog, assert_agrees
from tests.support.server import ServerProcess, running
from tests.support.sight import Message

pytestmark = pytest.mark.server

QUICK: dict[str, object] = {"countdown_ms": 100, "moves_per_second": 100_000, "messages_per_second": 100_000}
OPEN: dict[str, object] = {"pounce_pile": 5, "tableau": 4, "flip": 1, "king_stop": "off", "target": 0}
"""Nearly every card can be brought to the top: but for the pounce pile nothing lies under another card for good."""
SHORT: dict[str, object] = OPEN | {"empty_space": "any", "pounce_on_tableau": True}
"""A round that is over soon."""

ROOMS = 4
RACES = 50


class Racer(Hand):
    """Knows the order of the own stock, once it was seen through, and how far each card in it is from the top."""

    order: list[Card]
    turned: int

    async def look_through(self) -> None:
        """Turn the whole stock over once, then pick it up."""
        count, self.turned = int(self.player.pile(f"{self.player.me}s")[0]), 0
        *flips, _ = await self.in_a_row([Move("flip")] * count + [Move("pickup")])
        self.order = [Card(flip["p"][f"{self.player.me}w"][-1]) for flip in flips]

    async def in_a_row(self, moves: list[Move]) -> list[Message]:
        """Make moves that nobody can get in the way of, without waiting in between; the frames."""
        numbers = [await self.post(move) for move in moves]
        frames = [await self.player.answer(k) for k in numbers]
        assert all("n" in frame for frame in frames), frames
        return frames

    def top(self, pile: str) -> Card:
        return Card(str(self.player.pile(f"{self.player.me}{pile}")[-1]))

    def source(self, card: Card) -> str | None:
        """The pile on which the card lies on top. The last pounce card stays: it would end the round."""
        piles = [
            "t1",
            "t2",
            "t3",
            "t4",
            "w",
            *(["p"] if cards_left(self.player) > 1 else []),
        ]
        return next((f"{self.player.me}{pile}" for pile in piles if self.top(pile) == card), None)

    def turns(self, card: Card) -> list[Move] | None:
        """What it takes to bring the card to the top, None if it cannot be had."""
        if self.source(card) is not None:
            return []
        if card not in self.order:
            return None
        at, flip = self.order.index(card) + 1, Move("flip")
        if at > self.turned:
            return [flip] * (at - self.turned)
        return [flip] * (len(self.order) - self.turned) + [Move("pickup")] + [flip] * at

    async def expose(self, card: Card) -> str:
        """Bring the card to the top; on which pile it lies."""
        if moves := self.turns(card):
            await self.in_a_row(moves)
            self.turned = self.order.index(card) + 1
        source = self.source(card)
        assert source is not None
        return source

    def played(self, card: Card) -> None:
        """The card is gone from the own piles."""
        if card in self.order:
            self.order.remove(card)
            self.turned -= 1


def pile_of(player: Player, suit: str) -> tuple[str, str] | None:
    """The first pile of this suit in the middle and the rank that it takes next; None for one that is finished."""
    for number in range(4 * len(player.room["players"])):
        _, *shown = player.pile(f"b{number}")
        if shown and shown[-1][3] == suit:
            rank = RANKS.index(shown[-1][2])
            return (f"b{number}", RANKS[rank + 1]) if rank < 12 else None
    return "new", "A"


def reachable(racers: list[Racer], suit: str) -> tuple[str, dict[int, tuple[int, Card]]] | None:
    """Where the suit goes on, and for each racer who can have the next card how far it is."""
    place = pile_of(racers[0].player, suit)
    if place is None:
        return None
    target, rank = place
    found = {}
    for seat, racer in enumerate(racers):
        card = Card(f"{seat}:{rank}{suit}")
        if (turns := racer.turns(card)) is not None:
            found[seat] = (len(turns), card)
    return target, found


def players_of(hands: Sequence[Hand]) -> list[Player]:
    return [hand.player for hand in hands]


async def catch_up(hands: Sequence[Hand]) -> None:
    """Until all of them have seen what one of them has."""
    newest = max(hand.player.n for hand in hands)
    await all_see(players_of(hands), lambda player: player.n >= newest)


async def at_once(moves: list[tuple[Racer, Move]]) -> list[Message]:
    """Write all the messages in the same instant, in this order; what came of each."""
    numbers = [await racer.post(move) for racer, move in moves]
    answers = [await racer.player.answer(k) for (racer, _), k in zip(moves, numbers, strict=True)]
    await catch_up([racer for racer, _ in moves])
    return answers


async def seat_two(ann: Player, ben: Player, **options: object) -> list[Racer]:
    for player in (ann, ben):
        await player.sit()
    await ann.send({"t": "options", "options": options or OPEN})
    return [Racer(ann, Rng(b"Ann")), Racer(ben, Rng(b"Ben"))]


async def deal(racers: list[Racer]) -> None:
    """A round of a new match, until Go."""
    host = racers[0].player
    if host.room["phase"] != "lobby":
        await host.send({"t": "end"})
    await all_see(players_of(racers), lambda player: player.room["phase"] == "lobby")
    await host.send({"t": "start"})
    await all_see(players_of(racers), lambda player: bool(player.table) and player.table["facts"]["phase"] == "race")


async def race_in(server: ServerProcess, data_dir: Path, races: int) -> Counter[str]:
    """One room, until so many races were run. Who won them, and how many messages and tables were compared."""
    code = await open_table(server)
    tally: Counter[str] = Counter()
    async with Player(server, code, "Ann") as ann, Player(server, code, "Ben") as ben:
        racers = await seat_two(ann, ben)
        while tally["races"] < races:
            await deal(racers)
            await asyncio.gather(*(racer.look_through() for racer in racers))
            tally["rounds"] += 1
            while tally["races"] < races and await go_on(racers, tally):
                pass
        log = RoomLog(data_dir, code)
        tally["tables"] = log.assert_conserved()
        tally["messages"] = sum(assert_agrees(player, log) for player in (ann, ben))
    return tally


async def go_on(racers: list[Racer], tally: Counter[str]) -> bool:
    """The nearest race; if there is none, the nearest card that one of them can play alone. False: nothing is left."""
    steps = []
    for suit in SUITS:
        place = reachable(racers, suit)
        if place is not None and place[1]:
            target, found = place
            steps.append((-len(found), max(far for far, _ in found.values()), target, found))
    if not steps:
        return False
    _, _, target, found = min(steps, key=lambda step: step[:2])
    seats = sorted(found, reverse=tally["steps"] % 2 == 1)
    tally["steps"] += 1
    sources = await asyncio.gather(*(racers[seat].expose(found[seat][1]) for seat in seats))
    moves = [
        (racers[seat], Move("play", source, (found[seat][1],), target))
        for seat, source in zip(seats, sources, strict=True)
    ]
    answers = await at_once(moves)
    if target == "new" or len(seats) == 1:
        assert all("n" in answer for answer in answers), answers
        winners = seats
        if len(seats) == 2:
            tally["aces"] += 1
    else:
        winners = [seat for seat, answer in zip(seats, answers, strict=True) if "n" in answer]
        assert len(winners) == 1, answers
        told = answers[1 - seats.index(winners[0])]
        assert told["t"] == "no"
        assert told["code"] == "taken"
        assert told["by"] == winners[0]
        assert told["ms"] >= 1
        tally["races"] += 1
        tally[f"won by {winners[0]}"] += 1
        tally["first was first"] += winners == seats[:1]
        for racer in racers:
            assert racer.player.pile(target)[-1] == found[winners[0]][1]
    for seat in winners:
        racers[seat].played(found[seat][1])
    return True


def cards_left(player: Player) -> int:
    """How many pounce cards the player still has."""
    hidden, *shown = player.pile(f"{player.me}p")
    return int(hidden) + len(shown)


def last_move(hand: Hand) -> Move | None:
    """How the last pounce card can be played now, None if it cannot or is not the last."""
    me = hand.player.me
    if cards_left(hand.player) > 1:
        return None
    return next((move for move in hand.moves() if move.source == f"{me}p"), None)


async def play_until_last(hands: list[Hand]) -> list[Move] | None:
    """Play until both can go out with their next move; these moves. None when the round ends in another way."""
    while True:
        await catch_up(hands)
        if hands[0].player.room["phase"] != "play":
            return None
        lasts = [last_move(hand) for hand in hands]
        found = [move for move in lasts if move is not None]
        if len(found) == len(hands):
            return found
        for hand, last in zip(hands, lasts, strict=True):
            move = hand.best()
            if last is not None:
                votes = hand.player.table["facts"]["stuck"]
                move = Move("stuck") if votes and hand.player.me not in votes else None
            if move is not None:
                await hand.make(move)
            elif hand.player.table["facts"]["phase"] == "stuck":
                await hand.player.next_entry()


async def test_of_two_who_play_to_the_same_pile_at_once_one_has_it_and_the_other_is_told(tmp_path: Path) -> None:
    async with running(tmp_path, **QUICK) as server:
        rooms = await asyncio.gather(*(race_in(server, tmp_path, RACES) for _ in range(ROOMS)))
    tally = sum(rooms, Counter[str]())
    assert tally["races"] == ROOMS * RACES
    # Whose message was written first changes from race to race, and so does the winner.
    assert min(tally["won by 0"], tally["won by 1"]) > ROOMS * RACES // 4
    # Two aces do not race: both find a place.
    assert tally["aces"] > 0
    assert tally["tables"] > 1000
    assert tally["messages"] > 2 * tally["tables"]


async def test_two_moves_to_different_piles_in_the_same_instant_both_land(tmp_path: Path) -> None:
    landed = 0
    async with running(tmp_path, **QUICK) as server:
        code = await open_table(server)
        async with Player(server, code, "Ann") as ann, Player(server, code, "Ben") as ben:
            racers = await seat_two(ann, ben)
            await deal(racers)
            await asyncio.gather(*(racer.look_through() for racer in racers))
            while landed < 20:
                places = [place for suit in SUITS if (place := reachable(racers, suit)) is not None]
                pair = next(
                    (
                        (one, other)
                        for one, other in permutations(places, 2)
                        if "new" not in (one[0], other[0]) and 0 in one[1] and 1 in other[1]
                    ),
                    None,
                )
                if pair is None:
                    if not await go_on(racers, Counter()):
                        await deal(racers)
                        await asyncio.gather(*(racer.look_through() for racer in racers))
                    continue
                moves = []
                for racer, (target, found) in zip(racers, pair, strict=True):
                    card = found[racer.player.me][1]
                    moves.append((racer, Move("play", await racer.expose(card), (card,), target)))
                answers = await at_once(moves if landed % 2 else moves[::-1])
                assert all("n" in answer for answer in answers), answers
                for racer, move in moves:
                    assert ann.pile(move.target) == ben.pile(move.target)
                    assert ann.pile(move.target)[-1] == move.cards[0]
                    racer.played(move.cards[0])
                landed += 1
            log = RoomLog(tmp_path, code)
            log.assert_conserved()
            for player in (ann, ben):
                assert_agrees(player, log)


async def test_a_message_that_comes_again_is_applied_once_and_answered_again(tmp_path: Path) -> None:
    def oks(player: Player, k: int) -> int:
        return sum(json.loads(text) == {"t": "ok", "k": k} for text in player.received)

    async with running(tmp_path, **QUICK) as server:
        code = await open_table(server)
        async with Player(server, code, "Ann") as ann, Player(server, code, "Ben") as ben:
            racers = await seat_two(ann, ben)
            await deal(racers)
            stock = ann.pile("0s")[0]

            flip = await ann.post_move(["flip"])
            for _ in range(3):
                await ann.post_move(["flip"], flip)
            await ann.until(lambda: oks(ann, flip) == 3)
            assert ann.pile("0s") == [stock - 1]

            # A refusal stays what it was, although the move has become possible meanwhile.
            early = await ann.post_move(["pickup"])
            assert (await ann.answer(early))["code"] == "stock_not_empty"
            await racers[0].in_a_row([Move("flip")] * (stock - 1))
            del ann.answers[early]
            await ann.post_move(["pickup"], early)
            assert (await ann.answer(early))["code"] == "stock_not_empty"
            assert ann.pile("0s") == [0]
            pickup = await ann.post_move(["pickup"])
            assert "n" in await ann.answer(pickup)

            # Over another socket of the same page.
            await ann.close()
            await ann.connect()
            assert {flip, pickup} <= set(ann.welcome["moved"])
            assert early not in ann.welcome["moved"]
            await ann.post_move(["pickup"], pickup)
            await ann.until(lambda: oks(ann, pickup) == 1)
            assert ann.pile("0s") == [stock]

            # From a server that was killed, and one that was killed before it could answer.
            again = await ann.post_move(["flip"])
            await ann.answer(again)
            hasty = await ann.post_move(["flip"])
            await server.kill()
            await ann.until_closed()
            await server.start()
            for player in (ann, ben):
                await player.connect()
            assert again in ann.welcome["moved"]
            for k in (again, hasty, hasty):
                await ann.post_move(["flip"], k)
            await ann.until(lambda: oks(ann, again) == 1)
            await ann.until(lambda: oks(ann, hasty) >= 1 and hasty in ann.answers)
            assert ann.pile("0s") == [stock - 2]

            log = RoomLog(tmp_path, code)
            assert set(log.acks().values()) == {1}
            assert f"{ann.load}:{early}" not in log.acks()
            for player in (ann, ben):
                assert_agrees(player, log)


async def test_start_next_round_and_rematch_pressed_by_everybody_at_once_happen_once(tmp_path: Path) -> None:
    async with running(tmp_path, next_round_ms=60_000, **QUICK) as server, AsyncExitStack() as stack:
        code = await open_table(server)
        people = [await stack.enter_async_context(Player(server, code, name)) for name in ("Ann", "Ben", "Cleo")]
        hands = [Hand(player, Rng(player.name.encode())) for player in people]
        for player in people:
            await player.sit()

        async def press(message: Message, *, until: Callable[[Player], bool]) -> None:
            for player in (*people, *people[::-1]):
                await player.send(message)
            await all_see(people, until)
            # All that was pressed is judged when everybody's ping is answered, and kept when a later entry is.
            for player in people:
                await player.ping()
            name = f"Ann {people[0].n}"
            await people[0].send({"t": "rename", "name": name})
            await people[0].until(lambda: people[0].room["seats"][0]["name"] == name)

        async def play() -> None:
            await asyncio.gather(*(play_round(hand) for hand in hands))

        ready = {"t": "ready", "on": True, "add": "5a" * 16}
        await people[0].send({"t": "options", "options": SHORT | {"target": 0}})
        await press({"t": "start"}, until=lambda player: player.room["phase"] == "play")
        await play()
        await all_see(people, lambda player: player.room["phase"] == "over")
        await press(ready, until=lambda player: player.room["phase"] == "play")
        await play()
        await all_see(people, lambda player: player.room["phase"] == "over")
        await press({"t": "end"}, until=lambda player: player.room["phase"] == "lobby")
        await people[0].send({"t": "options", "options": SHORT | {"target": 200}})
        await press({"t": "start"}, until=lambda player: player.room["phase"] == "play")
        await play()
        await all_see(people, lambda player: player.room["phase"] == "between")
        await press(ready, until=lambda player: player.room["round"] == 2)

        log = RoomLog(tmp_path, code)
        assert [entry.kind for entry in log.entries if entry.kind in {"match", "round", "ended"}] == [
            *("match", "round"),
            *("match", "round"),
            "ended",
            *("match", "round", "round"),
        ]
        for player in people:
            assert_agrees(player, log)


async def test_two_last_moves_in_the_same_instant_end_the_round_once(tmp_path: Path) -> None:
    ended = 0
    async with running(tmp_path, next_round_ms=60_000, **QUICK) as server:
        code = await open_table(server)
        async with Player(server, code, "Ann") as ann, Player(server, code, "Ben") as ben:
            racers = await seat_two(ann, ben, **SHORT)
            while ended < 4:
                await deal(racers)
                lasts = await play_until_last([*racers])
                if lasts is None:
                    continue
                order = [(racer, move) for racer, move in zip(racers, lasts, strict=True)][:: 1 if ended % 2 else -1]
                answers = await at_once(order)
                (winner,) = [racer for (racer, _), answer in zip(order, answers, strict=True) if "n" in answer]
                (late,) = [answer for answer in answers if "n" not in answer]
                assert late["code"] == "not_now"
                await all_see(players_of(racers), lambda player: player.room["phase"] == "over")
                assert ann.room["sheet"] == ben.room["sheet"]
                assert ann.room["sheet"]["ended_by"] == winner.player.seat
                ended += 1
            log = RoomLog(tmp_path, code)
            sheets = [point.room.sheet for point in log.points]
            made = sum(before is None and after is not None for before, after in pairwise(sheets))
            assert made == len(log.of_kind("round"))
            for player in (ann, ben):
                assert_agrees(player, log)
