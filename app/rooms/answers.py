"""What was answered to the newest moves of each person, so that a resent one gets the first answer again."""

from collections import OrderedDict
from collections.abc import Collection
from typing import Final

from app.rooms.outbox import framed

REMEMBERED: Final = 64
"""Answers kept per person. A browser has one move in flight, so the newest would do."""
MOST_PERSONS: Final = 256
"""Beyond these the one heard of longest ago is forgotten: onlookers who tried to move."""


MADE: Final = b""
"""Stands for the answer to a move that was made; its frame is only needed by the few who ask twice."""


def known(ack: str) -> bytes:
    """The frame that says that a move was made already."""
    return framed(b'{"t":"ok","k":%d}' % number(ack))


def number(ack: str) -> int:
    """The `k` of an ack, which is "load:k"."""
    return int(ack.rpartition(":")[2])


class Answers:
    """Answers by person and ack: `MADE`, or a refusal as framed bytes."""

    def __init__(self) -> None:
        self._persons: OrderedDict[str, OrderedDict[str, bytes]] = OrderedDict()

    def remember(self, player: str, ack: str, frame: bytes) -> None:
        """Keep an answer."""
        answers = self._persons.get(player)
        if answers is None:
            answers = self._persons[player] = OrderedDict()
            if len(self._persons) > MOST_PERSONS:
                self._persons.popitem(last=False)
        else:
            self._persons.move_to_end(player)
        answers[ack] = frame
        if len(answers) > REMEMBERED:
            answers.popitem(last=False)

    def to(self, player: str, ack: str) -> bytes | None:
        """The first answer, None to a move that is new."""
        answers = self._persons.get(player)
        frame = None if answers is None else answers.get(ack)
        return known(ack) if frame == MADE else frame

    def made(self, player: str, load: str, waiting: Collection[str]) -> list[int]:
        """The numbers of this page load's moves that were made, without those that still wait for the journal."""
        prefix = load + ":"
        return [
            number(ack)
            for ack, frame in self._persons.get(player, {}).items()
            if ack.startswith(prefix) and ack not in waiting and frame == MADE
        ]
