"""The cost of one letter is limited, and a person with many games can still write to all."""

from tests.post import Post

MASTER = "maud@players.test"
GAMES = [f"game{number}" for number in range(10)]


def deadline_letter(passwords: dict[str, str]) -> str:
    """Return a letter that enters games with passwords and asks for the state of each."""
    return "".join(
        f"SIGN ON M {game} {password}\nSUMMARY\n" for game, password in passwords.items()
    )


def ten_games(post: Post) -> None:
    for start in range(0, 10, 3):
        games = GAMES[start : start + 3]
        lines = (f"CREATE {game} secret-of-{game} standard\n" for game in games)
        post.write(MASTER, "".join(lines))


def test_a_master_opens_ten_games_with_ten_passwords_in_one_letter(post: Post) -> None:
    ten_games(post)
    seen = len(post.arrived)
    passwords = {game: f"secret-of-{game}" for game in GAMES}
    post.write("elsewhere@players.test", deadline_letter(passwords))

    answers = [mail for mail in post.arrived[seen:] if mail.to == MASTER]
    assert len(answers) == 10


def test_after_three_wrong_passwords_no_other_of_the_letter_is_tried(post: Post) -> None:
    ten_games(post)
    for wrong, opened in ((2, 1), (3, 0)):
        seen = len(post.arrived)
        passwords = dict.fromkeys(GAMES[:wrong], "guess") | {"game9": "secret-of-game9"}
        post.write("elsewhere@players.test", deadline_letter(passwords))

        answers = [mail for mail in post.arrived[seen:] if mail.to == MASTER]
        assert len(answers) == opened


def test_one_letter_makes_three_games_at_most_and_names_the_others(post: Post) -> None:
    lines = (f"CREATE {game} standard\n" for game in GAMES)
    post.write(MASTER, "".join(lines))
    told = "\n".join(mail.text for mail in post.arrived)

    assert told.count("CREATE") >= 7
    assert "7 lines of your letter were not read" in told
    post.write(MASTER, "LIST")
    assert [game in post.arrived[-1].text for game in GAMES] == [True] * 3 + [False] * 7
