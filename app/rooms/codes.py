"""The codes by which rooms are found: how one is drawn, and how one that somebody typed is understood."""

from typing import Final

from app.rooms.clock import Entropy

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letters and digits that look alike on a phone."""
CODE_LENGTH: Final = 6


def tidy_code(text: str) -> str | None:
    """The room code that was meant: any case, blanks and dashes left out. None if it cannot be one."""
    code = text.upper().replace(" ", "").replace("-", "").replace("\u00a0", "")
    return code if len(code) == CODE_LENGTH and all(char in ALPHABET for char in code) else None


def new_code(entropy: Entropy) -> str:
    """A code that is likely nobody's; its letters are all as likely as each other."""
    # 31 letters do not divide 256: bytes beyond the last whole multiple are drawn again.
    code = ""
    while len(code) < CODE_LENGTH:
        code += "".join(ALPHABET[byte % 31] for byte in entropy(CODE_LENGTH) if byte < 248)
    return code[:CODE_LENGTH]
