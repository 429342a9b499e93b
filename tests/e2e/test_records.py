"""The record of a match that people and bots played against a real server, replayed by the command line."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.rules.rng import Rng
from tests.support.browser_socket import Player, all_see, open_table
from tests.support.hand import Hand, play_round
from tests.support.server import ROOT, ServerProcess, running

pytestmark = pytest.mark.server

QUICK: dict[str, object] = {
    "countdown_ms": 100,
    "moves_per_second": 100_000,
    "messages_per_second": 100_000,
    "bot_pace_ms": 50,
    "next_round_ms": 60_000,
}
OPTIONS: dict[str, object] = {"target": 50, "pounce_pile": 5, "king_stop": "auto", "bonus": 5}


async def ask(server: ServerProcess, path: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url) as http:
        return await http.get(path)


def replay(file: Path) -> dict[str, Any]:
    """What `python -m app replay` prints."""
    run = subprocess.run(
        [sys.executable, "-m", "app", "replay", str(file)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    outcome: dict[str, Any] = json.loads(run.stdout)
    return outcome


async def play_match(server: ServerProcess, code: str, ann: Player, ben: Player) -> list[Any]:
    """Until somebody has won; the sheets that both saw. While it runs there is no record, after a round its review."""
    people = [ann, ben]
    hands = [Hand(player, Rng(player.name.encode())) for player in people]
    sheets: list[Any] = []
    await ann.send({"t": "start"})
    while not sheets or not sheets[-1]["winners"]:
        await all_see(people, lambda player: player.room["phase"] == "play")
        assert (await ask(server, f"api/tables/{code}/review")).status_code == 404
        await asyncio.gather(*(play_round(hand) for hand in hands))
        await all_see(people, lambda player: player.room["phase"] != "play")
        assert ann.room["sheet"] == ben.room["sheet"]
        sheets.append(ann.room["sheet"])
        assert_review((await ask(server, f"api/tables/{code}/review")).json(), sheets[-1])
        if not sheets[-1]["winners"]:
            assert (await ask(server, f"api/tables/{code}/matches/1")).status_code == 404
            for player in people:
                await player.send({"t": "ready", "on": True})
    return sheets


def assert_review(review: dict[str, Any], sheet: dict[str, Any]) -> None:
    """It is of the round of the sheet, and has as many cards in the middle."""
    assert review["round"] == sheet["round"]
    assert [(seat["seat"], seat["built"]) for seat in review["seats"]] == [
        (row["seat"], row["parts"]["cards"]) for row in sheet["rows"]
    ]


async def test_the_record_of_a_match_replays_to_the_sheet_that_the_players_saw(tmp_path: Path) -> None:
    """Two people and two bots, to 50."""
    async with running(tmp_path / "data", **QUICK) as server:
        code = await open_table(server)
        async with Player(server, code, "Ann") as ann, Player(server, code, "Ben") as ben:
            for player in (ann, ben):
                await player.sit()
            for level in ("sharp", "easy"):
                await ann.send({"t": "add_bot", "level": level})
            await ann.send({"t": "options", "options": OPTIONS})
            await ann.until(lambda: len(ann.room["seats"]) == 4 and ann.room["options"]["target"] == 50)
            sheets = await play_match(server, code, ann, ben)
            names = tuple(seat["name"] for seat in ann.room["seats"])
        answer = await ask(server, f"api/tables/{code}/matches/1")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="pounce-{code}-1.json"'
    file = tmp_path / f"pounce-{code}-1.json"
    file.write_bytes(answer.content)

    outcome = replay(file)
    assert outcome["refused"] == 0
    assert all(verdict["ok"] for each in outcome["rounds"] for verdict in each["verdicts"])
    assert outcome["options"]["target"] == 50
    assert len(outcome["rounds"]) == len(sheets)
    for each, sheet in zip(outcome["rounds"], sheets, strict=True):
        told = [(score["points"], score["total"], score["parts"]) for score in each["result"]["scores"]]
        assert told == [(row["points"], row["total"], row["parts"]) for row in sheet["rows"]]
        assert each["result"]["winners"] == sheet["winners"]
        assert each["result"]["ended_by"] == sheet["ended_by"]
    assert {tuple(each["names"]) for each in json.loads(answer.content)["rounds"]} == {names}
    assert all(sheet["rows"][0]["name"] == "Ann" for sheet in sheets)
