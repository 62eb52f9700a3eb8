"""Mail keeps to the provider's quota: answers come before news, and the rest waits."""

from datetime import timedelta

import pytest

from judge.letter import Notice, Tone
from judge.mail import Outcome, OverQuota, Sent, TryAgain
from judge.store import outbox, upkeep
from tests.kinds import replace
from tests.post import Post

HOUR = timedelta(hours=1)


def queue(post: Post, tone: Tone, *names: str) -> None:
    notices = [Notice(f"{name}@players.test", "Hello", "Hello\n", tone) for name in names]
    with post.judge.store.begin() as connection:
        outbox.put_notices(connection, notices, post.now)


class Provider:
    """Accepts mail, after giving these answers; records the recipients of all attempts."""

    def __init__(self, *answers: Outcome) -> None:
        self.answers = list(answers)
        self.tried: list[str] = []

    def send(self, _raw: bytes, _sender: str, to: str) -> Outcome:
        self.tried.append(to.partition("@")[0])
        return self.answers.pop(0) if self.answers else Sent()


def sent_by(post: Post, provider: Provider) -> list[str]:
    """Return the recipients to whom the judge tries to send now."""
    provider.tried.clear()
    post.judge = replace(post.judge, send=provider.send)
    post.send_all()
    return provider.tried.copy()


def test_when_the_quota_is_used_up_all_mail_waits_for_an_hour(post: Post) -> None:
    provider = Provider(Sent(), OverQuota("550 5.4.5 limit"), OverQuota("550 5.4.5 limit"))
    queue(post, Tone.NEWS, "a", "b", "c")
    first = sent_by(post, provider)
    post.now += HOUR / 2
    queue(post, Tone.ANSWER, "d")
    early = sent_by(post, provider)
    post.now += HOUR / 2
    second = sent_by(post, provider)
    with post.judge.store.connect() as connection:
        until = upkeep.quota_until(connection, post.now)
    post.now += HOUR
    third = sent_by(post, provider)

    assert (first, early) == (["a", "b"], [])
    assert len(second) == 1
    assert until == post.now
    assert sorted(third) == ["b", "c", "d"]


@pytest.mark.parametrize("answer", ["421 4.7.0 Try again later", "432 4.3.2 Concurrent"])
def test_a_relay_that_stays_busy_is_taken_for_a_quota(answer: str, post: Post) -> None:
    provider = Provider(*[TryAgain(answer)] * 3)
    queue(post, Tone.NEWS, "a")
    waits = []
    for _ in range(3):
        assert sent_by(post, provider) == ["a"]
        with post.judge.store.connect() as connection:
            waits.append(upkeep.quota_until(connection, post.now) is not None)
        post.now += HOUR

    assert waits == [False, False, True]
    assert sent_by(post, provider) == ["a"]


def test_greylisting_is_tried_again_soon(post: Post) -> None:
    provider = Provider(TryAgain("450 4.2.0 greylisted"))
    queue(post, Tone.NEWS, "a", "b")
    first = sent_by(post, provider)
    post.now += timedelta(minutes=2)

    assert (first, sent_by(post, provider)) == (["a", "b"], ["a"])


def test_mail_is_paced_by_hour_and_answers_go_first(post: Post) -> None:
    post.judge = replace(post.judge, mails_per_hour=2)
    queue(post, Tone.NEWS, "a", "b")
    queue(post, Tone.ANSWER, "c")
    provider = Provider()
    first = sent_by(post, provider)
    post.now += HOUR
    second = sent_by(post, provider)

    assert sorted(first) == ["a", "c"]
    assert second == ["b"]


def test_the_last_tenth_of_a_day_is_kept_for_answers(post: Post) -> None:
    post.judge = replace(post.judge, mails_per_day=10)
    queue(post, Tone.NEWS, *"abcdefghijkl")
    provider = Provider()
    news = sent_by(post, provider)
    queue(post, Tone.ANSWER, "x", "y")
    answers = sent_by(post, provider)
    post.now += timedelta(days=1)
    tomorrow = sent_by(post, provider)

    assert news == [*"abcdefghi"]
    assert answers == ["x"]
    assert sorted(tomorrow) == [*"jkly"]
