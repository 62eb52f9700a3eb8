"""The third section of a map file: options, of which the notes are all that is kept."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from judge.boards import listed
from judge.mapmaking.reading.facts import FileLine, Note, Notes, RefusedError
from judge.mapmaking.reading.names import ImportNames, mentions, unknown
from judge.mapmaking.reading.njudge.moves import machiavelli
from judge.mapmaking.reading.njudge.sections import Numbered

_OF_MACHIAVELLI = {
    "F": "famine",
    "P": "plague",
    "S": "storms",
    "V": "income",
    "L": "limits of units",
}
_EXTRA = re.compile(r"([A-Z0-9])\W*\s(\d+)$")


@dataclass(frozen=True, slots=True)
class Options:
    """What reading the options needs; `centers` are the keys of all centers."""

    file: str
    names: ImportNames
    centers: Collection[str]
    notes: Notes

    def note(self, number: int, text: str) -> None:
        """Add a note on a line."""
        self.notes.append(Note(FileLine(self.file, number), text))


def tell_options(lines: Iterable[Numbered], options: Options) -> None:
    """Note what the options of a map say; RefusedError on those of Machiavelli."""
    rest = list(lines)
    while rest:
        number, line = rest.pop(0)
        if not line or line[0].isspace() or line[0] == "#":
            continue
        letter = line[0]
        if letter in _OF_MACHIAVELLI:
            what = f'"{line}" begins a list of {_OF_MACHIAVELLI[letter]}'
            raise RefusedError(machiavelli(FileLine(options.file, number), what))
        if letter in "CO":
            _tell_centers(_indented(rest), options, number, centers=letter == "C")
        elif letter in "HGRE":
            for at, text in _extras(rest) if letter == "E" else _listed(rest):
                _tell_one(letter, text, options, at)
        else:
            options.note(number, f'"{line}" is no option known; left out')


def _indented(rest: list[Numbered]) -> list[Numbered]:
    found = []
    while rest and rest[0][1][:1].isspace():
        found.append(rest.pop(0))
    return found


def _extras(rest: list[Numbered]) -> list[Numbered]:
    found = []
    while rest and _EXTRA.match(rest[0][1].strip()):
        number, line = rest.pop(0)
        found.append((number, line.strip()))
    return found


def _listed(rest: list[Numbered]) -> list[Numbered]:
    found = []
    while rest and rest[0][1][:1] not in ("", "#"):
        number, line = rest.pop(0)
        found.append((number, line.strip()))
    return found


def _tell_centers(lines: list[Numbered], options: Options, header: int, *, centers: bool) -> None:
    if not centers:
        return
    seen: set[str] = set()
    for number, line in lines:
        for mention in mentions(line, options.names):
            if not mention.key:
                what = unknown(mention.text, options.names)
                options.note(number, f"the list of centers has {what}")
            elif mention.key not in options.centers:
                name = options.names.display[mention.key]
                options.note(number, f"{name} is listed as a center, but is none")
            seen.add(mention.key)
    missing = [key for key in options.centers if key not in seen]
    if missing and seen:
        names = listed(options.names.display[key] for key in missing)
        options.note(header, f"the list of centers is without {names}")


def _tell_one(letter: str, line: str, options: Options, number: int) -> None:
    head, _, tail = (part.strip() for part in line.partition(":"))
    if letter == "H":
        text = f"{_way(tail, options)} may be held by {head}, for whom it does not"
        text = f"{text} count; imported as an ordinary center, see rules.worthless"
    elif letter == "R":
        powers, _, way = tail.partition(" ")
        text = f"railway {_way(way, options)} for {powers} ({head}) left out,"
        text = f"{text} see rules.railway"
    elif letter == "G":
        keeper, _, ends = tail.partition(" ")
        text = f"passage {_way(ends, options)} needs leave of the unit in"
        text = f"{text} {_way(keeper, options)}; imported as open, see rules.canal"
    else:
        power, _, units = line.partition(" ")
        text = f"{power} may have {units.strip()} units more than centers; left out"
    options.note(number, text)


def _way(text: str, options: Options) -> str:
    """Return a list of places by their names."""
    display = options.names.display
    named = [display.get(one.key, one.text) for one in mentions(text, options.names)]
    return "-".join(named) or "nothing"
