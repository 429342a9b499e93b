"""What a round is said to have been."""

import time
from typing import Any, ClassVar

import pytest

from app.bots import simulation
from app.bots.bot import bots
from app.bots.simulation import Players, simulate
from app.rules.card import RANKS
from app.rules.game import HOUSE, Move, Opening, SeatReview, complete
from app.rules.games.pounce import GAME
from app.rules.games.pounce.review import MISSED_MS, TOLD
from app.rules.games.pounce.state import PounceState
from app.rules.notation import move_from_json
from tests.support.games import done, played, pounce

PLAY = "play"
Line = tuple[int, int, list[Any]]
"""A seat, when, and the JSON form of its move."""


def reviewed(state: PounceState, *lines: Line) -> tuple[SeatReview, ...]:
    """The review of a round that begins in the race, at 0 ms; every move must be legal."""
    played(GAME, state, *((seat, move) for seat, _, move in lines))
    return done(GAME.review(state, [(seat, when, move_from_json(move)) for seat, when, move in lines]))


def upto(pile: str, face: str) -> str:
    """A build pile that has come so far, of a deck that nobody here has."""
    return f"{pile} " + " ".join(f"7:{rank}{face[1]}" for rank in RANKS[: RANKS.index(face[0]) + 1])


def openings(found: tuple[Opening, ...]) -> list[tuple[str, int, int]]:
    return [(card, ms, by) for card, ms, by in found]


def test_built_counts_the_cards_in_the_middle() -> None:
    """By whose they are, whatever pile they lie on, and those of the stuck rule too."""
    state = pounce("0t1 2S\n1t1 AS 3S\n1t2 AH")
    one, two = reviewed(state, (1, 10, [PLAY, "1t2", ["1:AH"], "new"]))
    assert (one.built, two.built) == (0, 1)


def test_the_fastest_play_is_the_one_made_soonest_after_it_could_be() -> None:
    """Aces count; what was possible when the race began counts from there."""
    state = pounce("0t1 AS\n0t2 2S\n0t3 3S")
    (one, two) = reviewed(
        state,
        (0, 3000, [PLAY, "0t1", ["0:AS"], "new"]),
        (0, 3700, [PLAY, "0t2", ["0:2S"], "b0"]),
        (0, 5000, [PLAY, "0t3", ["0:3S"], "b0"]),
    )
    assert one == SeatReview(3, Opening("0:2S", 700), (), ())  # type: ignore[arg-type]
    assert two == SeatReview(0, None, (), ())


def test_who_was_faster_is_told_with_how_long_it_had_been_open() -> None:
    state = pounce(f"0t1 5H\n1w 5H\n{upto('b0', '4H')}", 2)
    one, two = reviewed(state, (1, 1200, [PLAY, "1w", ["1:5H"], "b0"]))
    assert openings(one.beaten) == [("0:5H", 1200, 1)]
    assert (one.fastest, one.missed) == (None, ())
    assert (two.beaten, two.fastest) == ((), Opening("1:5H", 1200))  # type: ignore[arg-type]


def test_one_is_beaten_by_whoever_took_it() -> None:
    """Two wait for it, the third has it."""
    state = pounce(f"0t1 5H\n1t1 5H\n2p KC 5H\n{upto('b0', '4H')}", 3)
    one, two, three = reviewed(state, (2, 900, [PLAY, "2p", ["2:5H"], "b0"]))
    assert [seat.beaten for seat in (one, two, three)] == [
        (Opening("0:5H", 900, 2),),  # type: ignore[arg-type]
        (Opening("1:5H", 900, 2),),  # type: ignore[arg-type]
        (),
    ]


def test_a_place_on_another_pile_keeps_it_open() -> None:
    """Two piles of the suit at the same rank: only with the second gone is it over."""
    state = pounce(f"0t1 5H\n1t1 5H\n2t1 5H\n{upto('b0', '4H')}\n{upto('b1', '4H')}", 3)
    one, two, _ = reviewed(
        state,
        (1, 1000, [PLAY, "1t1", ["1:5H"], "b1"]),
        (2, 4000, [PLAY, "2t1", ["2:5H"], "b0"]),
    )
    assert openings(one.beaten) == [("0:5H", 4000, 2)]
    assert two.beaten == ()


def test_a_place_that_comes_again_is_another_opening() -> None:
    """Each from its own beginning."""
    state = pounce(f"0t1 5H\n1t1 5H\n2t1 5H\n1t2 4H\n{upto('b0', '4H')}\n{upto('b1', '3H')}", 3)
    one, _, three = reviewed(
        state,
        (1, 1000, [PLAY, "1t1", ["1:5H"], "b0"]),
        (1, 6000, [PLAY, "1t2", ["1:4H"], "b1"]),
        (2, 6400, [PLAY, "2t1", ["2:5H"], "b1"]),
    )
    assert openings(one.beaten) == [("0:5H", 1000, 1), ("0:5H", 400, 2)]
    assert openings(three.beaten) == [("2:5H", 1000, 1)]
    assert three.fastest == Opening("2:5H", 400)  # type: ignore[arg-type]


def test_the_place_for_the_next_card_opens_with_the_play() -> None:
    """The other's five makes room for the own six."""
    state = pounce(f"0t1 6H\n1t1 5H\n1t2 6H\n{upto('b0', '4H')}")
    one, two = reviewed(
        state,
        (1, 2000, [PLAY, "1t1", ["1:5H"], "b0"]),
        (1, 2600, [PLAY, "1t2", ["1:6H"], "b0"]),
    )
    assert openings(one.beaten) == [("0:6H", 600, 1)]
    assert two.fastest == Opening("1:6H", 600)  # type: ignore[arg-type]


def test_a_card_that_is_dug_free_is_open_from_then_on() -> None:
    """By taking away what lay on it, or by turning it up."""
    state = pounce(f"0t1 5H 4S\n0t2 5D\n0t3 -7C 8S\n0t4 9D\n1t1 5H\n{upto('b0', '4H')}\n{upto('b1', '6C')}")
    one, _ = reviewed(
        state,
        (0, 3000, [PLAY, "0t1", ["0:4S"], "0t2"]),
        (0, 3500, [PLAY, "0t3", ["0:8S"], "0t4"]),
        (0, 4100, [PLAY, "0t3", ["0:7C"], "b1"]),
        (1, 5000, [PLAY, "1t1", ["1:5H"], "b0"]),
    )
    assert openings(one.beaten) == [("0:5H", 2000, 1)]
    assert one.fastest == Opening("0:7C", 600)  # type: ignore[arg-type]


def test_a_card_may_change_its_pile_meanwhile() -> None:
    """From the waste to the tableau, it lies on top still."""
    state = pounce(f"0w 5H\n0t1 6S\n1t1 5H\n{upto('b0', '4H')}")
    one, _ = reviewed(
        state,
        (0, 1000, [PLAY, "0w", ["0:5H"], "0t1"]),
        (1, 2500, [PLAY, "1t1", ["1:5H"], "b0"]),
    )
    assert openings(one.beaten) == [("0:5H", 2500, 1)]
    assert one.missed == ()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("0w 5H\n0s -7C", [(0, 7000, ["flip"])]),
        ("0w 5H", [(0, 7000, ["pickup"])]),
        ("0t1 5H\n0w 4S", [(0, 7000, [PLAY, "0w", ["0:4S"], "0t1"])]),
        ("0t1 5H\n0t2 9C 4S", [(0, 7000, [PLAY, "0t2", ["0:4S"], "0t1"])]),
    ],
    ids=["flipped over", "picked up", "covered", "covered by a shift"],
)
def test_what_one_lets_go_by_is_missed(text: str, lines: list[Line]) -> None:
    """Once it had been open long enough."""
    one, two = reviewed(pounce(f"{text}\n{upto('b0', '4H')}"), *lines)
    assert openings(one.missed) == [("0:5H", 7000, HOUSE)]
    assert (one.beaten, one.fastest, two.missed) == ((), None, ())
    soon = [(seat, MISSED_MS - 1, move) for seat, _, move in lines]
    assert reviewed(pounce(f"{text}\n{upto('b0', '4H')}"), *soon)[0].missed == ()


def test_what_is_open_at_the_end_is_missed() -> None:
    """An ace, too. The last move's own card is not, and what it took from others they were beaten to."""
    state = pounce(f"0t1 AS\n0t2 9C\n1p 5H\n0t3 5H\n{upto('b0', '4H')}")
    one, two = reviewed(state, (1, 8000, [PLAY, "1p", ["1:5H"], "b0"]))
    assert openings(one.missed) == [("0:AS", 8000, HOUSE)]
    assert openings(one.beaten) == [("0:5H", 8000, 1)]
    assert (two.missed, two.fastest) == ((), Opening("1:5H", 8000))  # type: ignore[arg-type]


def test_an_ace_always_finds_a_place() -> None:
    """Another's ace takes none from it."""
    one, _ = reviewed(pounce("0t1 AS\n1t1 AS"), (1, 6000, [PLAY, "1t1", ["1:AS"], "new"]))
    assert one.beaten == ()
    assert openings(one.missed) == [("0:AS", 6000, HOUSE)]


def test_nothing_lies_on_a_king() -> None:
    """A finished pile opens no place, and its king was the last of them."""
    state = pounce(f"0t1 KH\n1t1 KH\n{upto('b0', 'QH')}", king_stop="off")
    one, two = reviewed(state, (1, 500, [PLAY, "1t1", ["1:KH"], "b0"]), (0, 9000, ["stuck"]))
    assert openings(one.beaten) == [("0:KH", 500, 1)]
    assert (one.missed, two.missed) == ((), ())


def test_time_stands_still_during_a_stop() -> None:
    """It does not make anything longer, nor does it end anything."""
    state = pounce(f"0t1 2C\n0t2 5H\n1t1 KH\n1t2 5H\n{upto('b0', 'QH')}\n{upto('b1', '4H')}")
    one, _ = reviewed(
        state,
        (1, 1000, [PLAY, "1t1", ["1:KH"], "b0"]),
        (HOUSE, 6000, ["resume"]),
        (1, 6500, [PLAY, "1t2", ["1:5H"], "b1"]),
    )
    assert openings(one.beaten) == [("0:5H", 1500, 1)]


def test_time_begins_with_go() -> None:
    """What is open in the deal is open from Go on."""
    state = pounce(f"0t1 5H\n1t1 5H\n{upto('b0', '4H')}")._replace(phase="countdown")
    one, two = reviewed(state, (HOUSE, 4000, ["go"]), (1, 4300, [PLAY, "1t1", ["1:5H"], "b0"]))
    assert openings(one.beaten) == [("0:5H", 300, 1)]
    assert two.fastest == Opening("1:5H", 300)  # type: ignore[arg-type]


def test_what_the_stuck_rule_takes_nobody_was_faster_at() -> None:
    """Who says "stuck" gives up what he has: the pulled five ends the chance of the other's."""
    state = pounce(f"0t1 5H\n1t1 -5H 9C\n{upto('b0', '4H')}")
    one, two = reviewed(state, (0, 5500, ["stuck"]), (1, 6000, ["stuck"]), (HOUSE, 8000, ["resume"]))
    assert (one.beaten, openings(one.missed)) == ((), [("0:5H", 6000, HOUSE)])
    assert (two.built, two.fastest, two.missed) == (1, None, ())


def test_of_each_kind_the_longest_are_told() -> None:
    state = pounce(
        "0t1 5H\n0t2 5S\n0t3 5D\n0t4 5C\n"
        + "\n".join(upto(f"b{at}", f"4{s}") for at, s in enumerate("HSDC"))
        + "\n"
        + "\n".join(f"1t{at + 1} 5{s}" for at, s in enumerate("HSDC"))
    )
    moves = [(1, 100 * (at + 1), [PLAY, f"1t{at + 1}", [f"1:5{s}"], f"b{at}"]) for at, s in enumerate("HSDC")]
    one, _ = reviewed(state, *moves)
    assert openings(one.beaten) == [("0:5C", 400, 1), ("0:5D", 300, 1), ("0:5S", 200, 1)]


# --- rounds of bots ---------------------------------------------------------------------------------------------------


class Watched(simulation._Round):
    """A round of bots that keeps its moves."""

    rounds: ClassVar[list["Watched"]] = []

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.dealt = self.state
        self.moves: list[tuple[int, int, Move]] = []
        self.rounds.append(self)

    def _enter(self, seat: int, move: Move) -> bool:
        made = super()._enter(seat, move)
        if made:
            self.moves.append((seat, self.now, move))
        return made


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> list[Watched]:
    monkeypatch.setattr(Watched, "rounds", [])
    monkeypatch.setattr(simulation, "_Round", Watched)
    return Watched.rounds


@pytest.mark.parametrize(
    ("seats", "preset", "games"), [(2, "classic", 40), (4, "classic", 25), (3, "nerts", 15), (8, "nerts", 4)]
)
def test_rounds_of_bots_agree_with_their_sheets(seats: int, preset: str, games: int, rounds: list[Watched]) -> None:
    """Whatever happens in them."""
    levels = tuple(bots("pounce").values())[:seats]
    options = complete(GAME.info, {**GAME.info.presets[preset], "target": 0})
    simulate(Players(GAME, levels, options, seats), games=games, seed=7)
    told = 0
    assert len(rounds) == games
    for each in rounds:
        result = GAME.result(each.state)
        assert result is not None
        review = done(GAME.review(each.dealt, each.moves))
        assert [seat.built for seat in review] == [score.parts["cards"] for score in result.scores]
        lasted = each.moves[-1][1]
        for number, seat in enumerate(review):
            mine = [*seat.beaten, *seat.missed, *([seat.fastest] if seat.fastest else [])]
            assert all(int(opening.card[0]) == number and 0 <= opening.ms <= lasted for opening in mine)
            assert all(opening.by != number and 0 <= opening.by < seats for opening in seat.beaten)
            assert all(opening.by == HOUSE and opening.ms >= MISSED_MS for opening in seat.missed)
            assert max(len(seat.beaten), len(seat.missed)) <= TOLD
            assert all(opening.card[2] != "A" for opening in seat.beaten)
            told += len(mine)
    assert told > games * seats


def in_the_middle(state: PounceState) -> set[str]:
    """The cards that the rules would let anybody play to the middle, if the race ran."""
    race = state._replace(phase="race")
    moves = (move for seat in range(state.rules.seats) for move in GAME.moves(race, seat) if move.name == PLAY)
    return {move.cards[0] for move in moves if move.target[0] in "bn"}


def test_openings_are_what_the_rules_allow(rounds: list[Watched]) -> None:
    """The same, found the long way round: by all legal moves of every state."""
    options = complete(GAME.info, {"target": 0, "king_stop": "auto"})
    simulate(Players(GAME, tuple(bots("pounce").values()), options, 3), games=6, seed=11)
    for each in rounds:
        state, ran, last = each.dealt, 0, 0
        since = dict.fromkeys(in_the_middle(state), 0)
        beaten: list[list[tuple[str, int, int]]] = [[], [], []]
        missed: list[list[tuple[str, int, int]]] = [[], [], []]
        fastest: list[int | None] = [None] * 3
        for seat, when, move in each.moves:
            ran += when - last if state.phase == "race" else 0
            state, last = GAME.apply(state, seat, move), when
            still_open = in_the_middle(state)
            for card in since.keys() - still_open:
                owner, ms = int(card[0]), ran - since.pop(card)
                if move.name == PLAY and (move.cards[0], move.target[0] in "bn") == (card, True):
                    fastest[owner] = ms if fastest[owner] is None else min(ms, fastest[owner] or 0)
                elif move.name == PLAY and seat != owner:
                    beaten[owner].append((card, ms, seat))
                elif ms >= MISSED_MS:
                    missed[owner].append((card, ms, HOUSE))
            since = {card: since.get(card, ran) for card in still_open}
        for card, began in since.items():
            if ran - began >= MISSED_MS:
                missed[int(card[0])].append((card, ran - began, HOUSE))
        for number, review in enumerate(done(GAME.review(each.dealt, each.moves))):
            assert (review.fastest.ms if review.fastest else None) == fastest[number]
            for told, found in ((review.beaten, beaten[number]), (review.missed, missed[number])):
                assert set(openings(told)) <= set(found)
                assert [ms for _, ms, _ in told] == sorted((ms for _, ms, _ in found), reverse=True)[:TOLD]


def test_a_review_takes_little_time(rounds: list[Watched]) -> None:
    """Of the one thread that serves everybody: a round of four well under 50 ms."""
    players = Players(GAME, (bots("pounce")["steady"],), complete(GAME.info, {"target": 0}), 4)
    simulate(players, games=20, seed=3)
    began = time.process_time()
    for each in rounds:
        done(GAME.review(each.dealt, each.moves))
    assert (time.process_time() - began) / len(rounds) < 0.05
