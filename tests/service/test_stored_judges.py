"""A judge that an older version stored is migrated, played on and rolled back.

The judges are in `tests/cases/judges`, and `tests/judges` made them. The tests share one judge for
each database, and each works if others are left out.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from judge.pictures import PictureCache
from judge.shipped import shipped
from judge.store import keeper
from judge.store.tables import games, inbox
from tests.amount import LONG
from tests.judges.facts import SOON, board
from tests.judges.stored import FOLDER, KINDS, empty_databases, kept, restore
from tests.post import ADDRESS, KEEPER, Arrived, Post, stamped, unproven

STORED = [
    pytest.param(
        (folder.name, kind),
        id=f"{folder.name}-{kind}",
        marks=pytest.mark.xdist_group(f"judge {folder.name} {kind}"),  # migrated once for all tests
    )
    for folder in sorted(FOLDER.iterdir())
    # A short run migrates only the judge that needs no server.
    for kind in (KINDS if LONG else KINDS[:1])
]
HALF_AN_HOUR = timedelta(minutes=30)
# How long a phase waits for mail if its deadline fell into an outage.
MAIL_IS_IN = timedelta(hours=2)
# After this time all deadlines but a few are over, with their grace.
DEADLINES_OVER = timedelta(hours=8)
# Games whose people have mails of the same kinds as those of other games.
LIKE_OTHERS = ("winter", "tiny", "bare")
FOREIGN = "[judge] your letter has come in"
NO_POWERS = ("Master", "Observer", "Entrant")
GERMANY_ITALY = {"Germany": "A BER A MUN F KIE", "Italy": "A ROM A VEN F NAP"}


@dataclass(frozen=True, slots=True)
class Heir:
    """A judge that took over the store of another; `first` are the mails that it sent first.

    `facts` are those that the older judge recorded about itself: see `tests/judges/facts.py`.
    """

    post: Post
    facts: dict[str, Any]
    first: tuple[Arrived, ...]

    def held(self, to: str, role: str, game: str) -> dict[str, Any]:
        """Return an old mail of the person with this address and role."""
        wanted = {"to": to, "role": role, "game": game}
        (found,) = (one for one in self.facts["held"] if wanted.items() <= one.items())
        mail: dict[str, Any] = found
        return mail

    def asked(self, to: str) -> dict[str, Any]:
        """Return an old question that this person has not answered."""
        (found,) = (one for one in self.facts["asked"] if one["to"] == to)
        mail: dict[str, Any] = found
        return mail

    def reply(self, mail: dict[str, Any], body: str, *, dated: datetime | None = None) -> Arrived:
        """Return the answer to a reply to an old mail, written as mail programs do."""
        quoted = "\n".join(f"> {line}" for line in mail["text"].splitlines())
        body = f"{body}\n\nOn some day, the judge wrote:\n{quoted}\n"
        return self.write(mail["to"], body, mail["reply_to"], mail["message_id"], dated)

    def write(
        self,
        sender: str,
        body: str,
        to: str = ADDRESS,
        answered: str = "",
        dated: datetime | None = None,
    ) -> Arrived:
        """Return the only answer to a letter."""
        seen = len(self.post.arrived)
        self.post.letters += 1
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: a game"
        mail["Date"] = format_datetime(dated or self.post.now)
        mail["Message-ID"] = f"<{self.post.letters}@people.test>"
        if answered:
            mail["In-Reply-To"] = mail["References"] = answered
        mail.set_content(body)
        self.post.deliver(stamped(mail, proven=self.post.proven), to, sender)
        (answer,) = _answers(mail["Message-ID"], tuple(self.post.arrived[seen:]))
        return answer

    def master(self, game: str, body: str) -> Arrived:
        """Return the answer to the Master of a game, who replied to an old mail."""
        return self.reply(self.held(f"master@{game}.test", "Master", game), body)

    def board(self, game: str, phase: str = "") -> dict[str, dict[str, str]]:
        """Return the board that the Master sees."""
        return board(self.master(game, f"MAP {phase}").text)

    def roll_back(self, game: str, phase: str) -> None:
        """Let the Master go back to the start of a phase."""
        asked = self.master(game, f"ROLLBACK {phase}").text
        code = re.search(rf"^ *ROLLBACK {phase} (\w+)$", asked, re.MULTILINE)
        assert code, asked
        told = self.master(game, f"ROLLBACK {phase} {code[1]}")
        assert "rolled back" in told.subject

    def running(self, but: tuple[str, ...] = ()) -> list[str]:
        """Return the games that were running at the older judge, without those in `but`."""
        return [
            game
            for game, one in self.facts["games"].items()
            if one["stage"] in ("active", "paused") and game not in but
        ]


@pytest.fixture(scope="module", params=STORED)
def heir(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Heir]:
    """Yield a judge on the restored store, after it has done the work that was left."""
    revision, kind = request.param
    folder, old = tmp_path_factory.mktemp("heir"), kept(revision, kind)
    with empty_databases(kind, folder, 1) as (url,):
        restore(old.database, url)
        at = Post(folder, url, old.key)
        at.now = datetime.fromisoformat(old.facts["now"]) + SOON
        at.letters = old.facts["letters"]
        at.tick()
        yield Heir(at, old.facts, tuple(at.arrived))
        at.judge.store.dispose()


def test_letters_that_waited_are_answered_once(heir: Heir) -> None:
    counts = [len(_answers(one, heir.first)) for one in heir.facts["unanswered"]]

    assert counts == [1] * len(counts)


def test_letters_that_waited_are_obeyed(heir: Heir) -> None:
    told = {(mail.to, mail.subject): mail.text for mail in heir.first}
    press = told["ann@both.test", "[peace] Press from England to France"]
    assert "Still there?" in press
    assert ("master@young.test", "[young] dora has joined") in told
    assert ("else@cut.test", "[cut] created: you are its Master") in told
    assert ("i@late.test", "[late] S1901M orders complete") in told
    assert any(to == "i@peace.test" and "no longer" in about for to, about in told)
    assert any(to == "ann@both.test" and "orders" in about for to, about in told)
    foreign = [mail.subject for mail in heir.first if mail.to == "phone@else.test"]
    assert foreign == [FOREIGN]
    england = heir.held("e@peace.test", "England", "peace")
    assert "Norwegian Sea -> Norway" in heir.reply(england, "ORDERS?").text


def test_letters_that_were_set_aside_are_answered_when_the_keeper_says_so(heir: Heir) -> None:
    seen = len(heir.post.arrived)
    with heir.post.judge.store.begin() as connection:
        waiting = keeper.letters_set_aside(connection)
        again = [keeper.try_again(connection, letter.number) for letter in waiting]
    heir.post.tick()

    assert again
    assert all(again)
    told = heir.post.arrived[seen:]
    assert [mail.to for mail in told] == [letter.sender for letter in waiting]
    # Unproven senders are asked for a yes, as for any unproven letter.
    assert {mail.subject for mail in told} <= {
        "[crash] created: you are its Master",
        "[judge] please confirm your letter",
    }


def test_no_secret_of_an_old_mail_is_left_in_the_letters_that_were_answered(heir: Heir) -> None:
    tokens = {one["reply_to"].partition("+")[2] for one in heir.facts["held"]}
    secrets = {token.partition("@")[0].encode() for token in tokens if token}
    with heir.post.judge.store.begin() as connection:
        rows = connection.execute(select(inbox.c.recipient, inbox.c.raw)).all()

    assert secrets
    assert [row.recipient for row in rows if "+" in row.recipient] == []
    assert [one for one in secrets for row in rows if one in row.raw.lower()] == []


def test_mail_that_waited_goes_out_as_it_was_and_no_other_goes_out_again(heir: Heir) -> None:
    sent = {str(mail.mail["Message-ID"]): mail for mail in heir.first}
    assert not [one for one in heir.facts["held"] if one["message_id"] in sent]
    for told in heir.facts["unsent"]:
        mail = sent[told["message_id"]]
        assert (mail.to, mail.subject, mail.text.strip()) == (
            told["to"],
            told["subject"],
            told["text"].strip(),
        )
        assert _reply_address(mail) == told["reply_to"]
        assert [part.get_content_type() for part in mail.mail.walk()] == told["types"]


def test_a_reply_to_an_old_mail_is_obeyed_for_its_seat_alone(heir: Heir) -> None:
    for mail in heir.facts["held"]:
        game, role = mail["game"], mail["role"]
        if game not in heir.running(but=LIKE_OTHERS) or role in NO_POWERS:
            continue
        answer = heir.reply(mail, "ORDERS?")
        assert answer.to == mail["to"]
        assert (f"You are {role} in {game}." in answer.text) is mail["seated"]
        assert ("no longer" in answer.subject) is not mail["seated"]
        if mail["seated"]:
            assert _reply_address(answer) == mail["reply_to"]


def test_a_reply_to_old_press_goes_on_as_press(heir: Heir) -> None:
    (mail,) = (
        one
        for one in heir.facts["press"]
        if one["subject"] == "[peace] Press from olga to the Master"
    )
    seen = len(heir.post.arrived)
    heir.reply(mail, "Of course.")

    told = {(one.to, one.subject) for one in heir.post.arrived[seen:]}
    assert ("olga@peace.test", "[peace] Press from the Master to the observers") in told


def test_whoever_was_ejected_stays_out(heir: Heir) -> None:
    otto = heir.held("otto@peace.test", "Observer", "peace")

    answer = heir.reply(otto, "PRESS TO MASTER\nWhy me?\nENDPRESS")

    assert "refused" in answer.subject


def test_an_answer_stands_in_the_thread_of_the_old_mail(heir: Heir) -> None:
    mail = heir.held("olga@peace.test", "Observer", "peace")

    references = str(heir.reply(mail, "LIST peace").mail["References"]).split()

    assert "<game.peace@judge.test>" in references
    assert mail["message_id"] in references


def test_orders_of_a_wrong_date_count_if_they_answer_an_old_mail(heir: Heir) -> None:
    syria = heir.held("s@classic.test", "Syria", "classic")
    long_ago = heir.post.now - timedelta(days=365)

    late = heir.reply({**syria, "message_id": ""}, "A CIL H", dated=long_ago)
    answer = heir.reply(syria, "A CIL H", dated=long_ago)

    assert "refused" in late.subject
    assert "[classic] S-272M orders: 1 of 3" in answer.subject


@pytest.mark.parametrize(
    ("seat", "word", "holder"),
    [
        ("Master@peace", "sesame", "master@peace.test"),
        ("France@peace", "xyzzy", "ann@both.test"),
        ("Germany@peace", "neuwort", "hans@else.test"),
        ("Italy@years", "oldword", "i@years.test"),
        ("Rome@classic", "plugh", "ann@both.test"),
        ("France@masks", "hush", "one@masks.test"),
    ],
)
def test_an_old_password_signs_on(heir: Heir, seat: str, word: str, holder: str) -> None:
    answer = heir.write("hotel@else.test", f"SIGN ON {seat} {word}\nSUMMARY")
    wrong = heir.write("hotel@else.test", f"SIGN ON {seat} wrong\nSUMMARY")

    assert answer.to == holder
    assert "refused" not in answer.subject
    assert wrong.subject == FOREIGN


def test_a_second_address_is_known(heir: Heir) -> None:
    answer = heir.write("ann@work.test", "SIGN ON France@peace")

    assert answer.to == "ann@both.test"
    assert "[peace]" in answer.subject


def test_who_was_asked_says_yes_to_the_old_question(heir: Heir) -> None:
    seen = len(heir.post.arrived)
    with unproven(heir.post):
        for to in ("hope@else.test", "iris@work.test"):
            heir.post.write(to, "Yes", heir.asked(to)["reply_to"])

    told = {(mail.to, mail.subject) for mail in heir.post.arrived[seen:]}
    assert told == {
        ("hope@else.test", "[hope] created: you are its Master"),
        ("i@eve.test", "[judge] your mail addresses"),
        ("iris@work.test", "[judge] your mail addresses"),
    }


def test_a_letter_that_waited_said_no_to_who_came_with_a_password(heir: Heir) -> None:
    told = [mail.subject for mail in heir.first if mail.to == "gina@new.test"]

    assert told == ["[judge] I AM ALSO refused: denied"]


def test_the_old_password_of_a_player_brings_them_back(heir: Heir) -> None:
    right = heir.write("hotel@else.test", "I AM ALSO g@eve.test Xyzzy9")
    wrong = heir.write("hotel@else.test", "I AM ALSO g@eve.test Xyzzy8")

    assert right.subject == "[judge] you are back in 24 hours"
    assert wrong.subject == "[judge] g@eve.test is asked"


def test_a_reply_address_that_was_replaced_opens_nothing(heir: Heir) -> None:
    (old,) = (
        one for one in heir.facts["replaced"] if (one["to"], one["role"]) == ("i@eve.test", "Italy")
    )

    refused = heir.reply(old, "A VEN H")
    shown = heir.reply(heir.held("i@eve.test", "Italy", "eve"), "ORDERS?")

    assert refused.subject == "[eve] REPLY refused: old reply address"
    assert "Venice -> Tyrolia" in shown.text


def test_a_game_of_own_addresses_takes_orders_from_no_other(heir: Heir) -> None:
    germany = heir.held("g@eve.test", "Germany", "eve")

    asked = heir.write("phone@else.test", "A BER - PRU", germany["reply_to"], germany["message_id"])

    assert (asked.to, asked.subject) == ("g@eve.test", "[judge] please confirm your letter")
    assert "Prussia" not in heir.reply(germany, "ORDERS?").text


def test_an_address_that_lost_mail_gets_news_once_it_writes(heir: Heir) -> None:
    before = [mail for mail in heir.post.arrived if mail.to == "lost@years.test"]
    heir.master("years", "BROADCAST\nHello\nENDPRESS")
    paused = [mail for mail in heir.post.arrived if mail.to == "lost@years.test"]
    heir.reply(heir.held("lost@years.test", "Observer", "years"), "SUMMARY")
    heir.master("years", "BROADCAST\nHello again\nENDPRESS")

    assert paused == before == []
    news = [mail for mail in heir.post.arrived if mail.to == "lost@years.test"]
    assert "Hello again" in news[-1].text


def test_every_board_is_as_it_was(heir: Heir) -> None:
    for game, was in heir.facts["games"].items():
        if was["phase"]:
            assert heir.board(game) == was["board"], game
        for phase, after in was["after"].items():
            assert heir.board(game, phase) == after, f"{game} {phase}"


def test_old_games_are_told_of(heir: Heir) -> None:
    listed = heir.write("list@else.test", "LIST").text
    for game, was in heir.facts["games"].items():
        summary = heir.master(game, "SUMMARY")
        history = heir.master(game, "HISTORY")
        status = heir.write("list@else.test", f"LIST {game}")
        played = list(was["after"])
        wanted = was["phase"] if was["stage"] == "active" else was["stage"]
        assert f"[{game}] Summary" in summary.subject
        assert history.text.count("=== ") - 1 == len(played), history.text
        assert wanted in status.subject
        assert (f"  {game} " in listed) is (game != "twist")  # SET LISTED NO


def test_all_other_settings_of_an_old_game_stay_when_one_is_changed(heir: Heir) -> None:
    before = _settings(heir.post, "twist")

    heir.master("twist", "SET COMMENT Still all other")

    after = _settings(heir.post, "twist")
    timing, changes = ({**after[one], **before[one]} for one in ("timing", "twists"))
    assert before["comment"] == "All is other here"
    assert after["comment"] == "Still all other"
    assert after == {
        **after,
        **before,
        "timing": timing,
        "twists": changes,
        "comment": after["comment"],
    }


def test_secrets_are_kept(heir: Heir) -> None:
    fog = heir.reply(heir.held("g@fog.test", "Germany", "fog"), "MAP").text
    masks = heir.reply(heir.held("one@masks.test", "France", "masks"), "SUMMARY").text

    assert "A BOH" in fog
    assert "TUN" not in fog
    assert not re.search(r"\b(two|three)\b", masks)


def test_drawings_are_painted(heir: Heir, tmp_path: Path) -> None:
    mails = [mail for mail in heir.first if mail.to == "master@sea.test"]
    mails += [heir.master(game, "MAP") for game in ("peace", "satrap")]
    pictures = PictureCache(tmp_path, (shipped("variants"),), shipped("templates"))
    try:
        painted = [pictures.picture(_drawing(mail)) for mail in mails]
    finally:
        pictures.close()

    assert [picture[:4] for picture in painted] == [b"\x89PNG"] * len(mails)


def test_a_paused_game_resumes_with_the_deadline_that_was_set(heir: Heir) -> None:
    told = heir.master("paused", "RESUME")

    assert told.subject == "[paused] S1901M goes on"
    assert "Sunday 13 January 2030, 12:30 UTC" in told.text


def test_a_forming_game_starts_with_the_wishes_of_those_who_joined(heir: Heir) -> None:
    seen = len(heir.post.arrived)
    heir.master("young", "START")

    told = {(mail.to, mail.subject) for mail in heir.post.arrived[seen:]}
    assert {
        ("ann@both.test", "[young] S1901M starts: you are France"),
        ("bob@young.test", "[young] S1901M starts: you are Germany"),
        ("dora@young.test", "[young] S1901M starts: you are Turkey"),
    } <= told


@pytest.mark.parametrize("game", ["flight", "winter", "won", "satrap", "heaven", "fog"])
def test_a_game_goes_back_to_a_phase_that_an_older_judge_processed(heir: Heir, game: str) -> None:
    after = heir.facts["games"][game]["after"]
    before, last = list(after)[-2:]

    heir.roll_back(game, last)

    assert heir.board(game) == after[before]
    assert last in heir.write("list@else.test", f"LIST {game}").subject


def test_a_game_that_was_rolled_back_before_goes_back_once_more(heir: Heir) -> None:
    heir.roll_back("back", "S1901M")

    assert heir.board("back")["Units"] == GERMANY_ITALY


def test_a_seat_that_fell_vacant_is_taken_and_the_game_goes_on(heir: Heir) -> None:
    heir.write("new@gone.test", "JOIN AUSTRIA@gone\nHOLD ALL")
    _pass_time(heir.post, MAIL_IS_IN)

    assert heir.board("gone")["Units"]["France"] == "A BUR A SPA F MAO"


def test_deadlines_pass_and_the_orders_that_were_stored_are_processed(heir: Heir) -> None:
    heir.master("paused", "RESUME")
    heir.master("paused", "SET DEADLINE 1h")
    seen = len(heir.post.arrived)
    _pass_time(heir.post, DEADLINES_OVER)

    told = {mail.subject for mail in heir.post.arrived[seen:]}
    processed = {about.partition("]")[0][1:] for about in told if "results" in about}
    # "late" and "ready" wait for players' orders; "gone" and "twist" were processed before.
    assert {*heir.running()} - processed - {"late", "ready"} == {"gone", "twist"}
    units = {game: heir.board(game, "S1901M")["Units"] for game in ("ready", "late", "paused")}
    assert units == {
        "ready": {"Germany": "A KIE A RUH F DEN", "Italy": "A TYR A VEN F ION"},
        "late": {"Germany": "A BUR A MUN F HOL", "Italy": "A ROM A TYR F TYS"},
        "paused": {"Germany": "A MUN A PRU F KIE", "Italy": "A PIE A VEN F ION"},
    }
    # France meets Germany in Belgium.
    peace = heir.board("peace", "F1901M")["Units"]
    assert peace["Austria"] == "A GRE A VIE F ALB"
    assert peace["France"] == "A BUR A POR F WES"
    assert peace["Italy"] == "A TRI A VEN F TUN"


def test_a_phase_waited_for_the_letter_that_came_before_its_deadline(heir: Heir) -> None:
    _pass_time(heir.post, MAIL_IS_IN)

    assert heir.board("eve", "S1901M")["Units"] == {
        "Germany": "A BER A MUN F DEN",
        "Italy": "A TYR A VEN F ION",
    }


def test_the_keeper_is_told_what_they_were_not_told_before(heir: Heir) -> None:
    _pass_time(heir.post, MAIL_IS_IN)

    (told,) = (mail.subject for mail in heir.post.arrived if mail.to == KEEPER)
    assert re.fullmatch(r"\[judge\] letter \d+ set aside", told)


def test_old_votes_for_a_draw_stand(heir: Heir) -> None:
    for to, power in (
        ("a@peace.test", "Austria"),
        ("hans@else.test", "Germany"),
        ("xaver@else.test", "Italy"),
        ("r@peace.test", "Russia"),
    ):
        seen = len(heir.post.arrived)
        heir.reply(heir.held(to, power, "peace"), "SET DRAW")

    assert "[peace] ends in a draw" in heir.post.arrived[seen].subject


def _answers(message_id: str, mails: tuple[Arrived, ...]) -> list[Arrived]:
    """Return the answers to a letter; the mail to a foreign sender only if it is the only one.

    A reply to a question may have two answers: for its yes, and for orders in it.
    """
    found = [mail for mail in mails if mail.mail["In-Reply-To"] == message_id]
    orders = [mail for mail in found if not mail.subject.endswith(" is not you")]
    return [mail for mail in orders if mail.subject != FOREIGN] or found


def _reply_address(mail: Arrived) -> str:
    address: str = mail.mail["Reply-To"].addresses[0].addr_spec
    return address


def _drawing(mail: Arrived) -> str:
    """Return the drawing in a mail of the tests, which has it in place of a picture."""
    (part,) = (p for p in mail.mail.walk() if p.get_content_type() == "image/png")
    drawing: bytes = part.get_payload(decode=True)
    return drawing.decode()


def _settings(post: Post, game: str) -> dict[str, Any]:
    """Return the settings of a game as they are stored."""
    with post.judge.store.begin() as connection:
        found = select(games.c.settings).where(games.c.key == game)
        settings: dict[str, Any] = json.loads(connection.scalar(found) or "")
    return settings


def _pass_time(post: Post, time: timedelta) -> None:
    """Move the clock on, with a sign of life every half hour."""
    until = post.now + time
    while post.now < until:
        post.now += HALF_AN_HOUR
        post.tick()
