"""Facts for the templates of answers to questions to the judge."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from judge.engine import PhaseKind, adjustments
from judge.game import OVER, Event, Game, PressRule, Stage, Who, inquiry
from judge.messages import Text, message, series
from judge.render.facts.board import dislodged_of, example_orders, sayings_of, turn_of, units_of
from judge.render.facts.pages import Facts, Scene, board_in, powers_in
from judge.render.facts.results import results_of
from judge.render.facts.table import card_of, person
from judge.render.facts.variant import variant_page, variant_row
from judge.render.rulebook import RuleText, every_text, rule_texts
from judge.render.words import NamedPosition, phase_text, unit_short

_EXPLAINED = 3
# Words for who may give a command, for the index of the help.
_WHO = {
    Who.ANYBODY: message("Anybody"),
    Who.PLAYER: message("Players"),
    Who.MASTER: message("Masters"),
    Who.KEEPER: message("The keeper"),
}


def _games_listed(event: inquiry.GamesListed, scene: Scene) -> Facts:
    return {"cards": [card_of(game) for game in event.games]}


def _version_shown(event: inquiry.VersionShown, scene: Scene) -> Facts:
    forming = sum(game.stage is Stage.FORMING for game in event.games)
    over = sum(game.stage in OVER for game in event.games)
    return {"running": len(event.games) - forming - over, "forming": forming, "over": over}


def _variants_shown(event: inquiry.VariantsShown, scene: Scene) -> Facts:
    if len(event.files) != 1:
        return {"file": None, "rows": [variant_row(file) for file in event.files]}
    return variant_page(event.files[0])


def _position_adjudicated(event: inquiry.PositionAdjudicated, scene: Scene) -> Facts:
    phases = []
    for board, adjudication in event.phases:
        assert event.variant is not None
        results = results_of(board, adjudication, (), event.variant)
        phases.append((phase_text(board.phase, event.variant), results))
    return {"phases": tuple(phases)}


def _help_given(event: inquiry.HelpGiven, scene: Scene) -> Facts:
    # Imported here because only HELP needs the phrases of letters, which take a fifth of a second
    # to compile.
    from judge.commands import topics_for  # noqa: PLC0415 - small commands start without them

    game, role = scene.game, scene.reader.role
    topics = [(said, topics_for(who)) for who, said in _WHO.items()]
    own = own_words(scene)
    if event.topic != "orders" or game is None:
        about = {"about": _rules_here(scene) if event.asked else ()}
        return {**about, "rules": (), "sayings": (), "topics": topics, "own": own}
    said = sayings_of(board_in(game), role) if game.position else ()
    rules = rule_texts(game.variant)
    here = {"rules": rules, "sayings": said, "about": ()}
    return {**here, "topics": topics, "own": own}


def _help_sought(event: inquiry.HelpSought, scene: Scene) -> Facts:
    return {"rules": _rules_here(scene)}


def _rules_explained(event: inquiry.RulesExplained, scene: Scene) -> Facts:
    """Return the clauses about the word, by variant; only the first few variants in full."""
    told = [(one.title, every_text(one)) for one in event.variants[:_EXPLAINED]]
    others = [one.name for one in event.variants[_EXPLAINED:]]
    return {"told": told, "others": others}


def _rules_here(scene: Scene) -> tuple[RuleText, ...]:
    """Return the texts of the variant that is played, and of the choices that it offers."""
    return every_text(scene.game.variant) if scene.game else ()


_MOST = 50
_ALL_SHARE = 4  # A draw of more winners is listed without the players' names.


def _hall_shown(event: inquiry.HallShown, scene: Scene) -> Facts:
    """Return the newest finished games, and the record of each power."""
    shown = event.games[:_MOST]
    maps = Counter(game.variant.title for game in event.games)
    return {
        "rows": [_row(game, named=event.variant is None) for game in shown],
        "more": len(event.games) - len(shown),
        "maps": [] if event.variant else [(k, str(n)) for k, n in maps.most_common()],
        "powers": [
            (
                one.power,
                str(one.games),
                str(one.solos),
                str(one.draws),
                str(one.survived),
                f"{one.centers:.1f}",
            )
            for one in event.record
        ],
    }


def _row(game: Game, *, named: bool) -> tuple[str, Text, Text]:
    assert game.position is not None
    phase = str(game.position.phase)
    when = f"{game.variant.title}, {phase}" if named else phase
    return game.name, when, _result(game)


def _result(game: Game) -> Text:
    winners = game.ending.winners if game.ending else ()
    if len(winners) > _ALL_SHARE:
        return message("draw of {count}", count=len(winners))
    names = [_player(power, game) for power in winners]
    if len(names) == 1:
        return names[0]
    return message("draw: {powers}", powers=series(names))


def _player(power: str, game: Game) -> Text:
    seats = (seat for seat in game.seats if seat.power == power)
    holder = next((seat.player for seat in seats), None)
    if holder is None:
        return power
    return message("{power} ({name})", power=power, name=person(holder))


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Words of a player's own game for examples: order lines, a unit, a recipient of press.

    `lines` are () if there is nothing to order now. `last` is the last finished phase, "" for none.
    `other` is "" if press to a single power is not allowed.
    """

    game: str
    power: str
    lines: tuple[str, ...]
    unit: str
    other: str
    last: str


def own_words(scene: Scene) -> OwnWords | None:
    """Return the words of the reader's own game, or None if they do not play."""
    game, role = scene.game, scene.reader.role
    if game is None or game.position is None or role not in powers_in(game):
        return None
    board = board_in(game)
    units = (*units_of(board, role), *(one.unit for one in dislodged_of(board, role)))
    others = [power for power in powers_in(game) if power != role]
    one_alone = game.settings.press in (PressRule.FULL, PressRule.PARTIAL)
    return OwnWords(
        game=game.name,
        power=role,
        lines=_lines(board, role) if game.stage is Stage.ACTIVE else (),
        unit=unit_short(units[0], board.geography) if units else "",
        other=others[0].upper() if others and one_alone else "",
        last=str(game.history[-1].phase) if game.history else "",
    )


def _lines(board: NamedPosition, role: str) -> tuple[str, ...]:
    """Return order lines that `role` may send together in the running phase."""
    if board.position.phase.kind is PhaseKind.MOVEMENT:
        return example_orders(board, role)
    turn = turn_of(board, role)
    if turn is None:
        return ()
    first: dict[str, str] = {}
    for line in turn.lines:
        place = "".join(line.split()[1:2]).partition("/")[0]
        first.setdefault(place, line)
    wanted = abs(adjustments(board.position, board.variant).get(role, 0))
    return tuple(first.values())[: wanted or len(dislodged_of(board, role))]


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    inquiry.GamesListed: _games_listed,
    inquiry.HallShown: _hall_shown,
    inquiry.HelpGiven: _help_given,
    inquiry.HelpSought: _help_sought,
    inquiry.PositionAdjudicated: _position_adjudicated,
    inquiry.RulesExplained: _rules_explained,
    inquiry.VariantsShown: _variants_shown,
    inquiry.VersionShown: _version_shown,
}
