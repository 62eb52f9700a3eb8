import pytest
from hypothesis import given, strategies as st

from judge.commands import Section
from judge.game import Aside, Command, NotObeyed, SignOn, filing, inquiry, inspection
from tests.commands.readers import read


def test_a_letter_is_read_as_its_case_says(
    case: tuple[str, tuple[str, ...], tuple[str, ...]],
) -> None:
    _, found, expected = case

    assert found == expected


@pytest.mark.parametrize("subject", ["help", "HELP", "Re: Help", "AW: RE: help!"])
def test_an_empty_letter_asks_what_its_subject_asks(subject: str) -> None:
    assert read(" \n\n", subject) == (Section(None, (inquiry.Help(),)),)


def test_a_question_in_the_subject_keeps_its_words() -> None:
    asked = read("", "history smp from S1901M")

    assert asked == (Section(None, (inspection.History("smp", "S1901M"),)),)


@pytest.mark.parametrize(
    ("subject", "asked"),
    [
        ("Explain A Par S1901M", inspection.Explain("A Par", phase="S1901M")),
        ("Re: my orders", filing.ShowOrders()),
        ("what variants are there?", inquiry.ShowVariant()),
    ],
)
def test_whatever_only_asks_may_be_asked_in_the_subject(subject: str, asked: Command) -> None:
    assert read("", subject) == (Section(None, (asked,)),)


@pytest.mark.parametrize("subject", ["", "Hello", "SIGNON Fsmp pw", "help, list"])
def test_no_other_subject_counts(subject: str) -> None:
    assert read("", subject) in ((), (Section(None, (inquiry.Help("list"),)),))


@pytest.mark.parametrize("subject", ["CLEAR", "RESIGN"])
def test_a_command_in_the_subject_is_handed_back(subject: str) -> None:
    returned = NotObeyed(Aside.SUBJECT, (subject,))
    assert read("", subject) == (Section(None, (returned,)),)


def test_orders_in_the_subject_are_handed_back() -> None:
    returned = NotObeyed(Aside.SUBJECT, ("A Par - Bur",))
    assert read("", "A Par - Bur") == (Section(None, (returned,)),)


def test_the_subject_of_a_letter_with_text_does_not_count() -> None:
    assert read("CLEAR", "help") == (Section(None, (filing.ClearOrders(),)),)


def test_a_letter_without_a_command_has_no_section() -> None:
    assert read("// nothing\n\n# at all\n") == ()


def test_names_of_powers_decide_where_a_password_begins() -> None:
    body = "SIGN ON PAPAL STATES rome secret\nSIGN ON Papal States@rome"

    sections = read(body, powers=("Papal States",))

    assert [section.entry for section in sections] == [
        SignOn((("PAPAL STATES", "rome"),), "secret"),
        SignOn((("Papal States", "rome"),)),
    ]


def test_names_of_variants_decide_where_a_password_begins() -> None:
    (section,) = read("CREATE med ancmed", variants=("ancmed",))

    assert section.entry is not None
    assert repr(section.entry).count("ancmed") == 1


def test_what_is_beyond_the_most_commands_is_named_and_left_out() -> None:
    (section,) = read("SET WAIT\nSET NOWAIT\n" * 150)

    assert len(section.commands) == 201
    named = ("SET WAIT", "SET NOWAIT") * 10
    assert section.commands[-1] == NotObeyed(Aside.BEYOND, named, count=100)


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("SIGN ON M game{} secret", 12),
        ("CREATE game{} secret standard", 3),
        ("PRESS TO FRANCE\nHello {}\nENDPRESS", 24),
        ("HISTORY game{}", 30),
        ("REGISTER\nNAME: Ann {}\nEND", 2),
    ],
)
def test_a_letter_may_hold_so_many_of_a_kind_and_the_rest_comes_back(line: str, most: int) -> None:
    told = [line.format(number) for number in range(most + 5)]
    *obeyed, last = (
        command
        for section in read("\n".join(told))
        for command in (section.entry, *section.commands)
        if command is not None
    )

    assert len(obeyed) == most
    lines = "\n".join(told[most:]).splitlines()
    assert isinstance(last, NotObeyed)
    assert (last.why, last.count) == (Aside.BEYOND, len(lines))
    assert last.lines[0].split()[0] == lines[0].split()[0]
    assert "secret" not in " ".join(last.lines)


def test_a_master_of_ten_games_writes_to_all_of_them_at_once() -> None:
    letter = "".join(
        f"SIGN ON M game{number} secret\nSET DEADLINE +24h\nSUMMARY\nBROADCAST\nHi\nENDBROADCAST\n"
        for number in range(10)
    )

    assert [len(section.commands) for section in read(letter)] == [3] * 10


def test_what_is_beyond_the_most_characters_is_named_and_left_out() -> None:
    (section,) = read("A Paris - Burgundy\n" * 2_000)
    orders, beyond = section.commands

    assert isinstance(orders, filing.SubmitOrders)
    assert set(orders.lines) == {"A Paris - Burgundy"}
    assert 19_000 < 19 * len(orders.lines) <= 20_000
    named = ("A Paris - Burgundy",) * 20
    assert beyond == NotObeyed(Aside.BEYOND, named, 2_000 - len(orders.lines))


def test_orders_on_many_lines_are_one_command() -> None:
    (section,) = read("A Par H\n\n" * 300)

    assert section.commands == (filing.SubmitOrders(("A Par H",) * 300),)


FRAGMENTS = """
REGISTER|END|PRESS TO F|PRESS|BROADCAST|ENDPRESS|SIGN OFF|PHASE S1905M|name: x|CREATE
A Par - Bur|F Bre H|SET WAIT|SET|HISTORY smp FROM|PROCESS|ROLLBACK|CREATE smp|? smp|;
SIGN ON Fsmp|SIGNON|JOIN|OBSERVE @|JOIN @|ORDERS?|DRAW |REGISTER zone|PREFER|EJECT|?
"""
LINES = st.text(max_size=30) | st.sampled_from(FRAGMENTS.replace("\n", "|").split("|"))


@given(st.lists(LINES, max_size=12).map("\n".join), st.text(max_size=20))
def test_any_letter_can_be_read(body: str, subject: str) -> None:
    read(body, subject)


def misspelled(words: str) -> st.SearchStrategy[str]:
    """Return `words` with a letter changed, left out, doubled or swapped."""
    places = st.integers(0, len(words) - 2)
    edits = (
        lambda at: words[:at] + "x" + words[at + 1 :],
        lambda at: words[:at] + words[at + 1 :],
        lambda at: words[:at] + words[at] + words[at:],
        lambda at: words[:at] + words[at + 1] + words[at] + words[at + 2 :],
        lambda at: words[:at] + " " + words[at:],
    )
    return st.builds(lambda edit, at: edit(at), st.sampled_from(edits), places)


SIGN_ONS = st.sampled_from(["SIGNON", "SIGN ON", "Sign On", "signon"])
ENTRIES = st.sampled_from(["TAKEOVER", "CREATE", "OBSERVE", "REGISTER x\nSIGN-ON"])
SEATS = st.sampled_from(["Fsmp", "france@smp", "FRANCE smp", "?smp", "Msmp", "F smp"])
GARBAGE = st.sampled_from(["", " more", " ", ".", " // x", "\nA Par H", "\n\nLIST"])


@given(
    words=st.one_of(SIGN_ONS, SIGN_ONS.flatmap(misspelled), ENTRIES),
    seat=SEATS,
    behind=GARBAGE,
    before=st.sampled_from(["", "A Par H\n", "SIGNON Gsmp\n", "PRESS TO F\nhi\nENDPRESS\n"]),
)
def test_no_password_can_be_seen_in_what_was_read(
    words: str, seat: str, behind: str, before: str
) -> None:
    found = read(f"{before}{words} {seat} Zq7password{behind}")

    assert "Zq7" not in repr(found)


@given(words=SIGN_ONS.flatmap(misspelled), seat=SEATS)
def test_lines_behind_a_second_sign_on_never_belong_to_the_first_game(
    words: str, seat: str
) -> None:
    sections = read(f"SIGNON Gone x\nA Mun H\n{words} {seat} secret\nA Par H")

    assert sections[0].commands == (filing.SubmitOrders(("A Mun H",)),)
