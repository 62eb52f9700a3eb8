"""Sample mails about rules, results and requested pages."""

from collections.abc import Iterator
from datetime import timedelta

from judge.boards import VariantFile, open_variant
from judge.engine import PhaseKind, UnitOrder
from judge.game import (
    MASTER,
    Ending,
    MeaningAsked,
    Reader,
    Stage,
    inquiry,
    inspection,
    phases,
    rolling,
    turn,
)
from judge.game.model import PowerRecord
from judge.render import Renderer
from judge.render.words import unit_short
from tests.kinds import replace
from tests.render import story
from tests.render.boards import GEOGRAPHY, ROOT
from tests.render.mailing import FANNY, Told, answer, news
from tests.render.story import DEADLINE, MIA, NOW

FILES = tuple(
    file
    for name in ("standard", "satrap2")
    for file in (open_variant(ROOT / "variants" / name),)
    if isinstance(file, VariantFile)
)


def rules(renderer: Renderer) -> Iterator[Told]:
    yield from _explained(renderer)
    yield from _pages(renderer)
    yield from _hall(renderer)
    yield from _choices(renderer)
    asked = MeaningAsked(("A PAR - BUR",), "A PAR - BUR\nFine with you?", ("Italy",))
    yield "meaning asked", answer(renderer, story.STARTED, asked)
    fall, retreats, _ = story.HISTORY
    again = rolling.GameRolledForward((fall, retreats), DEADLINE)
    board = story.at("W1902A")
    yield "rolled forward", news(renderer, board, again, "France")
    yield ("rolled forward, to the Master", answer(renderer, board, again, player=MIA, role=MASTER))
    files = inspection.GameExported(story.SPRING, Reader(FANNY, "France"))
    yield "exported", answer(renderer, story.SPRING, files)
    moves = story.at("F1902M")
    would = phases.ResultsPredicted(moves, fall.adjudication, ("Italy",))
    yield "predicted", answer(renderer, moves, would, player=MIA, role=MASTER)
    review = turn.ResultsReviewed(fall.adjudication, ("Italy",), NOW, NOW + timedelta(hours=12))
    yield "results to review", news(renderer, moves, review, MASTER)


def _explained(renderer: Renderer) -> Iterator[Told]:
    game, fall = story.SPRING, story.HISTORY[0]
    seen = set()
    for outcome in fall.adjudication.outcomes:
        if outcome.reason in seen or not isinstance(outcome.order, UnitOrder):
            continue
        seen.add(outcome.reason)
        words = unit_short(outcome.order.unit, GEOGRAPHY)
        shown = inspection.OrderExplained(game, fall, words, outcome, "France")
        yield f"explained, {outcome.reason.name.lower()}", answer(renderer, game, shown)
    unknown = inspection.OrderExplained(game, fall, "A ROM", None, "France")
    yield "explained, no such order", answer(renderer, game, unknown)


def _choices(renderer: Renderer) -> Iterator[Told]:
    spring, fall = story.STARTED, story.at("F1902R")
    paris, spain = ((GEOGRAPHY.location(name),) for name in ("PAR", "SPA"))
    for name, asked in (
        ("of all units", inspection.ChoicesShown(spring, "France")),
        ("of a unit", inspection.ChoicesShown(spring, "France", units=paris)),
        ("beyond reach", inspection.ChoicesShown(spring, "France", units=paris, targets=spain)),
        ("no retreat", inspection.ChoicesShown(spring, "France", asked=PhaseKind.RETREAT)),
    ):
        yield f"choices, {name}", answer(renderer, spring, asked)
    retreat = inspection.ChoicesShown(fall, "Germany", asked=PhaseKind.RETREAT)
    germany = story.PLAYERS["Germany"]
    yield ("choices, of a retreat", answer(renderer, fall, retreat, player=germany, role="Germany"))


def _hall(renderer: Renderer) -> Iterator[Told]:
    over = replace(story.SPRING, stage=Stage.FINISHED, deadline=None)
    solo = replace(over, ending=Ending(("France",), "France owns 18 centers"))
    drawn = replace(over, name="old", ending=Ending(("Austria", "Turkey"), "agreed"))
    record = (PowerRecord("France", 2, 1, 0, 2, 9.5),)
    for name, event in (
        ("hall of fame", inquiry.HallShown((solo, drawn))),
        ("hall of fame of a map", inquiry.HallShown((solo, drawn), solo.variant, record)),
        ("hall of fame, nobody", inquiry.HallShown(())),
        ("hall of fame, elsewhere", inquiry.HallShown((), elsewhere=("Ann, as Gondwana",))),
        ("hall of fame, as a file", inquiry.HallShown((solo,), as_file=True)),
    ):
        yield name, answer(renderer, None, event, role="")


def _pages(renderer: Renderer) -> Iterator[Told]:
    pages = ("orders", "press", "settings", "whois")
    for name, event in (
        ("variant at length", inquiry.VariantsShown(FILES[1:])),
        ("variants", inquiry.VariantsShown(FILES)),
        ("version", inquiry.VersionShown((), len(FILES))),
        ("help sought", inquiry.HelpSought("ordres", ("orders",), pages)),
        ("help sought, nothing near", inquiry.HelpSought("xyzzy", (), pages)),
        ("rules explained", inquiry.RulesExplained("loyalty", (FILES[1].variant,))),
    ):
        yield name, answer(renderer, None, event, role="")
