"""The house rules that a script can hold: what is missing, stale, undocumented, outgrown or named badly."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from app import wire, wire_types
from app.rules.registry import games
from app.settings import Settings

ROOT = Path(__file__).resolve().parent.parent

UNTESTED = {
    "app/__main__.py": "one call of app.commands, whose tests make it",
    "app/wire.py": "a declaration: the printer's test reads all of it, the rooms' tests hold their messages against it",
    "app/wire_views.py": "as app/wire.py",
    "app/rooms/clock.py": "protocols without a line that runs",
    "app/rooms/site.py": "a value that only carries what it is given",
    "app/storage/base.py": "a protocol; the contract suite in tests/storage runs over every store",
}
"""Modules without a test module of their own, and why."""

OUTGROWN: dict[str, str] = {
    "static/i18n/en.js": "a language is one file: who translates it has every sentence before him",
}
"""Files of more than 500 lines, and why they are better whole."""

FORBIDDEN = {"common", "helper", "helpers", "manager", "managers", "misc", "util", "utils"}
"""Words that say nothing of what a file is for."""

MADE = {"node_modules", "data", "__pycache__", "test-results"}
"""Folders that tools and hosts make, besides hidden ones."""

ELSEWHERE = (
    r"registry\.(npmjs|yarnpkg)",
    r"(files|test)\.pythonhosted",
    r"\bpypi\.(org|python)",
    r"index" + r"-url\s",
    r"\"resolved\":",
)
"""Addresses of package registries: pip and npm know their own."""


def project_files(*tops: str) -> Iterator[Path]:
    """Text files of the project, below the given folders or everywhere."""
    for top in tops or (".",):
        for path in sorted((ROOT / top).rglob("*")):
            folders = path.relative_to(ROOT).parts[:-1]
            made = any(name in MADE or (name.startswith(".") and name != ".ci") for name in folders)
            if path.is_file() and not made and path.suffix not in {".png", ".woff2", ".ico", ".gz"}:
                yield path


def named(path: Path) -> str:
    """How a file is called in a message."""
    return path.relative_to(ROOT).as_posix()


MODULES = [named(path) for path in project_files("app") if path.suffix == ".py"]
GAMES = [
    found[1] for name in MODULES if (found := re.fullmatch(r"app/rules/games/([a-z]\w*)(\.py|/__init__\.py)", name))
]
CLIENT = [named(path) for path in project_files("static") if path.suffix == ".js"]


def test_module_of(module: str) -> str:
    """Where the tests of a module are: app/rules/card.py -> tests/rules/test_card.py, a package's beside its folder."""
    path = Path(module)
    path = path.parent if path.name == "__init__.py" else path.with_suffix("")
    return Path("tests", *path.parts[1:-1], f"test_{path.name}.py").as_posix()


test_module_of.__test__ = False  # type: ignore[attr-defined]  # the name begins like a test's


def is_bare(module: str) -> bool:
    """Whether a module says nothing but what it is for."""
    body = ast.parse((ROOT / module).read_text("utf-8")).body
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_its_test_module(module: str) -> None:
    """A module is tested by its own test module, or a reason is stated."""
    if not is_bare(module):
        assert ((ROOT / test_module_of(module)).exists()) != (module in UNTESTED), test_module_of(module)


def test_reasons_are_given_for_files_that_exist() -> None:
    """No excuse outlives its file."""
    assert [name for name in (*UNTESTED, *OUTGROWN) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_module_says_what_it_is_for(module: str) -> None:
    """The first thing in a module is a sentence; an empty package needs none."""
    tree = ast.parse((ROOT / module).read_text("utf-8"))
    assert not tree.body or ast.get_docstring(tree)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_whole(game: str) -> None:
    """A game is its rules and its tests, with bots if it is for several and a solver if it is for one.

    In the browser it is played as soon as it has a layout there.
    """
    solo = games()[game.replace("_", "-")].info.pace == "solo"
    assert (ROOT / "app" / "bots" / f"{game}.py").exists() != solo
    assert (ROOT / "app" / "solver" / f"{game}.py").exists() == solo
    assert (ROOT / "tests" / "rules" / "games" / f"test_{game}.py").exists()


def test_there_is_a_game() -> None:
    """The table above is found by folder; an empty one would check nothing."""
    assert GAMES


def test_wire_types_are_fresh() -> None:
    """Both printed files say what the wire declares."""
    assert [named(path) for path in wire_types.stale()] == [], "run: make types"


def test_the_page_speaks_this_wire() -> None:
    """The number that the page says in its hello is the server's."""
    said = re.findall(r"WIRE_VERSION = (\d+)", (ROOT / "static/core/socket.js").read_text("utf-8"))
    assert said == [str(wire.WIRE_VERSION)]


@pytest.mark.parametrize("message", [*get_args(get_args(wire.ClientMessage)[0]), *get_args(wire.ServerMessage)])
def test_every_message_is_documented(message: type[BaseModel]) -> None:
    """Each has its heading on the protocol page."""
    assert re.search(rf"^### {message.__name__}\b", wire_types.PAGE.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("setting", [field.name for field in fields(Settings)])
def test_every_setting_is_documented(setting: str) -> None:
    """Each has its line with its default in the table of docs/deploy.md."""
    default = getattr(Settings(), setting)
    line = f"| `{setting.upper()}` | {f'`{default}`' if default != '' else 'empty'} |"
    assert line in (ROOT / "docs/deploy.md").read_text("utf-8")


@pytest.mark.parametrize("path", [*project_files("app", "static", "tests")], ids=named)
def test_no_file_outgrows_its_reader(path: Path) -> None:
    """500 lines, or a reason."""
    if named(path) not in OUTGROWN and path.suffix in {".py", ".js", ".css", ".html"}:
        assert len(path.read_text("utf-8").splitlines()) <= 500


def test_names_say_something() -> None:
    """No file or folder is a drawer for odds and ends."""
    drawers = [
        named(path)
        for path in project_files("app", "static", "tests")
        if FORBIDDEN.intersection(re.split(r"[/_.-]", named(path).lower()))
    ]
    assert drawers == []


def test_nothing_names_a_registry_or_the_place_where_it_was_built() -> None:
    """The project builds from any registry and in any folder."""
    # Below /srv and /opt servers are at home, and the pages for hosts say so.
    place = str(ROOT) if len(ROOT.parts) > 2 and ROOT.parts[1] not in {"srv", "opt"} else None
    found = []
    for path in project_files():
        text = path.read_text("utf-8", errors="replace")
        if path != Path(__file__).resolve() and (re.search("|".join(ELSEWHERE), text) or (place and place in text)):
            found.append(named(path))
    assert found == []


def test_locks_agree() -> None:
    """Exact versions; what the server runs with is what it was tested with."""
    runtime, dev = (
        (ROOT / name).read_text("utf-8").splitlines() for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert [line for line in dev if not re.match(r"[a-z0-9-]+==[0-9][\w.]*( ; .+)?$", line)] == []
    assert set(runtime) <= set(dev)


WORDS_AND_SIGNS = {"static/core/i18n.js", "static/screens/pieces.js", "static/screens/naming.js"}
"""What a game's own modules take besides the table: sentences, elements, the names of cards."""


def layer_of(module: str) -> str:
    """The folder under static/ that a module belongs to; "games/pontis" for a game's own parts."""
    folder = Path(module).parent.relative_to("static")
    if folder.parts[:1] == ("games",):
        return f"games/{folder.parts[1] if folder.parts[1:] else Path(module).stem}"
    return folder.parts[0] if folder.parts else ""


@pytest.mark.parametrize("module", CLIENT)
def test_client_modules_keep_their_layers(module: str) -> None:
    """`core` knows no table, `table` no screen, a game no other game; none of it escapes the type checker."""
    allowed = {
        "core": {"core", "i18n"},
        "table": {"table", "core"},
        "i18n": set[str](),
        "screens": {"screens", "table", "core"},
    }
    text = (ROOT / module).read_text("utf-8")
    assert "@ts-nocheck" not in text
    layer = layer_of(module)
    imported = re.findall(r'^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"', text, re.MULTILINE)
    files = {named(((ROOT / module).parent / (one or other)).resolve()) for one, other in imported}
    if layer.startswith("games/"):
        # A race of a solitaire is that solitaire, with what makes a race of each of them.
        raced = {layer.removesuffix("-race"), "games/solitaire-race"} if layer.endswith("-race") else set[str]()
        assert {layer_of(file) for file in files - WORDS_AND_SIGNS} <= {layer, "table"} | raced
    elif layer in allowed:
        assert {layer_of(file) for file in files} <= allowed[layer]
