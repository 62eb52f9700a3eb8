"""The board of a variant: the chain of calls that makes its graph."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from judge.boards import hint
from judge.engine import Terrain, UnitKind
from judge.mapmaking.reading.facts import Note, Notes, Place, ProvinceFact, Step
from judge.mapmaking.reading.godip.go import (
    Code,
    Token,
    Tokens,
    called,
    inside,
    joined,
    parts,
    refused,
    word,
)

_FLAGS = {
    "Land": {"Land"},
    "Sea": {"Sea"},
    "Coast": {"Land", "Sea"},
    "Archipelago": {"Land", "Sea", "Convoyable"},
    "Convoyable": {"Convoyable"},
}
_KINDS = {"Land": UnitKind.ARMY, "Sea": UnitKind.FLEET}
_COAST = re.compile(r"\(\s*([^()]+?)\s*\)\s*$")
# A name that was broken into two lines on the picture, as "Mal- bork".
_BROKEN = re.compile(r"([^\W\d_])- ([a-z])")
_START = ["return", "graph", ".", "New", "(", ")"]


@dataclass(frozen=True, slots=True)
class Row:
    """A province of the graph, or a coast of one, with its connections.

    `center` is the word for whose home it is, empty where it is no center.
    """

    token: Token
    name: str
    flags: set[str] = field(default_factory=set)
    ways: list[tuple[str, frozenset[str], Token]] = field(default_factory=list)
    center: list[str] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Return the province, and its coast or nothing."""
        key, _, code = self.token.value.partition("/")
        return key, code.lower()


@dataclass(frozen=True, slots=True)
class Board:
    """The provinces and moves of a graph, and the word for whose home each is."""

    provinces: tuple[ProvinceFact, ...]
    steps: tuple[Step, ...]
    homes: Mapping[str, str]


def board_of(code: Code, graph: Tokens, names: Mapping[str, str], notes: Notes) -> Board:
    """Return the board that a variant's field `Graph` leads to.

    RefusedError where it is another variant's, or made by more than a chain.
    """
    rows = _rows(_chain(code, graph), notes)
    coasts: dict[str, list[tuple[str, str]]] = {}
    for row in rows.values():
        key, coast = row.place
        if coast:
            found = _COAST.search(row.name)
            coasts.setdefault(key, []).append((coast, found[1] if found else ""))
    provinces = tuple(
        _province(row, names, coasts.get(key, ())) for key, row in rows.items() if not row.place[1]
    )
    known = {one.key for one in provinces}
    return Board(
        provinces,
        tuple(_steps(rows, known, notes)),
        {key: row.center[-1] for key, row in rows.items() if row.center},
    )


def _chain(code: Code, graph: Tokens) -> Tokens:
    """Return the calls of the function that makes the graph, behind `graph.New()`."""
    name = called(graph[3:])
    token = next((o for o in graph if o.text == name.rpartition(".")[2]), graph[0])
    body = code.function(name)
    if body is None:
        raise refused(
            token,
            f"what makes the board ({name or 'a program'}) is in none of the files; it "
            "may be another variant's: name its Go file as well.",
        )
    texts = [token.text for token in body]
    for at in range(len(body)):
        if texts[at : at + len(_START)] == _START:
            if at > 0:
                break
            return body[len(_START) :]
    raise refused(
        body[0] if body else graph[0],
        "the board is made by a program, of which only a chain of calls from "
        "graph.New() is read; nothing was imported.",
    )


def _rows(chain: Tokens, notes: Notes) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    row: Row | None = None
    for call, given in _calls(chain):
        if call.text == "Prov" and given:
            token = given[0]
            row = rows.setdefault(token.value, Row(token, _name(call, token)))
        elif call.text in ("New", "Done"):
            continue
        elif row is None or call.text not in ("Conn", "Flag", "SC"):
            raise refused(call, "no call that makes a board; nothing was imported.")
        else:
            _told(row, call, list(parts(given)), notes)
    return rows


def _calls(chain: Tokens) -> Iterator[tuple[Token, Tokens]]:
    """Yield the names of calls with what they are given."""
    at = 0
    while at < len(chain):
        texts = [token.text for token in chain[at : at + 3]]
        if len(texts) < 3 or texts[0] != "." or texts[2] != "(":
            raise refused(chain[at], "the chain of calls that makes the board breaks off here.")
        given = inside(chain, at + 3)
        yield chain[at + 1], given
        at += len(given) + 4


def _name(call: Token, token: Token) -> str:
    comment = "" if token.comment else call.comment
    comment = _BROKEN.sub(r"\1\2", comment)
    return "" if comment.lower() == token.value else comment


def _told(row: Row, call: Token, given: Sequence[Tokens], notes: Notes) -> None:
    """Add to a row what one call says of its province."""
    match call.text:
        case "SC":
            row.center.extend(filter(None, map(word, given)))
        case "Flag":
            row.flags.update(_flags(given, call, notes))
        case _:
            target = joined(given[0]) if given else ""
            flags = frozenset(_flags(given[1:], call, notes))
            row.ways.append((target, flags, call))


def _flags(given: Sequence[Tokens], call: Token, notes: Notes) -> Iterator[str]:
    for one in given:
        name = word(one)
        if name not in _FLAGS:
            notes.append(Note(call.spot, f'the flag "{name}" is none known; left out'))
        yield from _FLAGS.get(name, ())


def _province(
    row: Row, names: Mapping[str, str], coasts: Sequence[tuple[str, str]]
) -> ProvinceFact:
    key = row.place[0]
    dry = "Land" in row.flags
    return ProvinceFact(
        key=key,
        name=names.get(key) or row.name or key.upper(),
        words=(key,),
        terrain=None if dry or coasts else Terrain.SEA,
        spot=row.token.spot,
        center=bool(row.center),
        convoys=dry and "Convoyable" in row.flags,
        coasts=tuple(coasts),
    )


def _steps(rows: Mapping[str, Row], known: set[str], notes: Notes) -> Iterator[Step]:
    """Yield the moves: as a unit may stand at both ends, and pass between."""
    split = {row.place[0] for row in rows.values() if row.place[1]}
    for row in rows.values():
        if row.place[0] not in known:
            text = f"{row.token.value} is a coast of no province; left out"
            notes.append(Note(row.token.spot, text))
            continue
        for target, flags, call in row.ways:
            end = rows.get(target)
            if end is None or end.place[0] not in known:
                text = f'{row.token.value} leads to "{target}", which no province is'
                text = f"{text} called{hint(target, list(rows))}; left out"
                notes.append(Note(call.spot, text))
                continue
            for flag in sorted(flags & row.flags & end.flags & set(_KINDS)):
                # A province of several coasts holds fleets on these alone.
                if flag == "Land" or not {row.token.value, target} & split:
                    yield Step(_KINDS[flag], row.place, end.place, call.spot)
