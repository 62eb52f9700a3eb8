"""A calendar file that is attached says when somebody is away."""

from email.message import EmailMessage

import pytest

from judge.letter import Letter, Standing
from judge.mail import read_letter
from judge.mail.words.calendar import absences_in
from tests.post import ADDRESS

HEAD = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
WEEK = "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20300105\r\nDTEND;VALUE=DATE:20300112\r\n"
END = "END:VEVENT\r\nEND:VCALENDAR\r\n"


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        (WEEK, "SET ABSENCE 2030-01-05 TO 2030-01-11"),
        ("BEGIN:VEVENT\r\nDTSTART:20300105T090000Z\r\nDTEND:20300107T000000Z\r\n",
         "SET ABSENCE 2030-01-05 TO 2030-01-06"),
        ("BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20300105\r\n",
         "SET ABSENCE 2030-01-05 TO 2030-01-05"),
        ("BEGIN:VEVENT\r\nDTSTART;TZID=Europe/\r\n Paris:20300105T230000\r\n"
         "DTEND;TZID=Europe/Paris:20300106T010000\r\n",
         "SET ABSENCE 2030-01-05 TO 2030-01-06"),
        (WEEK + "STATUS:CANCELLED\r\n", ""),
        ("BEGIN:VEVENT\r\nDTSTART:soon\r\n", ""),
        ("METHOD:REPLY\r\n" + WEEK, ""),
        ("METHOD:PUBLISH\r\n" + WEEK, "SET ABSENCE 2030-01-05 TO 2030-01-11"),
    ],
)  # fmt: skip
def test_each_event_of_a_calendar_is_an_absence(events: str, lines: str) -> None:
    assert absences_in(HEAD + events + END) == lines


def test_a_calendar_that_is_attached_is_read_as_lines() -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@example.org", ADDRESS, "Away"
    mail.set_content("See the file, please.\n")
    mail.add_attachment(HEAD + WEEK + END, subtype="calendar", filename="away.ics")

    letter = read_letter(bytes(mail), ADDRESS, frozenset())

    assert isinstance(letter, Letter)
    (line,) = (one for one in letter.lines if one.standing is Standing.ATTACHED)
    assert line.text == "SET ABSENCE 2030-01-05 TO 2030-01-11"
