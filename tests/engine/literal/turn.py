"""A phase while it is played: its lines, their results, and the board after it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.engine.literal.board import Board
from tests.engine.literal.possible import Piece
from tests.engine.literal.state import Driven, Line, Mark, State


@dataclass
class Turn:
    """A phase; its copy of the board in `state` changes into the board after the phase.

    `verdicts` are the results of `lines` by index: done, failed, void or illegal. `agreed` are
    orders that votes added.
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
        """Yield all lines with their numbers."""
        yield from enumerate(self.lines)

    def said(self, pattern: str, power: str = "") -> list[Line]:
        """Return the sentences with this pattern, only those of `power` if it is named."""
        return [
            line
            for line in self.lines
            if line.verb == "say" and line.target == pattern and power in ("", line.power)
        ]

    def mark(self, mark: Mark) -> None:
        """Add a mark, unless it is there already."""
        if mark not in self.marks:
            self.marks.append(mark)

    def drop(self, mark: Mark) -> None:
        """Remove a mark."""
        self.marks = [one for one in self.marks if one != mark]

    def done(self) -> State:
        """Return the board at the start of the next phase."""
        return State(
            self.season,
            self.year,
            self.kind,
            self.pieces,
            self.owners,
            self.driven,
            tuple(sorted(self.marks)),
        )
