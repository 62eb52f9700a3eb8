"""The second section of a map file: who may go where, as steps."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from judge.engine import UnitKind
from judge.mapmaking.reading.facts import FileLine, Note, Notes, RefusedError, Step
from judge.mapmaking.reading.names import ImportNames, Mention, coast_of, mentions, unknown
from judge.mapmaking.reading.njudge.sections import Numbered, counting

_KINDS = "mxnsewc"
_WEAK = "mhl"


@dataclass(frozen=True, slots=True)
class Moves:
    """What reading the moves needs: the words of the provinces, and what to note.

    `weak(modifier, start, end)` is what is lost with a crossing that is marked.
    """

    file: str
    names: ImportNames
    pseudo: Collection[str]
    weak: Callable[[str, str, str], str]
    notes: Notes


@dataclass(frozen=True, slots=True)
class _Head:
    """The beginning of a line: its province, the letter of its kind, as it stands.

    `rest` is what follows it.
    """

    key: str
    kind: str
    text: str
    rest: str


def steps_of(lines: Iterable[Numbered], moves: Moves) -> tuple[Step, ...]:
    """Return all moves that the lines list; RefusedError on Machiavelli's."""
    steps: list[Step] = []
    shores: dict[str, set[str]] = {}
    for number, line in counting(lines):
        spot = FileLine(moves.file, number)
        head = _head(line, spot, moves)
        if head is None:
            continue
        if head.kind == "c":
            raise RefusedError(machiavelli(spot, f'"{line}" is a conduit'))
        if head.kind != "m":
            shores.setdefault(head.key, set()).add(coast_of(head.kind))
        found = mentions(head.rest, moves.names)
        steps += _steps(head, found, spot, moves)
    for key, codes in shores.items():
        if "" in codes and len(codes) > 1:
            name = moves.names.display[key]
            text = f"{name} has moves of fleets with a coast and without (xc)"
            moves.notes.append(Note(FileLine(moves.file), text))
    return tuple(steps)


def machiavelli(spot: FileLine, seen: str) -> str:
    """Return that a map is of another game, and by what that was seen."""
    return (
        f"{spot.file}: This is a Machiavelli map (line {spot.line}: {seen}). The judge "
        "plays Diplomacy variants only; nothing was imported."
    )


def _head(line: str, spot: FileLine, moves: Moves) -> _Head | None:
    """Return the province and kind of a line; a name may itself hold a `-`."""
    best: _Head | None = None
    for at, sign in enumerate(line):
        key = moves.names.key(line[:at]) if sign == "-" else ""
        kind = line[at + 1 : at + 2].lower()
        if key and kind.strip():
            best = _Head(key, kind, _short(line), _after(line[at + 1 :]))
    if best is None:
        name, dash, _ = line.partition("-")
        what = f'"{line}" is no move, such as "ald-mv: bir"; left out'
        if dash:
            what = f'"{_short(line)}" is of {unknown(name.strip(), moves.names)}'
        moves.notes.append(Note(spot, what))
    elif best.kind not in _KINDS:
        text = f'"{_short(line)}" is of no kind of move known (mv, xc, nc, sc, ec, wc)'
        moves.notes.append(Note(spot, f"{text}; left out"))
        return None
    return best


def _after(text: str) -> str:
    """Return what follows the kind; a forgotten colon is no matter."""
    for at, sign in enumerate(text):
        if sign == ":" or sign.isspace():
            return text[at:].strip().removeprefix(":")
    return ""


def _short(line: str) -> str:
    return line.partition(":")[0].strip()


def _steps(head: _Head, found: Iterable[Mention], spot: FileLine, moves: Moves) -> Iterator[Step]:
    army = head.kind == "m"
    start = (head.key, "" if army else coast_of(head.kind))
    line = f'"{head.text}"'
    for mention in found:
        if not mention.key:
            text = f"{line} lists {unknown(mention.text, moves.names)}"
            moves.notes.append(Note(spot, text))
        elif mention.key in moves.pseudo or head.key in moves.pseudo:
            continue
        elif army:
            _tell_army_modifier(head, mention, spot, moves)
            yield Step(UnitKind.ARMY, start, (mention.key, ""), spot)
        else:
            coast = _fleet_coast(line, mention, spot, moves)
            yield Step(UnitKind.FLEET, start, (mention.key, coast), spot)


def _tell_army_modifier(head: _Head, mention: Mention, spot: FileLine, moves: Moves) -> None:
    modifier = mention.modifier
    if not modifier:
        return
    if modifier[0] == "c":
        raise RefusedError(machiavelli(spot, f'"{mention.text}"'))
    names = moves.names.display
    if modifier[0] in _WEAK:
        text = moves.weak(modifier, names[head.key], names[mention.key])
        if all(note.text != text for note in moves.notes):
            moves.notes.append(Note(spot, text))
    else:
        text = f'an army needs no "/{modifier}" ("{mention.text}"); passed over'
        moves.notes.append(Note(spot, text))


def _fleet_coast(line: str, mention: Mention, spot: FileLine, moves: Moves) -> str:
    modifier = mention.modifier
    if modifier[:1] == "c":
        raise RefusedError(machiavelli(spot, f'"{mention.text}"'))
    if modifier and modifier[0] != "x" and not coast_of(modifier):
        text = f'{line} lists "{mention.text}", which names no coast; read without'
        moves.notes.append(Note(spot, text))
    return coast_of(modifier)
