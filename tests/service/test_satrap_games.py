"""Whole games of Satrap by mail, to the ends that their document gives them."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from judge.engine import PhaseKind, Position, Season, Variant
from judge.game import Stage
from tests.kinds import replace
from tests.post import Arrived, Post
from tests.service.test_every_variant import MASTER, Table

SAYINGS = (
    ("Great King", "PERMIT {satrap} TO ENTER Susa"),
    ("Great King", "PERMIT {satrap} TO REMAIN IN Susa"),
    ("Media", "ENTER Susa WITH PERMISSION"),
    ("Media", "REMAIN IN Susa WITH PERMISSION"),
)
LOAN = "LEND Susa TO {satrap}"


def a_game(post: Post, name: str, changed: Callable[[Position, Variant], Position]) -> Table:
    """Return a game that all powers have joined, with its first position changed."""
    variants = post.judge.variants

    def read(wanted: str) -> Variant:
        variant = variants.read(wanted)
        if wanted != name:
            return variant
        base, start = variant.base or variant, changed(variant.start, variant)
        return replace(variant, start=start, base=replace(base, start=start))

    post.judge = replace(post.judge, variants=replace(variants, read=read))
    post.write(MASTER, f"CREATE luck {name}")
    for number, power in enumerate(variants.read(name).powers):
        post.write(f"p{number}@players.test", f"SIGN ON {power.name}@luck")
    return Table(post, Random(name))


def late(position: Position, variant: Variant) -> Position:
    """Return the first board with the year 390 B.C."""
    return replace(position, phase=replace(position.phase, year=-390))


def weak(position: Position, variant: Variant) -> Position:
    """Return the first board with two centers for each satrap, not three."""
    owners = list(position.owners)
    for power in variant.powers[1:]:
        owners[power.home_centers[0]] = None
    return replace(position, owners=tuple(owners))


def say(table: Table) -> None:
    """Send random declarations about a satrap that the rules let powers write."""
    game = table.game()
    assert game.position is not None
    if game.position.phase.kind is not PhaseKind.MOVEMENT:
        return
    satrap = table.chance.choice([power.name for power in game.variant.powers[1:]])
    players = table.players()
    for power, saying in SAYINGS:
        table.post.reply(players[power], saying.format(satrap=satrap))
    if game.position.phase.season is Season.FALL:
        table.post.reply(players["Great King"], LOAN.format(satrap=satrap))


def victory_mails(post: Post) -> list[Arrived]:
    return [mail for mail in post.arrived if mail.subject.endswith("has won")]


def test_the_king_wins_when_its_army_stands_at_the_end_of_389_bc(tmp_path: Path) -> None:
    table = a_game(Post(tmp_path), "satrap", late)

    while table.game().stage is Stage.ACTIVE:
        say(table)
        table.play_phase()

    game = table.game()
    assert game.ending is not None
    assert game.ending.winners == ("Great King",)
    assert str(game.history[-1].phase)[1:-1] == "-389"
    assert len(victory_mails(table.post)) == 9
    assert "still stands at the end of 389 B.C." in victory_mails(table.post)[0].text
    assert any("LEND SUS TO" in mail.text for mail in table.post.arrived)


def test_the_king_wins_before_the_loyal_satraps_when_the_disloyal_are_weak(tmp_path: Path) -> None:
    post = Post(tmp_path)
    table = a_game(post, "satrap2", weak)

    post.write(MASTER, "SIGN ON Mluck")
    post.reply(MASTER, "PROCESS S-404M")

    assert table.game().stage is Stage.FINISHED
    text = " ".join(victory_mails(post)[0].text.split())
    assert "no more than 8 centers. The places are 1. Great King; 2. " in text
    placed = text.partition("1. Great King; ")[2].partition(" Players")[0]
    assert sorted(re.findall(r"[A-Z]\w+", placed)) == ["Armenia", "Egypt", "Media"]
