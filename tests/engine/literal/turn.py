"""One phase while it is played: its lines, what became of each, and the board after."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.engine.literal.board import Board
from tests.engine.literal.possible import Piece
from tests.engine.literal.state import Driven, Line, Mark, State


@dataclass
class Turn:
    """A phase; what it has of the `state` becomes the board after it.

    `lines` are those that count, `verdicts` what became of each by its number: done,
    failed, void or illegal. `agreed` are lines that votes added.
    """

    board: Board
    state: State
    lines: list[Line]
    verdicts: dict[int, str] = field(default_factory=dict)
    agreed: list[Line] = field(default_factory=list)
    marks: list[Mark] = field(init=False)
    pieces: dict[str, Piece] = field(init=False)
    owners: dict[str, str] = field(init=False)
    driven: dict[str, Driven] = field(default_factory=dict)
    season: str = field(init=False)
    year: int = field(init=False)
    kind: str = field(init=False)

    def __post_init__(self) -> None:
        self.marks = list(self.state.marks)
        self.pieces, self.owners = dict(self.state.pieces), dict(self.state.owners)
        self.season, self.year = self.state.season, self.state.year
        self.kind = self.state.kind

    def numbered(self) -> Iterator[tuple[int, Line]]:
        """Yield the lines of which nothing is settled yet, or all that are done."""
        yield from enumerate(self.lines)

    def said(self, pattern: str, power: str = "") -> list[Line]:
        """Return who said this, of one power where that is named."""
        return [
            line
            for line in self.lines
            if line.verb == "say" and line.target == pattern and power in ("", line.power)
        ]

    def mark(self, mark: Mark) -> None:
        """Put a mark where there is none such."""
        if mark not in self.marks:
            self.marks.append(mark)

    def drop(self, mark: Mark) -> None:
        """Take a mark away."""
        self.marks = [one for one in self.marks if one != mark]

    def done(self) -> State:
        """Return the board as the next phase finds it."""
        return State(
            self.season,
            self.year,
            self.kind,
            self.pieces,
            self.owners,
            self.driven,
            tuple(sorted(self.marks)),
        )
