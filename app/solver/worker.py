"""The process that thinks for others: questions come in by its input, a line of JSON each, and answers go out.

A question is `{"id", "game", "state", "nodes"}` with a packed state, its answer `{"id", "outcome", "line"}`. Between
slices it looks whether something else was said: `{"stop": id}` ends that search, which then is answered with
`gave_up`. A question without nodes is for a fair hint, its state is a packed view, and its answer `{"id", "say",
"move"}`; that is found so soon that it is not stopped. It works at a low priority, and ends when its input does.
"""

import json
import os
import select
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from app.rules.notation import move_from_json, move_to_json
from app.solver.base import Dead, GaveUp, Outcome, Solved, search, unpack
from app.solver.hints.base import Hint, fair

NICE: Final = 10
SLICE: Final = 100
"""So many nodes, some ten milliseconds, between two looks at the input."""
READ: Final = 65_536


def main() -> None:
    """Answer questions until there are no more to come."""
    os.nice(NICE)
    with suppress(BrokenPipeError):  # nobody is there any more
        _serve(0, 1)


def to_json(outcome: Outcome) -> dict[str, Any]:
    """What an answer says."""
    line = [move_to_json(move) for move in outcome.line] if isinstance(outcome, Solved) else []
    names = {Solved: "solved", Dead: "dead", GaveUp: "gave_up"}
    return {"outcome": names[type(outcome)], "line": line}


def from_json(answer: dict[str, Any]) -> Outcome:
    """The outcome that was meant."""
    if answer["outcome"] == "solved":
        return Solved(tuple(move_from_json(move) for move in answer["line"]))
    return Dead() if answer["outcome"] == "dead" else GaveUp()


def hint_to_json(hint: Hint) -> dict[str, Any]:
    """What an answer says."""
    return {"say": hint.say, "move": None if hint.move is None else move_to_json(hint.move)}


def hint_from_json(answer: dict[str, Any]) -> Hint:
    """The hint that was meant."""
    return Hint(answer["say"], None if answer["move"] is None else move_from_json(answer["move"]))


class Input:
    """Lines that come in, and whether there are any yet."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._read = b""
        self._ended = False

    def lines(self) -> Iterator[dict[str, Any]]:
        """Every line, waiting for it."""
        while not self._ended:
            yield from self._whole()
            self._more()

    def waiting(self) -> list[dict[str, Any]]:
        """The lines that are there already."""
        while not self._ended and select.select([self._descriptor], [], [], 0)[0]:
            self._more()
        return list(self._whole())

    @property
    def ended(self) -> bool:
        """Whether nothing can come any more."""
        return self._ended

    def _more(self) -> None:
        data = os.read(self._descriptor, READ)
        self._ended = not data
        self._read += data

    def _whole(self) -> Iterator[dict[str, Any]]:
        while b"\n" in self._read:
            line, self._read = self._read.split(b"\n", 1)
            yield json.loads(line)


def _serve(source: int, target: int) -> None:
    said = Input(source)
    for question in said.lines():
        if "stop" in question:
            continue  # it was answered before that was heard
        answer = _solved(question, said) if "nodes" in question else _hinted(question)
        if said.ended:
            return  # nobody is there any more
        data = json.dumps({"id": question["id"], **answer}).encode() + b"\n"
        while data:
            data = data[os.write(target, data) :]


def _hinted(question: dict[str, Any]) -> dict[str, Any]:
    game = question["game"]
    return hint_to_json(fair(game, unpack(game, question["state"])))


def _solved(question: dict[str, Any], said: Input) -> dict[str, Any]:
    work = search(question["game"], unpack(question["game"], question["state"]))
    left = question["nodes"]
    while left > 0:
        outcome = work.run(min(SLICE, left))
        if not isinstance(outcome, GaveUp):
            return to_json(outcome)
        left -= SLICE
        if said.ended or {"stop": question["id"]} in said.waiting():
            break
    return to_json(GaveUp())


if __name__ == "__main__":
    main()
