"""The note of a forwarded mail is the whole mail; of another mail it is the writer's own words."""

import pytest

from judge.commands import Known, known_names, read_letter
from judge.game import diaries
from judge.letter import REPLY_MARKER, Line, Standing

KNOWN = Known(known_names((), ()), diary="smp")
OWN = (Line("Watch him."), Line(""))
PRESS = (
    Line("Press from Italy", Standing.HEADING),
    Line(REPLY_MARKER, Standing.CUT),
    Line("Trust me.", Standing.CUT),
)


@pytest.mark.parametrize(
    ("lines", "subject", "kept"),
    [
        ((*OWN, *PRESS), "Re: Press", "Watch him."),
        ((*OWN, *PRESS), "Fwd: Press", "Watch him.\n\nPress from Italy\nTrust me."),
        (PRESS, "Press", "Press from Italy\nTrust me."),
        ((), "Italy lies", "Italy lies"),
        ((Line("A PAR - BUR"), Line("SET WAIT")), "", "A PAR - BUR\nSET WAIT"),
    ],
)
def test_what_is_kept_of_a_mail_is_what_its_writer_wants_kept(
    lines: tuple[Line, ...], subject: str, kept: str
) -> None:
    (section,) = read_letter(lines, subject, KNOWN).sections
    assert section.commands == (diaries.RecordNote(kept, mailed=True),)
