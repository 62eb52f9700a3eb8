"""An attached calendar file is read as absences."""

from datetime import UTC, datetime
from email.message import EmailMessage

import pytest

from judge.letter import Letter, Standing
from judge.mail import read_letter
from judge.mail.calendar import absences_in
from tests.post import ADDRESS

HEAD = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
WEEK = "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20300105\r\nDTEND;VALUE=DATE:20300112\r\n"
END = "END:VEVENT\r\nEND:VCALENDAR\r\n"


DAY = "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20300107\r\n"  # a Monday
NEXT = "END:VEVENT\r\n"
WRITTEN = datetime(2030, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        (WEEK, "2030-01-05 TO 2030-01-11"),
        ("BEGIN:VEVENT\r\nDTSTART:20300105T090000Z\r\nDTEND:20300107T000000Z\r\n",
         "2030-01-05T09:00Z TO 2030-01-06T23:59Z"),
        (DAY, "2030-01-07 TO 2030-01-07"),
        (DAY + "DURATION:P2W\r\n", "2030-01-07 TO 2030-01-20"),
        (DAY + "DURATION:P1D\r\nBEGIN:VALARM\r\nDURATION:P9D\r\nEND:VALARM\r\n",
         "2030-01-07 TO 2030-01-07"),
        ("BEGIN:VEVENT\r\nDTSTART;TZID=Europe/\r\n Paris:20300105T230000\r\n"
         "DTEND;TZID=Europe/Paris:20300106T010000\r\n",
         "2030-01-05T22:00Z TO 2030-01-05T23:59Z"),
        ("BEGIN:VEVENT\r\nDTSTART;TZID=W. Europe Standard Time:20300105T230000\r\n"
         "DTEND;TZID=W. Europe Standard Time:20300106T010000\r\n",
         "2030-01-05 TO 2030-01-06"),
        # Repeated events, and events on successive days.
        (DAY + "RRULE:FREQ=WEEKLY;COUNT=2\r\n",
         "2030-01-07 TO 2030-01-07, 2030-01-14 TO 2030-01-14"),
        (DAY + "RRULE:FREQ=WEEKLY;BYDAY=MO,TU;UNTIL=20300115T000000Z\r\n",
         "2030-01-07 TO 2030-01-08, 2030-01-14 TO 2030-01-15"),
        (DAY + "RRULE:FREQ=DAILY;COUNT=5\r\nEXDATE;VALUE=DATE:20300109\r\n"
         "EXDATE;VALUE=DATE:20300111\r\n",
         "2030-01-07 TO 2030-01-08, 2030-01-10 TO 2030-01-10"),
        (DAY + "RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO;COUNT=3\r\n",
         "2030-01-07 TO 2030-01-07, 2030-01-20 TO 2030-01-21"),
        (DAY + "RRULE:FREQ=MONTHLY;INTERVAL=2;COUNT=2\r\n",
         "2030-01-07 TO 2030-01-07, 2030-03-07 TO 2030-03-07"),
        ("BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20280705\r\nRRULE:FREQ=YEARLY\r\n",
         "2030-07-05 TO 2030-07-05"),
        (DAY + "RRULE:FREQ=MONTHLY;BYDAY=1MO\r\n",
         "2030-01-07 TO 2030-01-07, 2030-01-07 FREQ=MONTHLY;BYDAY=1MO"),
        (DAY + NEXT + WEEK, "2030-01-05 TO 2030-01-11"),
        (DAY + NEXT + DAY.replace("0107", "0108"), "2030-01-07 TO 2030-01-08"),
        # Past events, files with several events, and events that are no absence.
        (DAY.replace("2030", "2029") + NEXT + DAY, "2030-01-07 TO 2030-01-07"),
        (DAY.replace("2030", "2029"), "2029-01-07 TO 2029-01-07"),
        (WEEK + "STATUS:CANCELLED\r\n", ""),
        (WEEK + "UID:smp-S1901M-20300101T120000@judge\r\n", ""),
        ("BEGIN:VEVENT\r\nDTSTART:soon\r\n", ""),
        ("BEGIN:VEVENT\r\nDTSTART:99991231T000000Z\r\n", ""),
        ("METHOD:REPLY\r\n" + WEEK, ""),
        ("METHOD:PUBLISH\r\n" + WEEK, "2030-01-05 TO 2030-01-11"),
    ],
)  # fmt: skip
def test_each_event_of_a_calendar_is_an_absence(events: str, lines: str) -> None:
    found = absences_in(HEAD + events + END, WRITTEN).splitlines()

    assert ", ".join(line.removeprefix("SET ABSENCE ") for line in found) == lines


def attached(calendar: str, subtype: str, file: str) -> Letter:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@example.org", ADDRESS, "Away"
    mail.set_content("See the file, please.\n")
    kind = "text" if subtype == "calendar" else "application"
    mail.add_attachment(calendar.encode(), maintype=kind, subtype=subtype, filename=file)
    letter = read_letter(bytes(mail), ADDRESS, frozenset())
    assert isinstance(letter, Letter)
    return letter


@pytest.mark.parametrize(
    ("subtype", "file"), [("calendar", "away.ics"), ("octet-stream", "Urlaub 2030.ICS")]
)
def test_a_calendar_that_is_attached_is_read_as_lines(subtype: str, file: str) -> None:
    letter = attached(HEAD + WEEK + END, subtype, file)

    (line,) = (one for one in letter.lines if one.standing is Standing.ATTACHED)
    assert line.text == "SET ABSENCE 2030-01-05 TO 2030-01-11"
    assert letter.unread.files == ()


def test_the_calendar_of_a_whole_life_is_named_and_not_read() -> None:
    event = WEEK + "END:VEVENT\r\n"
    letter = attached(HEAD + event * 100 + WEEK + END, "calendar", "all.ics")

    assert letter.unread.files == ("all.ics",)
    assert not [one for one in letter.lines if one.standing is Standing.ATTACHED]
