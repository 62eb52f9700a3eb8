"""A delivery report counts only for a mail that the judge sent, and only once."""

from email.message import EmailMessage

import pytest

from tests.post import ADDRESS, Arrived, Post
from tests.service.office import MASTER, player_of

REPORT = """\
Return-Path: <>
From: MAILER-DAEMON@mx.test (Mail Delivery System)
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{number}@mx.test>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=BND

--BND
Content-Type: text/plain

I could not deliver this.

--BND
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; {failed}
Action: failed
Status: 5.1.1

--BND
{returned}
--BND--
"""
OLD_REPORT = """\
Return-Path: <>
From: Mailer-Daemon@mx.test
X-Failed-Recipients: {failed}
Message-ID: <{number}@mx.test>

------ This is a copy of the message, including all the headers. ------

{returned}
"""


def headers(mail: EmailMessage) -> str:
    return "\n".join(f"{name}: {value}" for name, value in mail.items())


def as_headers(mail: EmailMessage) -> str:
    return f"Content-Type: text/rfc822-headers\n\n{headers(mail)}\n"


def as_message(mail: EmailMessage) -> str:
    return f"Content-Type: message/rfc822\n\n{headers(mail)}\n\nText.\n"


def as_renamed(mail: EmailMessage) -> str:
    """Outlook's servers give each mail another Message-ID."""
    lines = as_headers(mail).replace("\nMessage-ID:", "\nX-Microsoft-Original-Message-ID:")
    return f"{lines}Message-ID: <1@PROD.OUTLOOK.COM>\n"


def reported(office: Post, returned: str, failed: str, report: str = REPORT) -> list[Arrived]:
    """Deliver a report; return the mails that follow."""
    seen = len(office.arrived)
    office.letters += 1
    text = report.format(to=ADDRESS, number=office.letters, failed=failed, returned=returned)
    office.deliver(text.encode(), ADDRESS, "")
    return office.arrived[seen:]


def mail_to(office: Post, person: str) -> EmailMessage:
    return [mail.mail for mail in office.arrived if mail.to == person][-1]


@pytest.mark.parametrize("form", [as_headers, as_message, as_renamed])
def test_the_masters_are_told_of_a_mail_that_came_back(office: Post, form) -> None:
    france = player_of(office, "France")
    mail = mail_to(office, france)

    (told,) = reported(office, form(mail), "somebody.else@inner.test")

    assert told.to == MASTER
    assert france in told.text
    assert str(mail["Subject"]) in told.text


def test_a_report_in_the_old_form_counts_too(office: Post) -> None:
    france = player_of(office, "France")

    (told,) = reported(office, headers(mail_to(office, france)), france, OLD_REPORT)

    assert told.to == MASTER


def test_a_report_counts_once(office: Post) -> None:
    france = player_of(office, "France")
    returned = as_headers(mail_to(office, france))
    assert reported(office, returned, france)

    assert reported(office, returned, france) == []


@pytest.mark.parametrize(
    "message_id",
    ["<1.0123456789abcdef@judge.test>", "<x@y>", "<99999999999999999999.0@judge.test>"],
)
def test_a_report_on_no_mail_of_ours_is_ignored(office: Post, message_id: str) -> None:
    france = player_of(office, "France")
    mail = EmailMessage()
    mail["Message-ID"], mail["To"] = message_id, france
    mail["Subject"] = "[smp] S1901M orders"

    assert reported(office, as_headers(mail), france) == []
    assert reported(office, "Content-Type: text/plain\n\nNothing", france) == []


def test_a_report_on_news_of_trouble_makes_no_more_of_it(office: Post) -> None:
    france = player_of(office, "France")
    (told,) = reported(office, as_headers(mail_to(office, france)), france)

    assert reported(office, as_headers(told.mail), MASTER) == []
