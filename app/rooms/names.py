"""What a person may be called at a table, and which characters anything that people type may show."""

import unicodedata
from collections.abc import Iterable
from typing import Final

MOST: Final = 20
"""Characters of a name that a seat can show."""

_JOINERS: Final = "\u200d\ufe0f"
"""Inside a name these make one emoji out of several; alone they are nothing to see."""
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a sign by their category, but drawn as nothing."""
_TWINS: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧον0",
    "ABESIJKMHOPCTYXaesijopcyxqwhABEZHIKMNOPTYXovO",
)
"""Letters of other alphabets that cannot be told from Latin ones, and a nought."""
_STROKES: Final = str.maketrans("i1|", "lll")
"""In some type a small l, a capital I and a one are the same stroke."""


def tidy(text: str, most: int = MOST) -> str | None:
    """A name, or another line, as it is shown: at most so many characters; None if nothing of it can be seen.

    Control and format characters go, since they could empty a name, turn the line around or imitate another name.
    """
    kept = []
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if char in _JOINERS:
            kept.append(char)
        elif kind[0] == "Z" or char in "\t\n\r" or char in _BLANKS:
            kept.append(" ")
        elif kind[0] != "C":
            kept.append(char)
    line = " ".join("".join(kept).split())[:most].strip(_JOINERS + " ")
    if not any(unicodedata.category(char)[0] in "LNPS" for char in line):
        return None
    # At most two marks on a letter: a tower of them would cover the lines above.
    out: list[str] = []
    marks = 0
    for char in line:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" and char not in _JOINERS else 0
        if marks <= 2:
            out.append(char)
    return "".join(out)


def distinct(name: str, others: Iterable[str]) -> str:
    """`name`, numbered when somebody at the table is called the same to the eye, in whatever case or alphabet."""
    taken = {_looks(other) for other in others}
    if _looks(name) not in taken:
        return name
    for number in range(2, 100):
        numbered = f"{name[: MOST - 3]} {number}"
        if _looks(numbered) not in taken:
            return numbered
    return name


def _looks(name: str) -> str:
    letters = unicodedata.normalize("NFKC", name).translate(_TWINS).casefold().translate(_STROKES)
    return "".join(char for char in letters if char != " " and char not in _JOINERS)
