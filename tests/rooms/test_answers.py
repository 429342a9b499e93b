"""First answers, kept for those who ask twice."""

from app.rooms.answers import MADE, MOST_PERSONS, REMEMBERED, Answers, known, number
from tests.support.lines import payloads

LOAD, OTHER = "a" * 16, "b" * 16


def ack(k: int, load: str = LOAD) -> str:
    return f"{load}:{k}"


def test_an_answer_comes_again_word_for_word() -> None:
    answers = Answers()
    answers.remember("ann", ack(1), b"no")
    answers.remember("ann", ack(2), MADE)
    assert answers.to("ann", ack(1)) == b"no"
    assert answers.to("ann", ack(2)) == known(ack(2))
    assert answers.to("ann", ack(3)) is None
    assert answers.to("bob", ack(1)) is None


def test_known_says_which_move() -> None:
    assert payloads(known(ack(17))) == [b'{"t":"ok","k":17}']
    assert number(ack(17)) == 17


def test_moves_made_are_told_by_page_load() -> None:
    """Without the refused ones, those of another load, and those that are not kept yet."""
    answers = Answers()
    for k in (1, 3, 4):
        answers.remember("ann", ack(k), MADE)
    answers.remember("ann", ack(2), b"no")
    answers.remember("ann", ack(5, OTHER), MADE)
    assert answers.made("ann", LOAD, {ack(4)}) == [1, 3]
    assert answers.made("ann", OTHER, ()) == [5]
    assert answers.made("bob", LOAD, ()) == []


def test_the_newest_of_each_person_are_kept() -> None:
    answers = Answers()
    for k in range(REMEMBERED + 2):
        answers.remember("ann", ack(k), MADE)
    assert answers.to("ann", ack(1)) is None
    assert answers.made("ann", LOAD, ()) == list(range(2, REMEMBERED + 2))


def test_a_crowd_pushes_out_those_who_have_been_quiet_longest() -> None:
    answers = Answers()
    answers.remember("quiet", ack(1), b"1")
    answers.remember("ann", ack(1), b"1")
    for one in range(MOST_PERSONS - 1):
        answers.remember("ann", ack(2), b"2")
        answers.remember(f"onlooker {one}", ack(1), b"no")
    assert answers.to("quiet", ack(1)) is None
    assert answers.to("ann", ack(1)) == b"1"
