"""Prints the wire's declaration (`app/wire.py`, `app/wire_views.py`) as TypeScript and as a page for people.

    python -m app.wire_types           writes static/wire.d.ts and docs/protocol.md
    python -m app.wire_types --check   says which of them is not fresh; exit code 1 then

It reads the source of these modules rather than the classes: names of types and comments beside fields are worth
keeping, and a class does not know them any more.
"""

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = tuple(Path(__file__).with_name(name) for name in ("wire.py", "wire_views.py"))
TYPES = ROOT / "static" / "wire.d.ts"
PAGE = ROOT / "docs" / "protocol.md"

_WORDS = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "unknown", "None": "null"}
_BOUNDS = {
    "min_length": "not shorter than {}",
    "max_length": "not longer than {}",
    "pattern": "like `{}`",
    "ge": "at least {}",
    "le": "at most {}",
}


class Unprintable(ValueError):
    """The declaration uses something that this printer does not know; the message names the line."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message. `note` is what is said beside it, `bounds` what a value must fit besides its type."""

    name: str
    type: str
    optional: bool
    bounds: str
    note: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message, or a part that messages are made of."""

    name: str
    text: str
    fields: tuple[Field, ...]
    tag: str | None
    """The value of `t`, if it has one."""


@dataclass(frozen=True, slots=True)
class Alias:
    """A named type. `words` says something of single values of a closed set."""

    name: str
    type: str
    bounds: str
    text: str
    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that both sides must know."""

    name: str
    value: int
    text: str


@dataclass(frozen=True, slots=True)
class Declaration:
    """All that the modules of the wire declare, in the order in which they do."""

    messages: tuple[Message, ...]
    aliases: tuple[Alias, ...]
    constants: tuple[Constant, ...]
    from_browser: tuple[str, ...]
    from_server: tuple[str, ...]


def declaration(*sources: str) -> Declaration:
    """Reads the modules of a wire. Raises Unprintable."""
    messages: list[Message] = []
    aliases: list[Alias] = []
    constants: list[Constant] = []
    unions: dict[str, tuple[str, ...]] = {}
    for node, rest, notes in _statements(sources):
        if isinstance(node, ast.ClassDef) and not _is_base(node):
            messages.append(_message(node, notes))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.startswith("_"):
                continue
            text = _text_below(rest)
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, int):
                constants.append(Constant(name, node.value.value, text))
            elif name in ("ClientMessage", "ServerMessage"):
                unions[name] = tuple(_type(node.value).split(" | "))
            else:
                aliases.append(Alias(name, _type(node.value), _bounds(node.value), text, _words(node.value, notes)))
    return Declaration(
        tuple(messages), tuple(aliases), tuple(constants), unions["ClientMessage"], unions["ServerMessage"]
    )


def typescript(wire: Declaration) -> str:
    """The declaration as a TypeScript declaration file, for `import("../wire.js")` in JSDoc."""
    lines = [
        "// Printed from app/wire.py and app/wire_views.py by `make types`. Change those files, not this one.",
        "",
    ]
    for constant in wire.constants:
        lines += [*_jsdoc(constant.text), f"export type {constant.name} = {constant.value};"]
    lines.append("")
    for alias in wire.aliases:
        lines += _jsdoc(_sentences(alias.text, alias.bounds))
        if alias.words:
            lines += [f"export type {alias.name} =", *_worded(alias), ""]
        else:
            lines += [f"export type {alias.name} = {alias.type};", ""]
    for message in wire.messages:
        lines += [*_jsdoc(message.text), f"export interface {message.name} {{"]
        if message.tag is None and message.name in wire.from_server:
            lines.append("  t?: undefined;")
        for field in message.fields:
            lines += [f"  {line}" for line in _jsdoc(_sentences(field.note, field.bounds))]
            lines.append(f"  {field.name}{'?' if field.optional else ''}: {field.type};")
        lines += ["}", ""]
    for name, members in (("ClientMessage", wire.from_browser), ("ServerMessage", wire.from_server)):
        lines += [f"export type {name} =", *(f"  | {member}" for member in members)]
        lines[-1] += ";"
        lines.append("")
    return "\n".join(lines)


def page(wire: Declaration) -> str:
    """The declaration as a page in Markdown, every message with its fields."""
    by_name = {message.name: message for message in wire.messages}
    heads = {
        "From the browser": wire.from_browser,
        "From the server": wire.from_server,
        "What messages are made of": tuple(n for n in by_name if n not in wire.from_browser + wire.from_server),
    }
    lines = [
        "# Protocol",
        "",
        "Printed from `app/wire.py` and `app/wire_views.py` by `make types`: change those files, not this one.",
        "",
        "Messages are JSON in text frames over `/ws/{CODE}`, below the base path, one object each. `t` says which",
        "message it is; only `Frame`, the one that comes most often, has none and is known by its `n`. The server",
        "refuses unknown fields. A field that may be missing is left out when there is nothing to say.",
        "",
        "## Numbers",
        "",
        "| name | value | |",
        "| --- | --- | --- |",
    ]
    lines += [f"| `{c.name}` | {c.value} | {_cell(c.text)} |" for c in wire.constants]
    for head, names in heads.items():
        lines += ["", f"## {head}"]
        for name in names:
            lines += ["", *_section(by_name[name])]
    lines += ["", "## Types", "", "| name | type | |", "| --- | --- | --- |"]
    for alias in wire.aliases:
        shown = "see below" if alias.words else _code(alias.type)
        lines.append(f"| `{alias.name}` | {shown} | {_cell(_sentences(alias.text, alias.bounds))} |")
    for alias in wire.aliases:
        if alias.words:
            lines += ["", f"### {alias.name}", ""]
            lines += [f"- `{word}`{f': {note}' if note else ''}" for word, note in alias.words]
    return "\n".join(lines) + "\n"


def printed() -> dict[Path, str]:
    """What the two files should say now."""
    wire = declaration(*(source.read_text("utf-8") for source in SOURCES))
    return {TYPES: typescript(wire), PAGE: page(wire)}


def stale() -> list[Path]:
    """The files that do not say what they should."""
    return [path for path, text in printed().items() if not path.exists() or path.read_text("utf-8") != text]


def main(arguments: Sequence[str]) -> int:
    """The command: prints, or with --check compares. Answers with the exit code."""
    if list(arguments) == ["--check"]:
        for path in stale():
            print(f"{path.relative_to(ROOT)} is not what the wire declares: make types", file=sys.stderr)
        return 1 if stale() else 0
    if arguments:
        print("python -m app.wire_types [--check]", file=sys.stderr)
        return 2
    for path, text in printed().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


# --- reading -------------------------------------------------------------------------------------------------------


def _statements(sources: Sequence[str]) -> Iterator[tuple[ast.stmt, list[ast.stmt], dict[int, str]]]:
    """Every statement at the top of the modules, with what follows it there and the module's comments."""
    for source in sources:
        body, notes = ast.parse(source).body, _comments(source)
        for place, node in enumerate(body):
            yield node, body[place + 1 :], notes


def _is_base(node: ast.ClassDef) -> bool:
    """Whether a class is only what the others are made from."""
    return any(isinstance(base, ast.Name) and base.id == "BaseModel" for base in node.bases)


def _message(node: ast.ClassDef, notes: dict[int, str]) -> Message:
    fields: list[Field] = []
    tag: str | None = None
    for item in node.body:
        if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
            continue
        name, shown = item.target.id, _type(item.annotation)
        if name == "t":
            tag = json.loads(shown)
        note = notes.get(item.end_lineno or item.lineno, "")
        fields.append(Field(name, shown, item.value is not None, _bounds(item.annotation), note))
    return Message(node.name, ast.get_docstring(node) or "", tuple(fields), tag)


def _type(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return _WORDS.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_type(left)} | {_type(right)}"
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return _type(inner)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
            return " | ".join(json.dumps(value) for value in _literals(inner))
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            shown = _type(inner)
            return f"({shown})[]" if " | " in shown else f"{shown}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])) if _type(key) == "string":
            return f"Record<string, {_type(value)}>"
    raise Unprintable(f"line {node.lineno} of the wire: no TypeScript is known for {ast.unparse(node)}")


def _literals(node: ast.expr) -> list[str | int | bool]:
    values = node.elts if isinstance(node, ast.Tuple) else [node]
    return [ast.literal_eval(value) for value in values]


def _bounds(node: ast.expr) -> str:
    """What the annotation asks of the value itself; what it asks of parts of the value is said by their types."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _bounds(left) or _bounds(right)
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[_, *rules])):
            given = {word.arg: word.value for rule in rules if isinstance(rule, ast.Call) for word in rule.keywords}
            told = [_BOUNDS[name].format(_value(value)) for name, value in given.items() if name in _BOUNDS]
            return " and ".join(told)
    return ""


def _value(node: ast.expr) -> str:
    """A bound as people write it: a sum such as 2**31 stays one."""
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def _words(node: ast.expr, notes: dict[int, str]) -> tuple[tuple[str, str], ...]:
    match node:
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=values)):
            return tuple((ast.literal_eval(value), notes.get(value.lineno, "")) for value in values)
    return ()


def _text_below(rest: Sequence[ast.stmt]) -> str:
    match rest[:1]:
        case [ast.Expr(value=ast.Constant(value=str() as text))]:
            return text
    return ""


def _comments(source: str) -> dict[int, str]:
    """Comments that stand beside code, by line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip()
    }


# --- printing ------------------------------------------------------------------------------------------------------


def _jsdoc(text: str) -> Iterator[str]:
    lines = text.splitlines()
    if len(lines) == 1:
        yield f"/** {lines[0]} */"
    elif lines:
        yield "/**"
        yield from (f" * {line.strip()}".rstrip() for line in lines)
        yield " */"


def _worded(alias: Alias) -> Iterator[str]:
    for place, (word, note) in enumerate(alias.words):
        yield from (f"  {line}" for line in _jsdoc(note))
        yield f"  | {json.dumps(word)}{';' if place == len(alias.words) - 1 else ''}"


def _section(message: Message) -> Iterator[str]:
    yield f"### {message.name}" + (f" `{message.tag}`" if message.tag else "")
    if message.text:
        yield ""
        yield from message.text.splitlines()
    fields = [field for field in message.fields if field.name != "t"]
    if fields:
        yield ""
        yield "| field | type | |"
        yield "| --- | --- | --- |"
    for field in fields:
        missing = "may be missing" if field.optional else ""
        text = _cell(_sentences(missing, field.bounds, field.note))
        yield f"| `{field.name}` | {_code(field.type)} | {text} |"


def _sentences(*parts: str) -> str:
    told = [part if part.endswith((".", ")", "]")) else f"{part}." for part in parts if part]
    return " ".join(f"{part[0].upper()}{part[1:]}" for part in told)


def _code(text: str) -> str:
    return f"`{_cell(text)}`"


def _cell(text: str) -> str:
    """Text that stays in its cell of a table."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
