"""Spite & Malice: race each other, turn by turn, to the bottom of a pay-off pile.

Source: the G4A rules (Games4All, "Spite & Malice"), in a Greek machine translation. What is marked * is our decision
where that page is silent or slips; what stands in brackets are the host's options.

Deal. Two packs of 52 shuffled together * [more than two `players`: three packs for 3 and 4, four for 5 and 6, and one
more wherever fewer than 30 cards would be left as stock]. Five to each hand, the first player first, then clockwise;
then each pay-off pile of 20 [`pay_off`] in one go in the same order, the last card dealt is its top and face up, the
rest nobody sees; what is left is the stock, the first card of it to be drawn first. Four empty side stacks each, all
of their cards seen; three empty centre stacks [`centre_stacks`: 4]. A lot says who begins the first hand *, then it
goes round [`first` higher: in hand 1 the lot says from whom on is dealt, and the highest pay-off card, king high and
ace low, begins; of equal ones the one dealt first].

A turn. It begins with the draw: from the stock up to five in hand. Then any number of cards to the centre, from the top
of the pay-off pile, from the tops of the own side stacks, from the hand. Centre stacks go up from the ace, whatever the
suits. A king is wild: it is worth as much as the stack has cards, and one; so on a ten it is a jack (the source says a
queen, and completes a stack with "a king on a jack") *. It may be the ace that starts a stack [`king_as_ace` off]. The
twelfth card completes a stack: at once it is shuffled together with the stock, its kings are kings again, and the turn
goes on. A hand card, kings too, to an own side stack ends the turn. Nothing else is possible: no side to side, no
pay-off to side, nothing from the centre, and no passing with cards in hand. Nothing is ever forced. With an empty hand
play goes on from pay-off pile and sides, and "end" ends the turn * [`refill`: when the last hand card is played, five
are drawn at once, after the shuffle if it completes a stack; a discard does not do that].

End. The last pay-off card in the centre wins the hand at once, and if it completes a stack the twelve cards stay where
they lie *. The winner scores the pay-off cards that all others have left. The stock is exhausted the moment a draw
leaves it empty *: a draw, nobody scores [`exhausted` short: when a draw falls short, of which nothing is drawn then;
play_on: a draw takes what there is, complete stacks fill the stock again, and when every seat in a row has ended its
turn with an empty hand and without a play, the fewest pay-off cards win and score the others' less their own for each;
equal ones are a draw]. Who reaches 50 points [`target`] wins the match [0: a single hand; a drawn one is everybody's].

House. When a turn's time is up [`turn_seconds`], it discards the highest card that is no king, else a king, to the
shortest side stack, or ends the turn of an empty hand. The host may call a hand off: nobody scores.
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
from app.rules.games.spite_and_malice.check import CALL_OFF, check_house, check_seat, house_moves, seat_moves, time_up
from app.rules.games.spite_and_malice.move import call_off, end_turn, play
from app.rules.games.spite_and_malice.state import FULL, SEATS, SpiteState, deal
from app.rules.rng import Chance

INFO: Final = GameInfo(
    key="spite-and-malice",
    name="Spite & Malice",
    seats=SEATS,
    pace="turns",
    options=(
        Option("pay_off", 20, (5, 10, 13, 15, 20, 25, 26, 30)),
        Option("centre_stacks", 3, (3, 4)),
        Option("king_as_ace", True, (True, False)),
        Option("refill", False, (False, True)),
        Option("exhausted", "empty", ("empty", "short", "play_on")),
        Option("first", "lot", ("lot", "higher")),
        Option("target", 50, (25, 50, 100, 0)),
        Option("turn_seconds", 0, (0, 30, 60, 120)),
        Option("players", 2, tuple(range(SEATS[0], SEATS[1] + 1))),
    ),
    presets={"classic": {}},
    call_off=CALL_OFF.name,
)


class SpiteAndMalice:
    """The rules as the house asks them. Stateless."""

    info = INFO

    def deal(self, options: Options, seats: Sequence[Carry], rng: Chance) -> SpiteState:
        """The state in which the first seat is to play."""
        return deal(options, seats, rng)

    def check(self, state: SpiteState, seat: int, move: Move) -> None:
        """Raises `Illegal` unless `seat` may make `move` now."""
        if seat == HOUSE:
            check_house(state, move)
        elif 0 <= seat < state.rules.seats:
            check_seat(state, seat, move)
        else:
            raise Illegal("unknown_move")

    def apply(self, state: SpiteState, seat: int, move: Move) -> SpiteState:
        """The state after a move that `check` let through."""
        if move.name == CALL_OFF.name:
            return call_off(state)
        whose = state.turn if seat == HOUSE else seat
        return play(state, whose, move) if move.cards else end_turn(state)

    def moves(self, state: SpiteState, seat: int) -> list[Move]:
        """All legal moves."""
        return house_moves(state) if seat == HOUSE else seat_moves(state, seat)

    def result(self, state: SpiteState) -> Result | None:
        """The score sheet of a hand that is over, else None."""
        if state.phase != "over":
            return None
        rules = state.rules
        left = [len(state.table.piles[at].cards) for at in rules.pay]
        winner = _winner(state, left)
        scores, carry = [], list[Carry]()
        for seat in range(rules.seats):
            points = sum(left) - rules.seats * left[seat] if seat == winner else 0
            total = state.totals[seat] + points
            scores.append(SeatScore(points, total, {"pay_off": points}))
            carry.append({"total": total, "place": (seat - state.first - 1) % rules.seats})
        target = int(rules.options["target"])
        winners: tuple[int, ...] = ()
        if winner is not None and scores[winner].total >= target:
            winners = (winner,)
        elif target == 0:
            winners = tuple(range(rules.seats))
        return Result(tuple(scores), tuple(carry), winners, ended_by=state.by)

    def turn(self, state: SpiteState) -> int | None:
        """Whose turn it is while the hand lasts."""
        return state.turn if state.phase == "play" else None

    def facts(self, state: SpiteState) -> dict[str, Json]:
        """What everybody may know besides the piles. `needs`: the rank that each centre stack takes next, None full."""
        piles = state.table.piles
        sizes = [len(piles[at].cards) for at in state.rules.centres]
        return {
            "phase": state.phase,
            "turn": self.turn(state),
            "needs": [size + 1 if size < FULL else None for size in sizes],
            "ended": state.ended,
            "by": None if state.by == HOUSE else state.by,
        }

    def timers(self, state: SpiteState) -> tuple[Timer, ...]:
        """The turn's, by the name of its seat: each turn has a clock of its own."""
        if state.phase != "play" or not state.rules.turn_ms:
            return ()
        return (Timer(f"turn{state.turn}", state.rules.turn_ms, time_up(state)),)

    def absences(self, state: SpiteState) -> tuple[Absence, ...]:  # noqa: ARG002 - the shape of Game
        """None: the others wait, or put a bot on the seat, or end the hand."""
        return ()

    def view(self, state: SpiteState, seat: int | None) -> SpiteState:
        """The state as a seat or an onlooker may see it."""
        return state._replace(table=state.table.seen_by(seat), rng=None)

    def hints(self, state: SpiteState, seat: int) -> None:
        """None: the rules of the piles say it all."""

    def review(
        self,
        state: SpiteState,  # noqa: ARG002 - the shape of Game
        moves: Iterable[tuple[int, int, Move]],  # noqa: ARG002
    ) -> Generator[None, None, tuple[SeatReview, ...]]:
        """Nothing: nobody is faster than others where each has its turn."""
        yield from ()
        return ()


def _winner(state: SpiteState, left: Sequence[int]) -> int | None:
    """Who has won this hand that is over, None in a draw. `left`: the pay-off cards of each seat."""
    if state.ended == "blocked":
        return left.index(min(left)) if left.count(min(left)) == 1 else None
    return state.by if state.ended == "out" else None


GAME: Final = SpiteAndMalice()
