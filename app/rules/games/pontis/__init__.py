"""Pontis, the bridge: lay the difference between your own top card and that of the seat before.

Source: Aaron Hopewell's game as a Russian rules page tells it. What is marked * is our decision where that page is
silent; what stands in brackets are the host's options.

Values. 2 to 10 as marked, jack 11, queen 12, king 13, ace 1 or 14 at every use, a joker any card: its rank is named
when it is laid and stays.

Deal. 52 cards and two jokers [`jokers`], shuffled. One card face down to each seat, the base of its bank, unseen by
its owner too, and the rest in equal hands, one at a time from the dealer's left *; what does not go round stays out of
play, unseen *. [`bases` suit: a suit is drawn by lot, the ace that comes first when the four aces are shuffled; it
alone gives the bases, and its other cards go into the pack before the hands are dealt.] The first dealer is drawn by
lot, then the seats deal clockwise; if the next dealer has left, whoever is next after him *.

Play, clockwise. The dealer's first turn is to open his base; that is no miss *. The bases of the others are turned up
by the table when their first turns begin *. A turn wants the difference between the top of the own bank and the top of
the seat before, also when that seat has just missed *; with an ace on top there are two such numbers and either will
do. A lay is one card of that value, or two whose sum or difference it is; it goes on the own bank, and of two cards
the player says which lies on top *. Bridge: two aces on top are 1 and 14, so 13 is wanted; other equal tops want a
pair, two cards of one rank. A pair answers nothing else by its difference *, two aces as 14 - 1 excepted. One lays if
one can [`must_lay` off: one may always pass]; a turn without a lay is a miss. A joker base is named by its owner
before anything else in his turn, also with a rank that leaves him no lay *; a joker named ace is an ace, 1 or 14 *.

Time. Out of time [`turn_seconds`], a seat opens its base, names it ace if it is a joker, and makes the first lay that
it has: one card before two, the lower before the higher, jokers last *; without a lay it misses. The house may do so
for a seat that is gone, and it may end a game that the host gives up: nobody wins it, and it counts for nothing *.

End. Whoever lays the last card wins at once. As many misses in a row as there are seats are a block: everybody counts
the cards of the own bank, base included, ace 14, a joker as named * [`block_points` cards: one for each card], and
most points win; equal ones share the win *. One game [`series`: of three, of five or of a dealer round, a game a seat,
all are played, and most wins win the match; a shared win counts one for each, and equal ones share].
"""

from collections.abc import Generator, Iterable, Sequence
from typing import Final

from app.rules.game import (
    HOUSE,
    Absence,
    Carry,
    GameInfo,
    Illegal,
    Json,
    Move,
    Option,
    Options,
    Result,
    SeatReview,
    SeatScore,
    Timer,
)
from app.rules.games.pontis.hints import hints
from app.rules.games.pontis.lay import letter, rank_of
from app.rules.games.pontis.move import (
    END,
    check_house,
    check_seat,
    house_moves,
    lay,
    miss,
    name_base,
    named_cards,
    open_base,
    seat_moves,
    stop,
    time_out,
    timeout,
)
from app.rules.games.pontis.score import counted, match_winners, winners
from app.rules.games.pontis.state import MAX_SEATS, MIN_SEATS, PontisState, deal
from app.rules.rng import Chance

INFO: Final = GameInfo(
    key="pontis",
    name="Pontis",
    seats=(MIN_SEATS, MAX_SEATS),
    pace="turns",
    options=(
        Option("jokers", 2, (2, 3, 4)),
        Option("must_lay", True, (True, False)),
        Option("block_points", "values", ("values", "cards")),
        Option("series", 1, (1, 3, 5, "dealer_round")),
        Option("bases", "pack", ("pack", "suit")),
        Option("turn_seconds", 0, (0, 30, 60, 120)),
        Option("players", MAX_SEATS, tuple(range(MIN_SEATS, MAX_SEATS + 1))),
    ),
    call_off=END.name,
    hints=True,
)


class Pontis:
    """The rules as the house asks them. Stateless."""

    info = INFO

    def deal(self, options: Options, seats: Sequence[Carry], rng: Chance) -> PontisState:
        """The state before the dealer opens his base."""
        return deal(options, seats, rng)

    def check(self, state: PontisState, seat: int, move: Move) -> None:
        """Raises `Illegal` unless `seat` may make `move` now."""
        if seat == HOUSE:
            check_house(state, move)
        elif not 0 <= seat < state.rules.seats or move.seat != HOUSE:
            raise Illegal("unknown_move")
        else:
            check_seat(state, seat, move)

    def apply(self, state: PontisState, seat: int, move: Move) -> PontisState:  # noqa: ARG002 - the turn says whose
        """The state after a move that `check` let through."""
        match move.name:
            case "lay":
                return lay(state, named_cards(move.cards, move.target.partition(":")[2]))
            case "pass":
                return miss(state)
            case "open":
                return open_base(state)
            case "name":
                return name_base(state, rank_of(move.target))
            case "timeout":
                return time_out(state)
            case _:  # end
                return stop(state)

    def moves(self, state: PontisState, seat: int) -> list[Move]:
        """All legal moves in a fixed order; of lays the one that the house would choose comes first."""
        return house_moves(state) if seat == HOUSE else seat_moves(state, seat)

    def result(self, state: PontisState) -> Result | None:
        """Games won: `points` are 1 for a win of this game, `total` the wins of the match.

        The parts say what was counted: "bank" the points of the own bank, "left" the cards that stayed in the hand.
        """
        if state.phase != "over":
            return None
        rules = state.rules
        won = winners(state)
        scores = tuple(
            SeatScore(
                points=int(seat in won),
                total=wins + int(seat in won),
                parts={"bank": sum(counted(state, seat)), "left": len(state.hand(seat))},
            )
            for seat, wins in enumerate(state.wins)
        )
        games = state.games + bool(won)
        carry = tuple(
            {"total": score.total, "games": games, "deals": (seat - state.dealer - 1) % rules.seats}
            for seat, score in enumerate(scores)
        )
        return Result(scores, carry, match_winners(state, [score.total for score in scores]), ended_by=state.by)

    def turn(self, state: PontisState) -> int | None:
        """Whose turn it is while the game lasts."""
        return None if state.phase == "over" else state.turn

    def facts(self, state: PontisState) -> dict[str, Json]:
        """What everybody may know besides the piles. Ranks are letters.

        `tops`: the ranks on top of the bank of the seat before and of the own one, while a lay is wanted; `wanted`: the
        numbers that are, or "pair". After a block `counts` has the points of every card of every bank, the base first.
        """
        laying = state.phase == "lay"
        want = state.want() if laying else None
        tops = [state.top(state.rules.before(state.turn)), state.top(state.turn)] if laying else []
        return {
            "phase": state.phase,
            "dealer": state.dealer,
            "turn": self.turn(state),
            "tops": [letter(top) for top in tops] or None,
            "wanted": None if want is None else "pair" if want.pair else list(want.numbers),
            "misses": state.misses,
            "jokers": {card: letter(rank) for card, rank in state.names},
            "ending": state.ending or None,
            "by": None if state.by == HOUSE else state.by,
            "won": list(winners(state)),
            "counts": [counted(state, seat) for seat in range(state.rules.seats)] if state.ending == "block" else None,
            "game": state.games + 1,
        }

    def timers(self, state: PontisState) -> tuple[Timer, ...]:
        """The turn's time; each turn has a clock of its own, since no seat has two turns on end."""
        if state.phase == "over" or not state.rules.turn_ms:
            return ()
        return (Timer(f"turn{state.turn}", state.rules.turn_ms, timeout(state)),)

    def absences(self, state: PontisState) -> tuple[Absence, ...]:  # noqa: ARG002 - the shape of Game
        """None: a table waits for who is away, and its people decide what becomes of the seat."""
        return ()

    def view(self, state: PontisState, seat: int | None) -> PontisState:
        """The state as a seat or an onlooker may see it."""
        return state._replace(table=state.table.seen_by(seat), rng=None)

    def hints(self, state: PontisState, seat: int) -> dict[str, Json] | None:
        """What the turn may begin or go on with, as `hints.py` says it; None for every other seat."""
        return hints(state, seat)

    def review(  # the shape of Game
        self,
        state: PontisState,  # noqa: ARG002
        moves: Iterable[tuple[int, int, Move]],  # noqa: ARG002
    ) -> Generator[None, None, tuple[SeatReview, ...]]:
        """Nothing: nobody is faster than anybody."""
        yield from ()
        return ()


GAME: Final = Pontis()
