"""How far a letter was read, and what becomes of lines where nothing is read."""

from dataclasses import dataclass, field

from judge.commands.grammar.doubt import masked
from judge.commands.grammar.passage import is_own
from judge.commands.known import Known, Place, Returned
from judge.commands.lines import Meaning
from judge.commands.own import is_for_judge
from judge.commands.reading.budget import MOST_LOOKED_AT
from judge.commands.reading.sections import Unclear, add
from judge.commands.reading.standing import BELOW, OlderMail, Ordered, is_attached
from judge.game import Aside, Command, NotObeyed
from judge.letter import Line, Standing

# Of an old mail that was not marked as quoted so many lines are named, so much of each.
MOST_BELOW = 20
_LONGEST_BELOW = 120
_LONGEST_MASKED = 1_000  # far more than what may show that a password is in the first ones

_PASSED_OVER = {
    Standing.QUOTED: Meaning.QUOTED,
    Standing.ENCLOSED: Meaning.QUOTED,
    Standing.HEADING: Meaning.QUOTED,
    Standing.BELOW_HEADING: Meaning.QUOTED,
    Standing.CUT: Meaning.QUOTED,
    Standing.ATTACHED: Meaning.QUOTED,
    Standing.SIGNATURE: Meaning.SIGNATURE,
    Standing.BELOW_SIGNATURE: Meaning.SIGNATURE,
    Standing.OWN: Meaning.SIGNATURE,
}


@dataclass(slots=True)
class Walk:
    """How far a letter was read, and what was found so far.

    `over` says why the orders that follow are handed back, `whose` they are the power
    that was named above them; those for a `phase` to come are kept. `below` is how many
    lines were meant for the judge where nothing is read. Where the letter is `full`
    nothing more is read; what is left then are the lines `beyond`. `older` is a mail
    that orders the same units. Of a `whole` letter nothing is done unless all is. So many
    lines above the first that says anything are `silent`.
    """

    known: Known
    place: Place
    returned: Returned
    older: OlderMail | None = None
    over: Aside | None = None
    ended: bool = False
    whole: bool = False
    below: int = 0
    whose: str = ""
    phase: str = ""
    full: bool = False
    beyond: list[str] = field(default_factory=list)
    silent: int = 0
    commands: list[Command | Unclear] = field(default_factory=list)
    meanings: list[Meaning] = field(default_factory=list)
    ordered: list[Ordered] = field(default_factory=list)


def named(line: str, walk: Walk) -> str:
    """Return so much of a line as is given back, without what is secret in it."""
    near = len(walk.beyond) < MOST_BELOW
    return masked(line.strip()[:_LONGEST_MASKED], walk.place)[:_LONGEST_BELOW] if near else ""


def pass_over(walk: Walk, line: Line) -> None:
    """Take a line where nothing is read; one that was meant for the judge comes back.

    What is quoted was not.
    """
    why = _begin_older_mail(walk, line)
    near = len(walk.meanings) < MOST_LOOKED_AT
    text = line.text
    if line.standing is Standing.ENCLOSED:
        text = text.removeprefix("> ")
    own = near and _may_be_own(walk, line)
    if own and is_for_judge(text, walk.known, walk.place):
        walk.meanings.append(Meaning.UNREAD)
        walk.below += 1
        shown = named(text, walk)
        if walk.below > MOST_BELOW:
            add(walk.commands, NotObeyed(why, count=1))
        else:
            add(walk.commands, NotObeyed(why, (shown,)))
    else:
        walk.meanings.append(_PASSED_OVER[line.standing])


def _begin_older_mail(walk: Walk, line: Line) -> Aside:
    """Return why `line` is not obeyed; what an older mail orders again stays open."""
    at = len(walk.meanings)
    if walk.older is None or at < walk.older.at:
        return Aside.ATTACHED if is_attached(line) else Aside.BELOW
    if at == walk.older.at:
        walk.commands += map(Unclear, walk.older.twice)
        add(walk.commands, NotObeyed(Aside.QUOTED, (line.text.strip(),)))
    return Aside.QUOTED


def _may_be_own(walk: Walk, line: Line) -> bool:
    if line.standing in (Standing.CUT, Standing.ENCLOSED):
        return walk.returned.is_added(line.text)
    return line.standing in BELOW or is_attached(line) or is_own(line)
