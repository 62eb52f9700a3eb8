"""The judge's mails: their headers make threads, stop loops, and cannot be injected."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy

import pytest
from hypothesis import given, strategies as st

from judge.letter import REPLY_MARKER, Attachment, Ignored, Letter, Notice, ReplyTo, Standing, Tone
from judge.mail import Postmark, read_letter, thread_root, write_notice
from tests.mail.strict import faults
from tests.mail.words import own_words

TOKEN = "k7xq2mzn4bw5tr3ya6hcdefpsu"
POSTMARK = Postmark(
    message_id="<n42@judge.example>",
    sent_at=datetime(2026, 11, 21, 10, 15, tzinfo=UTC),
    judge_name="Diplomacy Judge",
    from_address="judge@judge.example",
    reply_address=f"judge+{TOKEN}@judge.example",
)
NOTICE = Notice(
    to="ann@example.org",
    subject="[Demo] Spring 1901: orders complete",
    text="All three orders were read.\n",
    tone=Tone.ANSWER,
    game="Demo",
    in_reply_to="<case@example.org>",
)


def text_of(part):
    return part.get_content().replace("\r\n", "\n")


def written(notice=NOTICE, postmark=POSTMARK):
    return message_from_bytes(write_notice(notice, postmark), policy=policy.default)


def test_a_notice_has_the_headers_of_an_automatic_mail():
    mail = written()
    assert mail["From"] == "Diplomacy Judge <judge@judge.example>"
    assert mail["To"] == "ann@example.org"
    assert mail["Reply-To"] == f"Diplomacy Judge <judge+{TOKEN}@judge.example>"
    assert mail["Date"] == "Sat, 21 Nov 2026 10:15:00 +0000"
    assert mail["Message-ID"] == "<n42@judge.example>"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["Precedence"] == "bulk"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["List-Id"] == "<demo.judge.example>"


def test_news_are_generated_and_not_replied():
    assert written(replace(NOTICE, tone=Tone.NEWS))["Auto-Submitted"] == "auto-generated"


def test_one_game_is_one_thread():
    root = thread_root("Demo", "judge.example")
    answer = written()
    news = written(replace(NOTICE, tone=Tone.NEWS, in_reply_to=None))
    assert answer["References"].split() == [root, "<case@example.org>"]
    assert answer["In-Reply-To"] == "<case@example.org>"
    assert news["References"] == news["In-Reply-To"] == root


def test_a_notice_outside_a_game_belongs_to_no_list():
    mail = written(replace(NOTICE, game=None, in_reply_to=None))
    assert mail["List-Id"] is None
    assert mail["References"] is None


def test_long_message_ids_are_neither_cut_nor_encoded():
    ids = tuple(f"<{'x' * 90}{number}@outlook.example>" for number in range(30))
    raw = write_notice(replace(NOTICE, references=ids), POSTMARK)
    assert b"=?" not in raw
    references = message_from_bytes(raw)["References"].split()
    assert references[0] == thread_root("Demo", "judge.example")
    assert references[1:] == [*ids[-9:], "<case@example.org>"]


def test_the_same_notice_gives_the_same_bytes():
    notice = replace(NOTICE, attachments=(Attachment("a.png", "image/png", b"x"),))
    assert write_notice(notice, POSTMARK) == write_notice(notice, POSTMARK)


def test_plain_text_is_sent_in_seven_bits():
    mail = written()
    assert mail["Content-Transfer-Encoding"] == "7bit"
    assert text_of(mail) == NOTICE.text


@pytest.mark.parametrize("text", ["Zürich → Привет\n", "x" * 2000 + "\n", "Я" * 900 + "\n"])
def test_other_text_is_sent_quoted_printable_and_arrives_whole(text):
    mail = written(replace(NOTICE, text=text))
    assert mail["Content-Transfer-Encoding"] == "quoted-printable"
    assert text_of(mail) == text


def test_lines_end_with_crlf_and_are_short_enough_for_any_server():
    notice = replace(NOTICE, text="é" * 3000 + "\n.\n\nx" + "y" * 3000, subject="ü " * 300)
    raw = write_notice(notice, POSTMARK)
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert b"\r" not in raw.replace(b"\r\n", b"")
    assert all(len(line) <= 998 for line in raw.split(b"\r\n"))
    assert raw.isascii()


def test_attachments_go_along():
    notice = replace(
        NOTICE,
        attachments=(
            Attachment("Karte \u2192.png", "image/png", b"\x89PNG"),
            Attachment("deadline.ics", "text/calendar", b"BEGIN:VCALENDAR\r\n"),
        ),
    )
    mail = written(notice)
    first, second = mail.iter_attachments()
    assert text_of(mail.get_body()) == NOTICE.text
    assert first.get_filename() == "Karte \u2192.png"
    assert first.get_content() == b"\x89PNG"
    assert second.get_content_type() == "text/calendar"


PAGE = "".join(
    ("<p>Hi</p>", *(f'<!--picture {n}--><img src="cid:board{n}"><!--/picture-->' for n in (0, 1)))
)
CALENDAR = "BEGIN:VCALENDAR\r\nMETHOD:{}\r\nEND:VCALENDAR\r\n"
RICH = replace(NOTICE, html=PAGE, calendar=CALENDAR.format("REQUEST"))


def types(mail):
    return [part.get_content_type() for part in mail.walk()]


def test_text_comes_first_then_html_with_its_picture_then_the_invitation():
    mail = message_from_bytes(write_notice(RICH, POSTMARK, [b"\x89PNG"]), policy=policy.default)
    assert types(mail) == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "text/calendar",
    ]
    assert text_of(mail.get_body(("plain",))) == NOTICE.text


def test_the_picture_is_the_one_that_the_html_names():
    mail = message_from_bytes(write_notice(RICH, POSTMARK, [b"\x89PNG"]), policy=policy.default)
    html, picture = mail.get_body(("html",)), list(mail.walk())[4]
    name = picture["Content-ID"].strip("<>")
    assert f'src="cid:{name}"' in html.get_content()
    assert picture.get_content() == b"\x89PNG"
    assert picture.get_content_disposition() == "inline"


def test_without_the_picture_its_place_is_left_out():
    mail = written(RICH)
    html = text_of(mail.get_body(("html",)))
    assert "image/png" not in types(mail)
    assert html == "<p>Hi</p>\n"


def test_each_of_two_pictures_stands_at_its_place():
    for pictures in ([b"one", b"two"], [b"", b"two"], [b"one", b""]):
        mail = message_from_bytes(write_notice(RICH, POSTMARK, pictures), policy=policy.default)
        shown = {
            part["Content-ID"].strip("<>"): part.get_content()
            for part in mail.walk()
            if part.get_content_type() == "image/png"
        }
        named = re.findall(r'src="cid:([^"]*)"', text_of(mail.get_body(("html",))))
        assert [shown[name] for name in named] == list(filter(None, pictures))


def test_a_calendar_entry_says_what_it_is_for():
    mail = written(replace(RICH, calendar=CALENDAR.format("CANCEL")))
    (entry,) = (part for part in mail.walk() if part.get_content_type() == "text/calendar")
    assert entry.get_param("method") == "CANCEL"
    assert entry.get_content_disposition() is None


def test_a_mail_with_all_its_parts_is_the_same_when_sent_again():
    notice = replace(RICH, attachments=(Attachment("a.txt", "text/plain", b"a"),))
    one, other = (write_notice(notice, POSTMARK, [b"\x89PNG"]) for _ in range(2))
    assert one == other
    assert b"\n" not in one.replace(b"\r\n", b"")


def test_texts_may_hold_what_stands_for_them_while_a_mail_is_written():
    marks = "~0~\n~1~\n_digest_of_the_message_id_here__\n"
    mail = written(replace(NOTICE, text=marks, html=f"<p>\n{marks}</p>\n"))
    plain, page = (text_of(part) for part in mail.iter_parts())
    assert (plain, page) == (marks, f"<p>\n{marks}</p>\n")


LOCALS = st.text("abc.'{|}~[]^!#$%&*+/=?_`-01", min_size=1, max_size=30)


@given(st.text(max_size=300), st.text(max_size=80), st.text(max_size=20), LOCALS)
def test_a_mail_is_right_by_the_letter_of_the_rfcs(subject, name, game, local):
    postmark = replace(POSTMARK, judge_name=name)
    notice = replace(RICH, to=f"{local}@example.org", subject=f"[x] {subject}", game=game)
    notice = replace(notice, attachments=(Attachment(f"{name}.png", "image/png", b"x"),))
    assert faults(write_notice(notice, postmark, [b"\x89PNG" * 50])) == []


def test_a_player_does_not_leave_by_one_click():
    player = replace(NOTICE, reply_to=ReplyTo(9, "Demo", "France"))
    assert written(player)["List-Unsubscribe"] is None


def test_an_observer_is_told_by_which_mail_they_leave():
    observer = replace(NOTICE, reply_to=ReplyTo(9, "Demo", "Observer"))
    mail = written(observer)
    leave = f"<mailto:judge+leave-{TOKEN}@judge.example?subject=RESIGN>"
    assert mail["List-Unsubscribe"] == leave
    assert faults(write_notice(observer, POSTMARK)) == []


@given(st.text(max_size=300), st.text(max_size=80), st.text(max_size=20))
def test_no_subject_name_or_game_can_add_a_header(subject, name, game):
    mail = message_from_bytes(
        write_notice(
            replace(NOTICE, subject=subject, game=game), replace(POSTMARK, judge_name=name)
        )
    )
    assert mail.keys() == [
        "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To",
        "References", "List-Id", "Auto-Submitted", "Precedence",
        "X-Auto-Response-Suppress", "X-Judge-Loop", "Content-Type",
        "Content-Transfer-Encoding", "MIME-Version",
    ]  # fmt: skip
    assert mail.get_payload() == "All three orders were read.\r\n"


@given(st.text())
def test_any_text_arrives(text):
    raw = write_notice(replace(NOTICE, text=text), POSTMARK)
    assert faults(raw) == []
    arrived = message_from_bytes(raw, policy=policy.default).get_content()
    shown = "".join(c for c in text if c.isprintable())
    assert "".join(c for c in arrived if c.isprintable()) == shown


@pytest.mark.parametrize(
    "address",
    ["", "ann", "ann@", "a b@example.org", "ann@example.org\r\nBcc: x@y",
     "a@x.org, b@x.org", "<a@x.org>"],
)  # fmt: skip
def test_what_is_no_address_is_not_written(address):
    with pytest.raises(ValueError, match="not an address"):
        write_notice(replace(NOTICE, to=address), POSTMARK)


def test_an_address_beyond_ascii_is_written_as_it_is():
    """RFC 6532 section 3.2."""
    raw = write_notice(replace(NOTICE, to="zoë@x.org"), POSTMARK)

    assert "\r\nTo: zoë@x.org\r\n".encode() in raw


def test_a_domain_beyond_ascii_is_written_in_its_ascii_form():
    assert written(replace(NOTICE, to="ann@münchen.example"))["To"] == (
        "ann@xn--mnchen-3ya.example"
    )


def test_what_is_no_message_id_is_not_written():
    with pytest.raises(ValueError, match="Message-ID"):
        write_notice(NOTICE, replace(POSTMARK, message_id="<a@b>\r\nBcc: x@y"))


def test_references_that_are_no_message_ids_are_left_away():
    notice = replace(NOTICE, in_reply_to="<a b@c>", references=("x\r\nBcc: x@y",))
    assert written(notice)["References"] == thread_root("Demo", "judge.example")


def test_a_postmark_does_not_show_its_token():
    assert TOKEN not in repr(POSTMARK)


def test_the_judge_ignores_its_own_notice():
    for notice in (NOTICE, replace(NOTICE, tone=Tone.NEWS)):
        letter = read_letter(write_notice(notice, POSTMARK), POSTMARK.reply_address)
        assert isinstance(letter, Ignored)


UNMARKED = {Standing.HEADING, Standing.BELOW_HEADING, Standing.CUT}


@pytest.mark.parametrize("quote", ["> ", "", "    ", ">> ", "| "])
def test_a_reply_to_a_notice_is_read_without_the_notice(quote):
    text = f"Your orders are missing.\n\n{REPLY_MARKER}\n\nA PAR - PIC\nHELP\n"
    notice = text_of(written(replace(NOTICE, text=text)))
    quoted = "\n".join(quote + line for line in notice.splitlines())
    sender = "On Sat, 21 Nov 2026 at 10:15, Judge <judge@judge.example> wrote:"
    raw = f"From: ann@example.org\n\nA PAR - BUR\n\n{sender}\n{quoted}\n".encode()
    letter = read_letter(raw, POSTMARK.reply_address)
    assert isinstance(letter, Letter)
    assert own_words(letter) == "A PAR - BUR"
    below = {line.standing for line in letter.lines} - {Standing.OWN}
    marked = quote.strip() != ""
    assert below == ({Standing.QUOTED} if marked else UNMARKED)
