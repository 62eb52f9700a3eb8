"""The facts of a judge, as people see them: boards, reply addresses, mails to come."""

import hashlib
import re
from datetime import timedelta
from typing import Any

from sqlalchemy import text

from tests.post import ADDRESS, Arrived, Post

SOON = timedelta(minutes=10)  # when the next version starts; no outage yet
_SHOWN = 15  # lines of a mail, which is as much as most people quote
_HEADING = re.compile(r"^(\S.*)\n((?:  .*\n)+)", re.MULTILINE)
_PIECE = re.compile(r"(?:\b[AF]2? )?\b[A-Z]{2,5}\b(?:/[A-Z]{2})?")
_LINE = re.compile(r"  (?P<owner>[A-Z]\S*(?: [A-Z]\S*)?) {2,}(?P<rest>.*)")


def board(mail: str) -> dict[str, dict[str, str]]:
    """Return the units and centers that an answer to MAP shows, by their owners."""
    found = dict[str, str](_HEADING.findall(mail))
    return {
        name: {
            owner: " ".join(sorted(pieces)) for owner, pieces in _owned(found.get(name, "")).items()
        }
        for name in ("Units", "Centers")
    }


def _owned(lines: str) -> dict[str, list[str]]:
    owner, found = "", dict[str, list[str]]()
    for line in lines.splitlines():
        named = _LINE.fullmatch(line)
        owner = named["owner"] if named else owner
        pieces = _PIECE.findall(named["rest"] if named else line)
        found[owner] = [*found.get(owner, []), *pieces]
    return found


def answer_to(post: Post, mail: Arrived, body: str) -> Arrived:
    """Return what comes back when the reader of `mail` replies with `body`."""
    seen = len(post.arrived)
    post.reply(mail.to, body, mail)
    return next(one for one in post.arrived[seen:] if one.to == mail.to)


def collected(post: Post, unanswered: list[str], copy: Post) -> dict[str, Any]:
    """Return the facts of `post`; `copy` has the same store and is used up for them."""
    copy.now = post.now + SOON
    masters = {
        mail.subject.partition("]")[0].strip("["): mail
        for mail in post.arrived
        if mail.to.startswith("master@")
    }
    return {
        "now": post.now.isoformat(),
        "letters": post.letters,
        "unanswered": unanswered,
        "unsent": _unsent(copy),
        **_reply_addresses(post),
        "games": {
            name: _game(copy, masters[name], stage, phase)
            for name, stage, phase in _rows(
                post, "SELECT key, stage, phase FROM games ORDER BY number"
            )
        },
    }


def _unsent(copy: Post) -> list[dict[str, Any]]:
    seen = len(copy.arrived)
    copy.send_all()
    return [
        {**_told(mail), "types": [p.get_content_type() for p in mail.mail.walk()]}
        for mail in copy.arrived[seen:]
    ]


def _reply_addresses(post: Post) -> dict[str, list[dict[str, Any]]]:
    """Return the newest mail at each secret reply address, by what the address does.

    Those `held` are of a place in a game, and so were those `replaced`. A reply to one
    of `press` goes to whom that was between. With the others somebody was `asked` and
    has not answered.
    """
    newest = {_reply_to(mail): mail for mail in post.arrived}
    newest.pop(ADDRESS)
    found: dict[str, list[dict[str, Any]]] = {"held": [], "replaced": [], "press": [], "asked": []}
    for address, mail in newest.items():
        told, place = _told(mail, _SHOWN), _place(post, address)
        if place is not None:
            kind = "press" if place.pop("press") else "held"
            found[kind if place.pop("opens") else "replaced"].append({**told, **place})
        elif _waits(post, address):
            found["asked"].append(told)
    return found


def _told(mail: Arrived, lines: int | None = None) -> dict[str, Any]:
    return {
        "to": mail.to,
        "subject": mail.subject,
        "message_id": str(mail.mail["Message-ID"]),
        "reply_to": _reply_to(mail),
        "text": "\n".join(mail.text.splitlines()[:lines]),
    }


def _reply_to(mail: Arrived) -> str:
    address: str = mail.mail["Reply-To"].addresses[0].addr_spec
    return address


def _place(post: Post, address: str) -> dict[str, Any] | None:
    """Return the game and role of a reply address, and if its power is still theirs.

    `press` is true where a reply goes on as press.
    None where it belongs to no place; `opens` is false of one that was replaced.
    """
    query = (
        "SELECT g.key, t.role, EXISTS (SELECT 1 FROM seats s WHERE s.game = t.game"
        " AND s.power = t.role AND s.player = t.player), t.generation = (SELECT"
        " count(*) FROM renewals r WHERE r.game = t.game AND r.player = t.player"
        " AND r.role = t.role), t.conversation IS NOT NULL"
        " FROM tokens t JOIN games g ON g.number = t.game WHERE t.digest = :digest"
    )
    for game, role, seated, opens, press in _rows(post, query, digest=_digest(address)):
        flags = {"seated": bool(seated), "opens": bool(opens), "press": bool(press)}
        return {"game": game, "role": role, **flags}
    return None


def _waits(post: Post, address: str) -> bool:
    """Return whether a reply to a question is still awaited at this address."""
    query = (
        "SELECT 1 FROM inbox WHERE secret = :digest AND state = 'waiting'"
        " UNION ALL SELECT 1 FROM claims WHERE secret = :digest AND outcome IS NULL"
    )
    return bool(_rows(post, query, digest=_digest(address)))


def _digest(address: str) -> str:
    token = address.partition("+")[2].partition("@")[0]
    return hashlib.sha256(token.encode()).hexdigest()


def _game(copy: Post, master: Arrived, stage: str, phase: str | None) -> dict[str, Any]:
    """Return the stage, the phase, and the boards that the Master is shown."""
    name = master.subject.partition("]")[0].strip("[")
    query = (
        "SELECT p.phase FROM phases p JOIN games g ON g.number = p.game"
        " WHERE g.key = :name AND p.undone IS NULL ORDER BY p.number"
    )
    played = [row[0] for row in _rows(copy, query, name=name)]
    return {
        "stage": stage,
        "phase": phase,
        "board": board(answer_to(copy, master, "MAP").text) if phase else {},
        "after": {one: board(answer_to(copy, master, f"MAP {one}").text) for one in played},
    }


def _rows(post: Post, query: str, **values: str) -> list[Any]:
    with post.judge.store.begin() as connection:
        return list(connection.execute(text(query), values))
