"""What one letter may hold: more of it is handed back, and nothing of that is done.

The numbers are of letters that people write, a Master with ten games in one mail among
them, and leave room; what no person writes should cost next to nothing.
"""

from collections.abc import Sequence

from judge.commands.grammar.passage import is_own
from judge.game import CreateGame, Inquiry, Observe, Register, SendPress, SignOn
from judge.letter import Line

MOST_COMMANDS = 200
MOST_CHARACTERS = 20_000
# A line that says anything counts for so many at least, so that there are not too many of
# them: of a letter of ten thousand lines with a comma each none is anybody's.
_LEAST_OF_LINE = 8
# Each way into a game is a section of its own, with an answer of its own and mostly
# with a password, which takes a tenth of a second to try.
MOST_ENTRIES = 12
MOST_CREATED = 3
# Each goes out to all whom it is for; somebody may write to six others in four games.
MOST_MESSAGES = 24
# Each may be about another game, which is read from its beginning.
MOST_INQUIRIES = 30
MOST_REGISTERED = 2
# As many as all ways into a game may mean, which may be two each, and questions.
MOST_GAMES = 2 * MOST_ENTRIES + MOST_INQUIRIES
# Of what stands below a signature or an old mail so many lines are looked at.
MOST_LOOKED_AT = 1_000

_MOST = (
    (SignOn | CreateGame | Observe, MOST_ENTRIES),
    (CreateGame, MOST_CREATED),
    (SendPress, MOST_MESSAGES),
    (Inquiry, MOST_INQUIRIES),
    (Register, MOST_REGISTERED),
)


def is_beyond(steps: Sequence[object], commands: Sequence[object]) -> bool:
    """Return whether `steps` are more than a letter may hold beside `commands`."""
    return any(
        any(isinstance(step, kind) for step in steps)
        and sum(isinstance(one, kind) for one in (*commands, *steps)) > most
        for kind, most in _MOST
    )


def lines_read(lines: Sequence[Line]) -> int:
    """Return how many lines are read: the sender's own may not be too long."""
    length = 0
    for index, line in enumerate(lines):
        if is_own(line):
            least = _LEAST_OF_LINE if line.text.strip() else 0
            length += max(len(line.text), least) + 1
        if length > MOST_CHARACTERS:
            return index
    return len(lines)
