"""Blocks of PGP in the text of a mail (RFC 4880 section 6.2): no words are in them."""

import re
from collections.abc import Sequence

from judge.letter import Line, Standing

ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
_BEGINS = re.compile(r"-----BEGIN PGP (MESSAGE|SIGNATURE|PUBLIC KEY BLOCK)-----")
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_HEADER = re.compile(r"(?:Hash|Version|Comment|Charset): \S.*")


def without_armor(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return `lines` with those own ones as a signature that PGP put in."""
    if not any(line.text.startswith("-----BEGIN PGP") for line in lines):
        return tuple(lines)
    stood: list[Line] = []
    end = ""
    signed = False
    for line in lines:
        begins = _BEGINS.fullmatch(line.text)
        if begins:
            end = f"-----END PGP {begins[1]}-----"
        if end or line.text == _SIGNED or (signed and _HEADER.fullmatch(line.text)):
            stood.append(Line(line.text, Standing.BELOW_SIGNATURE))
        else:
            stood.append(line)
        signed = line.text == _SIGNED or (signed and line.text.strip() != "")
        end = "" if line.text == end else end
    return tuple(stood)
