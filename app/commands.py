"""The command line: `python -m app` serves, with a word it does something else. A command loads only what it needs."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

HEALTH_S: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command (default: the process's arguments); the answer is the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    chosen = next((word for word in arguments if not word.startswith("-")), "serve")
    parser = argparse.ArgumentParser(prog="python -m app", description="Pounce: card races in the browser.")
    parser.set_defaults(run=_serve)
    commands = parser.add_subparsers(metavar="command", title="commands")
    for name, (purpose, add_arguments) in COMMANDS.items():
        command = commands.add_parser(name, help=purpose)
        if name == chosen:
            add_arguments(command)
    parsed = parser.parse_args(arguments)
    code: int = parsed.run(parsed)
    return code


def _tell(outcome: Mapping[str, object], *, as_json: bool) -> None:
    """One JSON object, or a line a figure."""
    if as_json:
        print(json.dumps(outcome))
    else:
        for key, value in outcome.items():
            print(f"{key}: {json.dumps(value)}")


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


# --- serve ------------------------------------------------------------------------------------------------------------


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_serve)


def _serve(_: argparse.Namespace) -> int:
    from app.main import serve

    return serve()


# --- health -----------------------------------------------------------------------------------------------------------


def _add_health(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_health)


def _health(_: argparse.Namespace) -> int:
    import os
    from http.client import HTTPException
    from urllib.request import ProxyHandler, build_opener

    from app.settings import BadSetting, settings_from

    try:
        settings = settings_from(os.environ)
    except BadSetting as bad:
        return _fail(str(bad))
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104  (asked, not opened)
    url = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}{settings.base_path}/healthz"
    try:
        # The server is on this machine, whatever the environment says of proxies.
        with build_opener(ProxyHandler({})).open(url, timeout=HEALTH_S):
            return 0
    except (OSError, HTTPException) as error:
        return _fail(f"{url} does not say that all is well: {str(error).strip()}.")


# --- replay -----------------------------------------------------------------------------------------------------------


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a record, see docs/records.md")
    parser.add_argument("--legal", action="store_true", help="also print all legal moves of every seat at every step")
    parser.set_defaults(run=_replay)


def _replay(parsed: argparse.Namespace) -> int:
    from app.rules.record import MAX_BYTES, BadRecord, read, replay
    from app.rules.registry import games

    try:
        with parsed.file.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
        verdicts = replay(read(text), games(), legal=parsed.legal)
    except OSError as error:
        return _fail(f"{parsed.file} cannot be read: {error.strerror}.")
    except BadRecord as bad:
        return _fail(f"{parsed.file} cannot be replayed. {bad}")
    print(json.dumps(verdicts))
    return 0


# --- simulate ---------------------------------------------------------------------------------------------------------


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    from app.rules.registry import games

    parser.add_argument("game", choices=sorted(games()))
    parser.add_argument(
        "--seats", type=int, help="how many bots (default: the fewest that the game takes, or one a level)"
    )
    parser.add_argument("--games", type=int, default=10, help="how many matches (default: 10)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same output (default: 1)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--level", help="which bot plays in every seat (default: steady; a game for one is played by any legal move)"
    )
    who.add_argument("--levels", help="which bots play, by seat and with commas between; taken in turn again if few")
    parser.add_argument("--preset", help="a named set of the game's options")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="one option; may be repeated"
    )
    parser.add_argument(
        "--random-options",
        action="store_true",
        help="every match draws each option that is not given, and without --seats its number of seats",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_simulate)


def _simulate(parsed: argparse.Namespace) -> int:
    from app.bots.bot import bots
    from app.bots.simulation import Draw, Players, simulate
    from app.bots.wanderer import Wanderer
    from app.rules.game import BadOptions, complete, read_options
    from app.rules.registry import games

    game = games()[parsed.game]
    fewest, most = game.info.seats
    levels = bots(parsed.game) or {Wanderer.level: Wanderer()}
    usual = "steady" if "steady" in levels else Wanderer.level
    wanted = [parsed.level or usual] if parsed.levels is None else parsed.levels.split(",")
    seats = max(fewest, len(wanted)) if parsed.seats is None else parsed.seats
    if not fewest <= seats <= most:
        return _fail(f"{game.info.name} is for {fewest} to {most} seats.")
    if parsed.games < 1:
        return _fail("There is nothing to simulate: --games is at least 1.")
    if len(wanted) > seats:
        return _fail(f"There are {len(wanted)} levels for {seats} seats.")
    for level in wanted:
        if level not in levels:
            return _fail(f"There is no bot {level!r}; there is {', '.join(levels)}.")
    if parsed.preset is not None and parsed.preset not in game.info.presets:
        return _fail(f"There is no preset {parsed.preset!r}; there is {', '.join(game.info.presets) or 'none'}.")
    try:
        given = {**game.info.presets.get(parsed.preset, {}), **read_options(game.info, parsed.option)}
        options = complete(game.info, given)
    except BadOptions as bad:
        return _fail(str(bad))
    players = Players(game, tuple(levels[level] for level in wanted), options, seats)
    draw = Draw(given, seats=parsed.seats is None) if parsed.random_options else None
    outcome = simulate(players, games=parsed.games, seed=parsed.seed, draw=draw)
    _tell(outcome, as_json=parsed.json)
    # Bots alone always come to an end, by legal moves and with every card: else there is a bug.
    return 0 if outcome["finished"] == parsed.games and not outcome["refused"] and outcome["conserved"] else 1


# --- solve ------------------------------------------------------------------------------------------------------------


def _add_solve(parser: argparse.ArgumentParser) -> None:
    from app.rules.registry import games
    from app.solver.base import has_solver

    parser.add_argument("game", choices=sorted(filter(has_solver, games())))
    parser.add_argument("--deals", type=int, default=100, help="how many deals (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same deals (default: 1)")
    parser.add_argument("--seconds", type=float, default=2, help="how long it looks at each (default: 2)")
    parser.add_argument(
        "--options", action="append", default=[], metavar="KEY=VALUE", help="an option of the game; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_solve)


def _solve(parsed: argparse.Namespace) -> int:
    from time import perf_counter

    from app.rules.game import BadOptions, complete, read_options
    from app.rules.registry import games
    from app.solver.trial import drawn, trial

    game = games()[parsed.game]
    if parsed.deals < 1:
        return _fail("There is nothing to solve: --deals is at least 1.")
    try:
        options = complete(game.info, read_options(game.info, parsed.options))
    except BadOptions as bad:
        return _fail(str(bad))
    numbers = drawn(parsed.game, parsed.seed, parsed.deals)
    outcome = {"seed": parsed.seed, **trial(game, options, numbers, parsed.seconds, perf_counter)}
    _tell(outcome, as_json=parsed.json)
    return 0


# --- bench ------------------------------------------------------------------------------------------------------------


def _add_bench(parser: argparse.ArgumentParser) -> None:
    from app.bench import add_arguments, run

    add_arguments(parser)
    parser.set_defaults(run=run)


COMMANDS: Final[Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], None]]]] = {
    "serve": ("run the server (the default)", _add_serve),
    "health": ("ask the running server with these settings whether it can play", _add_health),
    "replay": ("play a recorded match again and print every verdict as JSON", _add_replay),
    "simulate": ("let bots play matches without a server", _add_simulate),
    "solve": ("see how many deals of a game for one can be won, and how fast that is found", _add_solve),
    "bench": ("load a server of its own with real sockets and legal moves", _add_bench),
}
"""What each command is for, and what adds its arguments; only the chosen one's are added, and its modules loaded."""
