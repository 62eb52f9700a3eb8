"""No mail contains anything that its reader may not know, in any game with secrets."""

import tempfile
from pathlib import Path
from random import Random

from hypothesis import Phase, example, given, settings, strategies as st

from judge.game import Stage
from judge.shipped import shipped_variants
from tests.amount import many
from tests.post import Arrived
from tests.service.secret_games import MASTER, NEWCOMER, WATCHER, SecretGame, some_orders

VARIANTS = shipped_variants()
MOST_PLAYERS = 4
OTHERS = st.lists(
    st.sampled_from(
        (
            "PRESS GREY",
            "PRESS NO PARTIAL",
            "PRESS PARTIAL WHITE",
            "BUILDS OWNED",
            "BUILDS ABERRATION",
            "UNITS NONE",
            "YEAR 1700",
            "NMR WAIT",
            "NO DIAS",
            "CONVOY FALLBACK",
        )
    ),
    unique=True,
    max_size=3,
)
MOMENTS = st.lists(
    st.sampled_from(("orders", "orders", "press", "ask", "late", "leave", "take over", "vote")),
    min_size=2,
    max_size=5,
)
WITHOUT_MASTER = ("BLIND", "MODERATED OFF")
MASTERS_LINES = """STATUS
PREDICT
DRY RUN PROCESS
BECOME ITALY
ORDERS?
AUDIT
GUESTS
PREVIEW
EXPORT"""
FEW = settings(
    max_examples=many(6),
    phases=[Phase.explicit, Phase.generate],  # each example takes a second
)


@FEW
@example(
    variant="standard",
    secrets=WITHOUT_MASTER,
    others=[],
    chaos=False,
    moments=["press", "ask", "leave", "take over", "vote"],
    seed=7,
)
@given(
    variant=st.sampled_from(VARIANTS.names),
    secrets=st.sampled_from((("GUNBOAT",), ("BLIND",), ("GUNBOAT", "BLIND"), WITHOUT_MASTER)),
    others=OTHERS,
    chaos=st.booleans(),
    moments=MOMENTS,
    seed=st.integers(0, 999),
)
def test_no_mail_of_a_game_holds_what_its_reader_may_not_know(
    *,
    variant: str,
    secrets: tuple[str, ...],
    others: list[str],
    chaos: bool,
    moments: list[str],
    seed: int,
) -> None:
    board = VARIANTS.read(variant)
    own = board.neutrals or board.rules.special
    chaos = chaos and not own and board.geography.centers.bit_count() <= 34
    if chaos:
        others = [*(one for one in others if one != "UNITS NONE"), "CHAOS"]
    crowded = chaos or len(board.powers) > MOST_PLAYERS
    options = (*secrets, *others, *(("PLAYERS 3",) if crowded else ()))
    with tempfile.TemporaryDirectory() as folder:
        table = SecretGame(Path(folder), variant, options)
        table.gather()
        chance = Random(seed)
        check(table, table.post.arrived)
        for moment in (*moments, "orders", "ask"):
            if not is_over(table):
                happen(moment, table, chance)
        if not is_over(table) and table.game.masters:
            for mail in table.write(MASTER, "TERMINATE", reply=True):
                code = mail.text.split("TERMINATE ")[-1].split()[0]
            ended = table.write(MASTER, f"TERMINATE {code}", reply=True)
            assert all("zworn" in mail.text for mail in ended)
        table.post.judge.store.dispose()


def is_over(table: SecretGame) -> bool:
    """Return whether no secret is left; the remaining players may have agreed on the end."""
    return table.game.stage is Stage.FINISHED


def happen(moment: str, table: SecretGame, chance: Random) -> None:
    """Cause an event in the game, and check each mail that follows."""
    names = [power.name for power in table.game.variant.powers]
    power = chance.choice(names)
    match moment:
        case "orders":
            process(table, names, chance)
        case "press":
            other = next(name for name in names if name != power)
            check(table, table.reply_for(power, f"PRESS TO {other}\nhello\nENDPRESS"))
            check(table, table.reply_for(power, "BROADCAST\nhello\nENDBROADCAST"))
            check(table, table.write(WATCHER, "BROADCAST\nhi\nENDPRESS", reply=True))
        case "ask":
            ask(table, power)
        case "late":
            check(table, table.pass_time())
        case "take over":
            check(table, table.write(NEWCOMER, f"JOIN {power}@smp"))
        case _:
            check(table, table.reply_for(power, {"leave": "RESIGN"}.get(moment, "SET DRAW")))


def process(table: SecretGame, names: list[str], chance: Random) -> None:
    """Let some powers send orders, and the Master process the phase."""
    game = table.game
    for power in chance.sample(names, min(3, len(names))):
        lines = "\n".join(some_orders(game, power, chance))
        check(table, table.reply_for(power, lines or "ORDERS?"))
    phase = table.game.position and table.game.position.phase
    check(table, table.write(MASTER, f"PROCESS {phase}", reply=True))
    if not table.game.masters:
        check(table, table.pass_time())
        check(table, table.pass_time())


def ask(table: SecretGame, power: str) -> None:
    """Let a player, an observer and a stranger ask every question."""
    for question in ("HISTORY smp", "SUMMARY smp", "MAP smp", "LIST", "LIST smp"):
        check(table, table.reply_for(power, question))
        for asker in (WATCHER, NEWCOMER):
            check(table, table.write(asker, question))
    if not table.game.masters:
        check(table, table.write(MASTER, f"SIGN ON smp\n{MASTERS_LINES}"))


def check(table: SecretGame, mails: list[Arrived]) -> None:
    """Assert that no mail contains anything that its reader may not know."""
    game = table.game
    for mail in mails:
        leads = mail.to == MASTER and game.masters
        if leads or is_over(table):
            continue
        if game.settings.gunboat:
            assert table.strangers_named(mail) == set(), mail.text
        if game.settings.blind:
            assert table.dark_units_in(mail) == set(), mail.text
            assert table.dark_centers_in(mail) == set(), mail.text
