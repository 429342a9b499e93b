"""Pounce: everybody plays a patience of his own at once, the build piles in the middle are shared.

Source: Air Hadoken's Pounce page (archive copy of nauticom.net/www/jmomb/pounce.htm). What is marked * is our decision
where that page is silent; what stands in brackets are the host's options.

Deal. Each seat shuffles its own 52 cards. Five tableau piles of 1, 2, 3, 4, 5 cards, row by row as in Klondike, the
last of each face up [`tableau` 4: four piles of one open card]. The next nine cards [`pounce_pile`] are the pounce
pile, the first of them on top *; only the top is seen. The rest is the stock. Nothing moves before Go.

Moves, any seat at any time. To a build pile: an ace starts one, otherwise the next higher card of the suit; from the
top of pounce pile, waste or tableau pile; never back. To a tableau pile with cards: down by one, red on black or black
on red, from the waste or from another own tableau pile a face-up end part; never from the pounce pile
[`pounce_on_tableau`]. To an empty tableau pile: the pounce card, whatever it is, or a king, from the waste or with all
that lies on it from another pile [`empty_space`: any card, pounce card only]. Flip: the next three of the stock
[`flip`: one] lie on the waste so that the first of them is on top [`flip_top`: third, as in Klondike]. Pick up the
waste, unshuffled, when the stock is empty, as often as you like. A face-down card that becomes the last of its pile is
turned up by the same move.

Stop. A build pile that reaches its king is complete. Play stops until everybody taps Ready, at most 5 s * [`king_stop`:
2 s, or no stop at all]. The last pounce card being such a king: it is Pounce, no stop *.

Stuck. When all seats have said it, the stuck rule runs. A useful move by anybody (to a build pile, from pounce pile or
waste, a card turned up) clears the votes *. From seat 0 on *, each seat pulls the deepest face-down card of its
rightmost tableau pile that has any. It is played if it plays: on the first build pile that takes it, an ace as a new
one, otherwise on the own tableau from left to right, empty piles included *; if not it goes to the bottom of the stock.
Who has no face-down card is SOL; if all are, the round ends without a pouncer *. With the open tableau every seat moves
the top of its stock to the bottom instead (picking up the waste first if the stock is empty), and the round ends when
no seat has stock or waste, or when the rule has run nine times in a row with nothing built *. Play goes on after 2 s *.

End. The moment a pounce pile is empty the round is over. Each seat: +1 for every own card on build piles, -2
[`penalty`] for every card left in the own pounce pile, [`bonus`] for going out. First to 100 [`target`] wins; of
several the highest, and equal highest play on * [`target` 0: one round, equal highest share the win].
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Final

from app.rules.card import DECK
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
from app.rules.games.pounce.check import check_house, check_plain, check_play, house_may, house_moves, plays
from app.rules.games.pounce.move import flip, play, race_on, take_up
from app.rules.games.pounce.review import Step, review
from app.rules.games.pounce.state import MAX_SEATS, PounceState, deal
from app.rules.games.pounce.stuck import vote
from app.rules.rng import Chance

INFO: Final = GameInfo(
    key="pounce",
    name="Pounce",
    seats=(2, MAX_SEATS),
    pace="race",
    options=(
        Option("flip_top", "first", ("first", "third")),
        Option("flip", 3, (3, 1)),
        Option("king_stop", "ready", ("ready", "auto", "off")),
        Option("stuck_nudge_s", 60, (0, 30, 60, 120)),
        Option("target", 100, (50, 100, 150, 200, 0)),
        Option("silence", True, (True, False)),
        Option("pounce_pile", 9, tuple(range(5, 14))),
        Option("tableau", 5, (5, 4)),
        Option("empty_space", "pounce_or_king", ("pounce_or_king", "any", "pounce")),
        Option("pounce_on_tableau", False, (False, True)),
        Option("penalty", 2, (0, 1, 2)),
        Option("bonus", 0, tuple(range(26))),
        Option("players", 6, tuple(range(2, MAX_SEATS + 1))),
    ),
    presets={
        "classic": {},
        "nerts": {
            "pounce_pile": 13,
            "tableau": 4,
            "empty_space": "any",
            "pounce_on_tableau": True,
            "flip_top": "third",
            "king_stop": "off",
        },
    },
)

COUNTDOWN_MS: Final = 4000
STOP_MS: Final[Mapping[str, int]] = {"ready": 5000, "auto": 2000}
STUCK_MS: Final = 2000
AGREE_MS: Final = 10_000


class Pounce:
    """The rules as the house asks them. Stateless."""

    info = INFO

    def deal(self, options: Options, seats: Sequence[Carry], rng: Chance) -> PounceState:
        """The state before Go."""
        return deal(options, seats, rng)

    def check(self, state: PounceState, seat: int, move: Move) -> None:
        """Raises `Illegal` unless `seat` may make `move` now."""
        if seat == HOUSE:
            check_house(state, move)
        elif not 0 <= seat < state.rules.seats or move.seat != HOUSE:
            raise Illegal("unknown_move")
        elif move.name == "play":
            check_play(state, seat, move)
        else:
            check_plain(state, seat, move)

    def apply(self, state: PounceState, seat: int, move: Move) -> PounceState:
        """The state after a move that `check` let through."""
        match move.name:
            case "play":
                return play(state, seat, move)
            case "flip":
                return flip(state, seat)
            case "pickup":
                return take_up(state, seat)
            case "stuck" | "agree":
                return vote(state, move.seat if seat == HOUSE else seat)
            case "unstuck":
                return state._replace(votes=(*state.votes[:seat], False, *state.votes[seat + 1 :]))
            case "ready":
                who = move.seat if seat == HOUSE else seat
                ready = (*state.ready[:who], True, *state.ready[who + 1 :])
                return race_on(state) if all(ready) else state._replace(ready=ready)
            case _:  # go, resume
                return race_on(state)

    def moves(self, state: PounceState, seat: int) -> list[Move]:
        """All legal moves: to build piles, inside the own tableau, then the plain ones. Best read from a view."""
        if seat == HOUSE:
            return house_moves(state)
        if state.phase == "stopped" and state.rules.king_stop == "ready" and not state.ready[seat]:
            return [Move("ready")]
        if state.phase != "race":
            return []
        found = plays(state, seat)
        piles, rules = state.table.piles, state.rules
        if piles[rules.stock[seat]].cards:
            found.append(Move("flip"))
        elif piles[rules.waste[seat]].cards:
            found.append(Move("pickup"))
        found.append(Move("unstuck" if state.votes[seat] else "stuck"))
        return found

    def result(self, state: PounceState) -> Result | None:
        """The score sheet of a round that is over, else None."""
        if state.phase != "over":
            return None
        rules, piles = state.rules, state.table.piles
        built = [0] * rules.seats
        for pile in piles[rules.builds :]:
            for card in pile.cards:
                built[DECK[card]] += 1
        penalty, bonus, target = (int(rules.options[key]) for key in ("penalty", "bonus", "target"))
        scores = []
        for seat, cards in enumerate(built):
            parts = {
                "cards": cards,
                "penalty": -penalty * len(piles[rules.pounce[seat]].cards),
                "bonus": bonus if seat == state.by else 0,
            }
            points = sum(parts.values())
            scores.append(SeatScore(points, state.totals[seat] + points, parts))
        best = max(score.total for score in scores)
        ahead = tuple(seat for seat, score in enumerate(scores) if score.total == best)
        won = target == 0 or (best >= target and len(ahead) == 1)
        return Result(
            tuple(scores), tuple({"total": score.total} for score in scores), ahead if won else (), ended_by=state.by
        )

    def turn(self, state: PounceState) -> None:
        """None: all play at once."""

    def facts(self, state: PounceState) -> dict[str, Json]:
        """What everybody may know besides the piles."""
        return {
            "phase": state.phase,
            "stuck": [seat for seat, said in enumerate(state.votes) if said],
            "ready": [seat for seat, said in enumerate(state.ready) if said],
            "by": None if state.by == HOUSE else state.by,
            "pile": state.pile or None,
            "pulls": None if state.pulls is None else [list(pull) for pull in state.pulls],
        }

    def timers(self, state: PounceState) -> tuple[Timer, ...]:
        """Go after the countdown; on again after a stop or the stuck rule."""
        match state.phase:
            case "countdown":
                return (Timer("go", COUNTDOWN_MS, Move("go")),)
            case "stopped":
                return (Timer("resume", STOP_MS[state.rules.king_stop], Move("resume")),)
            case "stuck":
                return (Timer("resume", STUCK_MS, Move("resume")),)
            case _:
                return ()

    def absences(self, state: PounceState) -> tuple[Absence, ...]:
        """An absent seat is ready at once, and agrees to "stuck" when somebody else has said it."""
        return tuple(
            Absence((seat,), ms, move)
            for seat in range(state.rules.seats)
            for move, ms in ((Move("ready", seat=seat), 0), (Move("agree", seat=seat), AGREE_MS))
            if house_may(state, move)
        )

    def view(self, state: PounceState, seat: int | None) -> PounceState:
        """The state as a seat or an onlooker may see it."""
        return state._replace(table=state.table.seen_by(seat), rng=None)

    def hints(self, state: PounceState, seat: int) -> None:
        """None: the rules of the piles say it all."""

    def review(
        self, state: PounceState, moves: Iterable[tuple[int, int, Move]]
    ) -> Generator[None, None, tuple[SeatReview, ...]]:
        """Who was fastest where, who was beaten to what, and what nobody played."""

        def steps() -> Iterator[Step]:
            at = state
            for seat, when, move in moves:
                at = self.apply(at, seat, move)
                yield Step(seat, when, move.name, at)

        return review(state, steps())


GAME: Final = Pounce()
