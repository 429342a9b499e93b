"""The printer of the wire's declarations, and that what it printed is what the wire declares."""

from pathlib import Path

import pytest

from app import wire, wire_types, wire_views
from app.wire_types import Unprintable, declaration, main, page, typescript
from app.wire_views import Strict

SMALL = '''
from typing import Annotated, Any, Literal

LIMIT = 7
"""How many."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""As typed."""
Word = Literal[
    "plain",
    "odd",  # said of one word
]
_PRIVATE = {"not": "printed"}


class Base(BaseModel):
    pass


class Ask(Base):
    """Asks `who`."""

    t: Literal["ask"]
    who: Name
    often: Annotated[int, Field(ge=0, le=2**31)] | None = None


class Tick(Base):
    """One of many."""

    n: int  # counts up
    piles: dict[str, list[int | str]] | None = None
    facts: dict[str, Any]


ClientMessage = Annotated[Ask | Tick, Field(discriminator="t")]
ServerMessage = Tick
'''

SMALL_TYPES = """\
// Printed from app/wire.py and app/wire_views.py by `make types`. Change those files, not this one.

/** How many. */
export type LIMIT = 7;

/** As typed. Not shorter than 1 and not longer than 64. */
export type Name = string;

export type Word =
  | "plain"
  /** said of one word */
  | "odd";

/** Asks `who`. */
export interface Ask {
  t: "ask";
  who: Name;
  /** At least 0 and at most 2 ** 31. */
  often?: number | null;
}

/** One of many. */
export interface Tick {
  t?: undefined;
  /** Counts up. */
  n: number;
  piles?: Record<string, (number | string)[]> | null;
  facts: Record<string, unknown>;
}

export type ClientMessage =
  | Ask
  | Tick;

export type ServerMessage =
  | Tick;
"""


def test_prints_typescript() -> None:
    """A whole small wire, as one text: change it when the printing is meant to change."""
    assert typescript(declaration(SMALL)) == SMALL_TYPES


@pytest.mark.parametrize(
    "line",
    [
        "### Ask `ask`",
        "Asks `who`.",
        "| `often` | `number \\| null` | May be missing. At least 0 and at most 2 ** 31. |",
        "### Tick",
        "| `n` | `number` | Counts up. |",
        "| `LIMIT` | 7 | How many. |",
        "| `Name` | `string` | As typed. Not shorter than 1 and not longer than 64. |",
        "- `plain`",
        "- `odd`: said of one word",
    ],
)
def test_prints_a_page(line: str) -> None:
    """Each kind of thing has its line on the page."""
    assert line in page(declaration(SMALL)).splitlines()


def test_what_is_of_no_use_to_others_is_not_printed() -> None:
    """What starts with an underscore is the module's own, and what messages are made from is no message."""
    told = page(declaration(SMALL)) + typescript(declaration(SMALL))
    assert "PRIVATE" not in told
    assert "Base" not in told


def test_one_wire_may_be_declared_in_several_modules() -> None:
    """They are printed as one, in the order in which they are named."""
    parts = declaration(SMALL, 'Odd = dict[str, int]\n"""Elsewhere."""\n\n\nclass Part(Base):\n    odd: Odd  # more\n')
    assert [message.name for message in parts.messages] == ["Ask", "Tick", "Part"]
    assert "/** Elsewhere. */\nexport type Odd = Record<string, number>;" in typescript(parts)
    assert "| `odd` | `Odd` | More. |" in page(parts)


@pytest.mark.parametrize("annotation", ["set[str]", "dict[int, str]", "tuple[int, ...]"])
def test_an_unknown_type_is_an_error_with_its_line(annotation: str) -> None:
    """Nothing is printed as a guess."""
    source = SMALL.replace("n: int", f"n: {annotation}")
    with pytest.raises(Unprintable, match=r"line \d+ of the wire: no TypeScript is known for"):
        declaration(source)


def test_knows_every_field_of_every_model() -> None:
    """Reading the source finds what pydantic finds: names, and which may be missing."""
    models = {
        name: {field: not info.is_required() for field, info in model.model_fields.items()}
        for module in (wire, wire_views)
        for name, model in vars(module).items()
        if isinstance(model, type) and issubclass(model, Strict) and model is not Strict
    }
    read = {
        message.name: {field.name: field.optional for field in message.fields}
        for message in declaration(*(source.read_text("utf-8") for source in wire_types.SOURCES)).messages
    }
    assert models == read


def test_the_check_names_a_stale_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` compares, says what to do and answers 1; printing mends it."""
    monkeypatch.setattr(wire_types, "ROOT", tmp_path)
    monkeypatch.setattr(wire_types, "TYPES", tmp_path / "static" / "wire.d.ts")
    monkeypatch.setattr(wire_types, "PAGE", tmp_path / "docs" / "protocol.md")
    assert main(["--check"]) == 1
    assert "wire.d.ts is not what the wire declares: make types" in capsys.readouterr().err
    assert main([]) == 0
    assert main(["--check"]) == 0
    assert main(["--wrong"]) == 2
