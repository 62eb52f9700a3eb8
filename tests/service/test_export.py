"""A game as files: it shows what its reader may see, and can be imported again."""

import io
import json
from datetime import timedelta
from email.message import EmailMessage
from zipfile import ZipFile

import pytest

from judge.game import MASTER as THE_MASTER, Ending, Game, Reader, Seat, inquiry, view
from judge.service.export import hall_file
from judge.store.exported import NoGameError, game_facts, game_of
from tests.game.builders import a_game
from tests.kinds import replace
from tests.post import Arrived, Post
from tests.service.office import MASTER, ORDERS, player_of, reply_address, the_game

STRANGER = "stranger@players.test"
Files = dict[str, bytes]


def exported(post: Post, asker: str, line: str = "EXPORT smp") -> Files:
    post.write(asker, line)
    return files_of([mail for mail in post.arrived if mail.to == asker][-1])


def files_of(mail: Arrived) -> Files:
    for part in mail.mail.iter_attachments():
        if part.get_content_type() == "application/zip":
            with ZipFile(io.BytesIO(part.get_content())) as archive:
                return {name: archive.read(name) for name in archive.namelist()}
    raise AssertionError(mail.text)


def json_in(mail: Arrived) -> list[EmailMessage]:
    found = mail.mail.iter_attachments()
    return [one for one in found if one.get_content_type() == "application/json"]


def press_in(files: Files) -> list[str]:
    return [one["text"].strip() for one in json.loads(files["game.json"])["press"]]


def told_of_press(post: Post, reader: str) -> list[tuple[str, str | None, object, str]]:
    """Return (text, writer, recipients, minute) of each message in an export."""
    found = json.loads(exported(post, reader)["game.json"])["press"]
    return [(o["text"].strip(), o["from"], o["to"], o["at"][11:16]) for o in found]


def say(post: Post, sender: str, power: str, text: str) -> None:
    post.write(sender, f"SIGN ON smp\nPRESS TO {power}\n{text}\nENDPRESS")


def play(post: Post) -> None:
    """Process a phase with orders, and send orders for the next one."""
    for power in ("France", "Germany"):
        post.write(player_of(post, power), "\n".join(ORDERS[power]))
    post.write(MASTER, "PROCESS S1901M")
    post.write(player_of(post, "France"), "A BUR H")


def alike(game: Game) -> Game:
    """Return the parts of a game that an export contains: not its people nor its seed."""
    return replace(
        game,
        seed=0,
        masters=(),
        observers=(),
        seats=tuple(Seat(seat.power) for seat in game.seats),
        ready=None,
        reminded=None,
    )


def test_an_export_is_read_as_the_same_game(office: Post) -> None:
    play(office)
    game = the_game(office)
    master = Reader(game.masters[0].player, THE_MASTER)
    facts = json.dumps(game_facts(view(game, master)))
    read = game_of(facts.encode(), office.judge.variants.read)

    assert read == alike(game)
    again = json.loads(json.dumps(game_facts(read)))
    whole = json.loads(facts)
    assert {**again, "players": None} == {**whole, "players": None}


def test_a_player_gets_the_board_and_their_own_orders(office: Post) -> None:
    play(office)
    france, germany = player_of(office, "France"), player_of(office, "Germany")
    files = exported(office, france)
    told = json.loads(files["game.json"])

    assert told["orders"] == {"France": ["A BUR H"]}
    assert [one["phase"] for one in told["phases"]] == ["S1901M"]
    assert json.loads(exported(office, germany)["game.json"])["orders"] == {}
    pictures = [name for name in files if name.startswith("pictures/")]
    assert pictures == ["pictures/000-start.png", "pictures/001-S1901M.png"]
    assert b"players.test" not in files["game.json"]


def test_who_wants_no_pictures_gets_none(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "SET MAP NONE")

    assert list(exported(office, france)) == ["game.json"]


def test_press_is_that_of_its_reader(office: Post) -> None:
    france, germany = player_of(office, "France"), player_of(office, "Germany")
    say(office, france, "GERMANY", "only for Berlin")
    say(office, germany, "ALL", "for everybody")

    assert press_in(exported(office, france)) == ["only for Berlin", "for everybody"]
    assert press_in(exported(office, germany)) == ["only for Berlin", "for everybody"]
    assert press_in(exported(office, player_of(office, "Italy"))) == ["for everybody"]
    assert press_in(exported(office, STRANGER)) == []


def test_who_takes_a_power_over_does_not_read_their_predecessors_press(office: Post) -> None:
    france, germany = player_of(office, "France"), player_of(office, "Germany")
    say(office, france, "GERMANY", "between the two of us")
    say(office, germany, "ALL", "for everybody")
    office.now += timedelta(minutes=1)
    office.write(germany, "RESIGN", reply_address(office, germany))
    office.write(STRANGER, "JOIN GERMANY@smp")
    office.now += timedelta(minutes=1)
    say(office, france, "GERMANY", "welcome")

    assert press_in(exported(office, STRANGER)) == ["for everybody", "welcome"]
    assert "between the two of us" in press_in(exported(office, france))


def test_a_file_tells_no_more_of_press_than_its_mail_did(office: Post) -> None:
    france, germany = player_of(office, "France"), player_of(office, "Germany")
    office.write(MASTER, "SIGN ON smp\nSET FAKE PRESS ON\nSET PRESS WHITE/GREY")
    say(office, france, "GERMANY FAKE TO ITALY", "as if for Rome")
    office.write(france, "SIGN ON smp\nGREY BROADCAST\nfrom nobody\nENDPRESS")
    minute = f"{office.now:%H:%M}"

    assert told_of_press(office, france) == [
        ("as if for Rome", "France", ["Germany"], minute),
        ("from nobody", "France", "all", minute),
    ]
    # At that minute the unsigned message had not arrived yet.
    feigned = ("as if for Rome", "France", ["Italy"], minute)
    assert told_of_press(office, germany) == [feigned]
    office.now += timedelta(hours=1)
    hour = f"{office.now:%H}:00"
    assert told_of_press(office, germany) == [feigned, ("from nobody", None, "all", hour)]


def test_what_is_announced_for_later_is_in_no_file_before(office: Post) -> None:
    france = player_of(office, "France")
    office.write(MASTER, "SIGN ON smp\nOFFICIAL AT in 2 days\nNo deadlines\nEND OFFICIAL")

    assert press_in(exported(office, france)) == []
    office.now += timedelta(days=2, minutes=1)
    assert press_in(exported(office, france)) == ["No deadlines"]


def test_a_tutor_has_all_later_press_except_that_for_the_master(office: Post) -> None:
    tim, tom = "tim@players.test", "tom@players.test"
    office.write(MASTER, "CREATE seen standard TUTORS")
    for who, place in ((tim, "OBSERVE"), (tom, "OBSERVE"), ("a@a.test", "JOIN")):
        office.write(who, f"{place} seen")
    office.write("b@b.test", "JOIN seen PREFER F")
    office.write(MASTER, "SIGN ON seen\nSTART")

    def say_in_it(to: str, text: str) -> None:
        office.now += timedelta(minutes=1)
        office.write("a@a.test", f"SIGN ON seen\nPRESS TO {to}\n{text}\nENDPRESS")
        office.now += timedelta(minutes=1)

    say_in_it("FRANCE", "before")
    office.write(MASTER, f"SIGN ON seen\nTUTOR {tim}")
    say_in_it("FRANCE", "between")
    say_in_it("M", "for the Master")
    office.write(MASTER, f"SIGN ON seen\nTUTOR {tom}")
    office.now += timedelta(minutes=1)
    office.write(tim, "SIGN ON seen\nNEW REPLY ADDRESS")
    say_in_it("FRANCE", "behind")

    assert press_in(exported(office, tim, "EXPORT seen")) == ["between", "behind"]
    assert press_in(exported(office, tom, "EXPORT seen")) == ["behind"]


def test_nobody_is_named_in_a_gunboat_game(office: Post) -> None:
    game = the_game(office)
    game = replace(game, settings=replace(game.settings, gunboat=True))
    france = game.seat("France").player
    assert france is not None
    told = game_facts(view(game, Reader(france, "France")))["players"]
    assert isinstance(told, dict)

    assert told.pop("France") == france.name.partition("@")[0]
    assert set(told.values()) == {"Somebody"}


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "judge game 1"}'])
def test_what_is_no_export_is_refused(text: str, office: Post) -> None:
    with pytest.raises(NoGameError):
        game_of(text.encode(), office.judge.variants.read)


def test_results_come_as_json_too_for_who_wants_it(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "SET JSON ON")
    play(office)
    results = [m for m in office.arrived if m.to == france and "results" in m.subject]
    (part,) = json_in(results[-1])
    told = json.loads(part.get_content())

    assert part.get_filename() == "smp-F1901M.json"
    assert told["position"]["phase"] == "F1901M"
    assert [one["phase"] for one in told["phases"]] == ["S1901M"]
    germany = player_of(office, "Germany")
    assert not [m for m in office.arrived if m.to == germany and json_in(m)]


def test_the_hall_of_fame_is_a_file_of_who_won_and_of_what_became_of_the_others() -> None:
    won = replace(a_game(), ending=Ending(("France",), "France has won"))

    (told,) = json.loads(hall_file(inquiry.HallShown((won,))).content)["games"]
    sides = {one["power"]: one for one in told["powers"]}

    assert (told["game"], told["variant"], told["result"]) == (won.name, "standard", "solo")
    assert sides["France"]["won"]
    assert not sides["England"]["won"]
    assert sides["France"]["player"] == "F. Player"
    assert sides["France"]["centers"] == 3
