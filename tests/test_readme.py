"""The exchange of mails in the README is a real one, and so are its pictures."""

import io
import os
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import sync_playwright

from tests.machine import program_here
from tests.post import Post
from tests.render.shown import BOARD, PHONE, board_png, digest, digest_in, phone_png

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def test_the_exchange_in_the_readme_is_what_a_player_gets(post: Post) -> None:
    sent, subject, told = re.findall(r"```\n(.*?)```", README, re.DOTALL)[:3]
    post.write("master@example.org", "CREATE smp standard")
    for letter in "abcdefg":
        post.write(f"{letter}@example.org", "SIGN ON ?smp")
    start = next(mail for mail in post.arrived if mail.subject.endswith("France"))

    post.reply(start.to, sent)

    answer = post.arrived[-1]
    assert f"Subject: {answer.subject}\n" == subject
    assert told in answer.text


def test_the_board_in_the_readme_is_what_people_are_sent(tmp_path: Path) -> None:
    """Make it again with `python -m tests.render.shown`."""
    made = Image.open(io.BytesIO(board_png(tmp_path))).convert("RGB")
    shown = Image.open(io.BytesIO(BOARD.read_bytes())).convert("RGB")

    assert shown.size == made.size
    # The reduced colors differ a little with the pictures that were painted before.
    assert max(ImageStat.Stat(ImageChops.difference(made, shown)).mean) < 2
    assert BOARD.stat().st_size < 80_000


def test_the_phone_in_the_readme_shows_the_results_of_today() -> None:
    """Make it again with `python -m tests.render.shown`."""
    assert digest_in(PHONE) == digest()
    assert PHONE.stat().st_size < 80_000


def test_the_phone_in_the_readme_can_be_made_again(tmp_path: Path) -> None:
    chromium = program_here("chromium")
    if chromium is None and not os.environ.get("CI"):
        pytest.skip("There is no chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        made = Image.open(io.BytesIO(phone_png(browser, tmp_path))).convert("RGB")
        browser.close()

    assert made.size == Image.open(io.BytesIO(PHONE.read_bytes())).size
    colors = made.getcolors(1 << 20) or ()
    sea = sum(count for count, (red, _, blue) in colors if blue - red > 20 and blue > 200)
    assert sea > made.width * made.height / 20
