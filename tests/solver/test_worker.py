"""The process that solves for others, as a process."""

import json
import subprocess
from typing import Any

import pytest

from app.rules.game import Game, Move, OptionValue
from app.rules.games.puss_in_the_corner import GAME as PUSS
from app.rules.games.thumb_and_pouch import GAME as THUMB
from app.solver.base import Dead, GaveUp, Outcome, Solved, pack, solve
from app.solver.hints.base import Hint, fair
from app.solver.pool import COMMAND, ROOT
from app.solver.worker import from_json, hint_from_json, hint_to_json, to_json
from tests.support.games import dealt


@pytest.mark.parametrize("outcome", [Solved(()), solve("thumb-and-pouch", dealt(THUMB, 1, {}), 4000), Dead(), GaveUp()])
def test_outcomes_travel_as_json(outcome: Outcome) -> None:
    """And arrive as they were sent."""
    assert from_json(json.loads(json.dumps(to_json(outcome)))) == outcome


@pytest.mark.parametrize("hint", [Hint("none", None), Hint("redeal", Move("redeal", target="3124"))])
def test_hints_travel_as_json(hint: Hint) -> None:
    """With a move and without."""
    assert hint_from_json(json.loads(json.dumps(hint_to_json(hint)))) == hint


def question(number: int, game: Game[Any], nodes: int, **options: OptionValue) -> dict[str, Any]:
    return {"id": number, "game": game.info.key, "state": pack(dealt(game, 1, options)), "nodes": nodes}


def test_questions_are_answered_one_after_the_other() -> None:
    """As a search here would; a stop that comes too late is none."""
    with subprocess.Popen(COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None

        def ask(*lines: dict[str, Any]) -> dict[str, Any]:
            assert worker.stdin is not None
            assert worker.stdout is not None
            worker.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
            worker.stdin.flush()
            answer: dict[str, Any] = json.loads(worker.stdout.readline())
            return answer

        first = ask(question(1, THUMB, 4000))
        assert (first["id"], from_json(first)) == (1, solve("thumb-and-pouch", dealt(THUMB, 1, {}), 4000))
        second = ask({"stop": 1}, question(2, THUMB, 3))
        assert (second["id"], from_json(second)) == (2, GaveUp())
        third = ask(question(3, PUSS, 10**9, redeals=0), {"stop": 3})
        assert (third["id"], from_json(third)) == (3, GaveUp())
        view = THUMB.view(dealt(THUMB, 1, {}), 0)
        fourth = ask({"id": 4, "game": THUMB.info.key, "state": pack(view)}, {"stop": 4})
        assert (fourth["id"], hint_from_json(fourth)) == (4, fair(THUMB.info.key, view))
        worker.stdin.close()
        assert worker.wait() == 0


def test_it_ends_with_its_input() -> None:
    """In the middle of a search too, whose answer nobody waits for."""
    for said in ("", json.dumps(question(1, PUSS, 10**9, redeals=0)) + "\n"):
        run = subprocess.run(COMMAND, cwd=ROOT, input=said, capture_output=True, text=True, check=True)
        assert (run.stdout, run.stderr) == ("", "")


def test_who_was_killed_meanwhile_is_not_complained_about() -> None:
    """A server that cannot be told the answer any more: its host has nothing to read of that."""
    view = THUMB.view(dealt(THUMB, 1, {}), 0)
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdout.close()
        worker.stdin.write(json.dumps({"id": 1, "game": THUMB.info.key, "state": pack(view)}) + "\n")
        worker.stdin.close()
        assert (worker.wait(), worker.stderr.read()) == (0, "")
