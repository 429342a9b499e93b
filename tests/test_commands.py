"""The command line."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from app.commands import main
from app.rules.game import HOUSE, Move
from app.rules.record import Record, RecordedMove, RecordedRound, write

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short record in a file."""
    moves = (RecordedMove(HOUSE, 0, Move("go")), RecordedMove(0, 5, Move("pickup")), RecordedMove(1, 6, Move("flip")))
    file = tmp_path / "match.json"
    file.write_text(write(Record("pounce", {}, (RecordedRound(({}, {}), moves),), seed=b"seed")), "utf-8")
    return file


def test_replay_prints_verdicts(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON object, and success even where a move is refused: that is what was asked."""
    assert main(["replay", str(record)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [verdict["ok"] for verdict in told["rounds"][0]["verdicts"]] == [True, False, True]
    assert "legal" not in told["rounds"][0]


def test_replay_prints_legal_moves(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At every step, when asked."""
    assert main(["replay", str(record), "--legal"]) == 0
    told = json.loads(capsys.readouterr().out)["rounds"][0]
    assert all(["flip"] in seat for seat in told["verdicts"][1]["legal"])


@pytest.mark.parametrize("text", [None, "", "{}", '{"format":1,"game":"go","seed":"00","rounds":[]}'])
def test_a_bad_file_ends_in_one_sentence(text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On the error output, with exit code 2."""
    file = tmp_path / "match.json"
    if text is not None:
        file.write_text(text, "utf-8")
    assert main(["replay", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith(str(file))
    assert told.err.endswith(".\n")


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["simulate", "pounce", "--json", *arguments]) == 0
    outcome: dict[str, Any] = json.loads(capsys.readouterr().out)
    return outcome


def test_simulate_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    """The same for the same seed, another for another."""
    arguments = ("--seats", "3", "--games", "2", "--option", "target=0", "--option", "king_stop=off")
    first = simulated(capsys, *arguments)
    assert (first["game"], first["seats"], first["games"], first["finished"], first["refused"]) == (
        "pounce",
        3,
        2,
        2,
        0,
    )
    assert (first["options"]["target"], first["options"]["king_stop"]) == (0, "off")
    assert len(first["scores"]) == 3
    assert simulated(capsys, *arguments) == first
    assert simulated(capsys, *arguments, "--seed", "2") != first


def test_simulate_takes_presets(capsys: pytest.CaptureFixture[str]) -> None:
    """An option of one's own comes on top."""
    outcome = simulated(capsys, "--games", "1", "--preset", "nerts", "--option", "target=0")
    assert (outcome["options"]["pounce_pile"], outcome["options"]["target"]) == (13, 0)
    assert (outcome["seats"], outcome["rounds"]) == (2, 1)


def test_simulate_draws_options(capsys: pytest.CaptureFixture[str]) -> None:
    """All but those that are given, and the seats unless they are."""
    arguments = ("--games", "3", "--random-options", "--option", "target=0")
    outcome = simulated(capsys, *arguments)
    assert (outcome["finished"], outcome["seats"]) == (3, "drawn")
    assert outcome["options"] == {"drawn": True, "target": 0}
    assert simulated(capsys, *arguments) == outcome
    three = simulated(capsys, *arguments, "--seats", "3", "--preset", "nerts")
    assert (three["seats"], three["options"]["king_stop"], len(three["scores"])) == (3, "off", 3)


def test_simulate_fails_when_a_match_does(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A script sees it by the exit code; what happened is printed all the same."""
    monkeypatch.setattr("app.bots.simulation.MAX_ENTRIES", 3)
    assert main(["simulate", "pounce", "--json", "--games", "2"]) == 1
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["finished"], [each["match"] for each in outcome["failed"]]) == (0, [0, 1])


def test_simulate_mixes_levels(capsys: pytest.CaptureFixture[str]) -> None:
    """By seat, in turn again; the figures come by level too."""
    arguments = ("--levels", "easy,steady", "--seats", "3", "--games", "1", "--option", "target=0")
    outcome = simulated(capsys, *arguments)
    assert outcome["levels"] == ["easy", "steady", "easy"]
    for figure in ("points_by_level", "wins_by_level", "rounds_won"):
        assert list(outcome[figure]) == ["easy", "steady"]
    assert simulated(capsys, *arguments) == outcome
    three = simulated(capsys, "--levels", "sharp,easy,steady", "--games", "1", "--option", "target=0")
    assert three["levels"] == ["sharp", "easy", "steady"]


def test_simulate_plays_one_level(capsys: pytest.CaptureFixture[str]) -> None:
    """In every seat; the steady one unless another is named."""
    arguments = ("--games", "1", "--option", "target=0")
    assert simulated(capsys, *arguments)["levels"] == ["steady", "steady"]
    assert simulated(capsys, *arguments, "--level", "sharp")["levels"] == ["sharp", "sharp"]


def test_simulate_takes_one_level_or_several(capsys: pytest.CaptureFixture[str]) -> None:
    """Not both."""
    with pytest.raises(SystemExit) as left:
        main(["simulate", "pounce", "--level", "easy", "--levels", "easy,steady"])
    assert left.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


def test_simulate_is_readable_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a figure."""
    assert main(["simulate", "pounce", "--games", "1", "--option", "target=0"]) == 0
    assert "finished: 1\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seats", "1"], "Pounce is for 2 to 8 seats."),
        (["--seats", "9"], "Pounce is for 2 to 8 seats."),
        (["--games", "0"], "There is nothing to simulate"),
        (["--level", "wild"], "There is no bot 'wild'; there is easy, steady, sharp."),
        (["--levels", "steady,wild"], "There is no bot 'wild'; there is easy, steady, sharp."),
        (["--levels", ""], "There is no bot ''"),
        (["--levels", "easy,steady,sharp", "--seats", "2"], "There are 3 levels for 2 seats."),
        (["--preset", "wild"], "There is no preset 'wild'; there is classic, nerts."),
        (["--option", "target=3"], "The option 'target'"),
        (["--option", "wild"], "The option 'wild'"),
    ],
)
def test_simulate_says_what_is_wrong(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one sentence, with exit code 2."""
    assert main(["simulate", "pounce", *arguments]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(sentence)
    assert told.err.count("\n") == 1


def test_simulate_plays_a_game_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Which has no bots, by any legal move until nothing is left."""
    assert main(["simulate", "puss-in-the-corner", "--games", "2", "--json"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["levels"], outcome["finished"], outcome["refused"]) == (["any"], 2, 0)
    assert main(["simulate", "puss-in-the-corner", "--level", "steady"]) == 2
    assert capsys.readouterr().err == "There is no bot 'steady'; there is any.\n"


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["solve", *arguments, "--json"]) == 0
    outcome: dict[str, Any] = json.loads(capsys.readouterr().out)
    return outcome


@pytest.mark.parametrize("game", ["thumb-and-pouch", "puss-in-the-corner"])
def test_solve_prints_one_object(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What came of the deals that the seed draws, and the times."""
    outcome = solved(capsys, game, "--deals", "5", "--seed", "5", "--seconds", "60")
    assert (outcome["game"], outcome["seed"], outcome["deals"], outcome["seconds"]) == (game, 5, 5, 60)
    assert (outcome["solved"], outcome["undecided"], outcome["unwinnable"]) == (5, 0, 0)
    assert 0 < outcome["median_ms"] <= outcome["p90_ms"] <= outcome["slowest_ms"]


def test_solve_takes_options(capsys: pytest.CaptureFixture[str]) -> None:
    """In no time nothing is solved; what is undecided is counted and named."""
    arguments = ("puss-in-the-corner", "--deals", "2", "--seconds", "0", "--options", "redeals=0")
    outcome = solved(capsys, *arguments)
    assert (outcome["options"], outcome["solved"], outcome["undecided"]) == ({"redeals": 0}, 0, 2)
    assert len(outcome["undecided_deals"]) == 2


def test_solve_is_readable_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a figure."""
    assert main(["solve", "thumb-and-pouch", "--deals", "1", "--seconds", "60"]) == 0
    assert "solved: 1\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["--deals", "0"], "There is nothing to solve"), (["--options", "redeals=3"], "The option 'redeals'")],
)
def test_solve_says_what_is_wrong(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one sentence, with exit code 2."""
    assert main(["solve", "thumb-and-pouch", *arguments]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(sentence)
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("HTTP/1.1 200 OK", 0),
        ("HTTP/1.1 503 Service Unavailable", 2),
        ("Good evening", 2),
        ("", 2),
    ],
)
def test_health_asks_the_server_with_these_settings(
    answer: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On this machine and below its path, whatever proxies the environment names; nothing is said when all is well."""
    asked: list[bytes] = []

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            asked.append(connection.recv(4096))
            connection.sendall(f"{answer}\r\nContent-Length: 0\r\n\r\n".encode() if answer else b"")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        settings = {"HOST": "0.0.0.0", "PORT": str(listener.getsockname()[1]), "BASE_PATH": "/cards"}
        monkeypatch.setattr(os, "environ", {**settings, "http_proxy": "http://192.0.2.1:9"})
        server = Thread(target=serve, args=(listener,))
        server.start()
        assert main(["health"]) == code
        server.join()
    assert asked[0].startswith(b"GET /cards/healthz HTTP/1.1\r\n")
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == (1 if code else 0)


def test_health_without_a_server_or_with_a_bad_setting_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        monkeypatch.setattr(os, "environ", {"PORT": str(unheard.getsockname()[1])})
        assert main(["health"]) == 2
    assert "does not say that all is well" in capsys.readouterr().err
    monkeypatch.setattr(os, "environ", {"PORT": "none"})
    assert main(["health"]) == 2
    assert capsys.readouterr().err == "PORT is “none”: give a whole number from 0 to 65535.\n"


def test_commands_without_a_server_load_none(record: Path) -> None:
    """Replay, simulate and solve work where only Python is there."""
    code = (
        "import sys; from app.commands import main; code = main(sys.argv[1:]);"
        "assert not {'fastapi', 'uvicorn', 'pydantic', 'sqlite3'} & set(sys.modules); sys.exit(code)"
    )
    for arguments in (
        ["replay", str(record)],
        ["simulate", "pounce", "--games", "1", "--option", "target=0"],
        ["solve", "thumb-and-pouch", "--deals", "1"],
    ):
        subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, check=True, capture_output=True)


def test_the_module_runs(record: Path) -> None:
    """`python -m app` is the only way in."""
    run = subprocess.run(
        [sys.executable, "-m", "app", "replay", str(record)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert json.loads(run.stdout)["accepted"] == 2
