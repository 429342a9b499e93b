"""The table as a browser knows it: what the messages that have arrived add up to."""

from typing import Any

Message = dict[str, Any]


class Sight:
    """Takes the server's messages in the order of their arrival."""

    __slots__ = ("gaps", "n", "room", "seat", "table")

    def __init__(self) -> None:
        self.n = 0
        self.seat: int | None = None
        self.room: Message = {}
        self.table: Message = {}
        self.gaps = 0

    @property
    def me(self) -> int | None:
        """The own seat of the round, None for somebody who has none in it."""
        players = self.room.get("players", ())
        return players.index(self.seat) if self.seat in players else None

    def take(self, message: Message) -> None:
        """One message more."""
        kind = message.get("t")
        if kind is None:
            self._take_frame(message)
        elif kind == "welcome":
            self.n, self.seat = message["n"], message["seat"]
            self.room, self.table = message["room"], message["table"] or {}
        elif kind == "you":
            self.seat = message["seat"]

    def _take_frame(self, frame: Message) -> None:
        if frame["n"] != self.n + 1:
            self.gaps += 1
        self.n = frame["n"]
        if "room" in frame:
            self.room = frame["room"]
            if self.room["phase"] == "lobby":
                self.table = {}
        if "table" in frame:
            self.table = frame["table"]
        if "p" in frame:
            self.table["piles"].update(frame["p"])
        if "x" in frame:
            self.table["facts"] = frame["x"]
        if "p" in frame or "x" in frame:
            self.table["hints"] = frame.get("h")
