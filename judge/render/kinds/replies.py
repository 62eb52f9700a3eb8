"""What the templates are told of what answers a letter."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from judge.game import (
    ENTRANT,
    OVER,
    STANDBY,
    AddressAsked,
    AddressesShown,
    AddressForgotten,
    AddressQuestion,
    AnsweredElsewhere,
    AnswerUnclear,
    BlocksShown,
    ConfirmationAsked,
    DataShown,
    Event,
    Game,
    GamesListed,
    HallShown,
    HelpGiven,
    HelpSought,
    HistoryShown,
    LeftOut,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    MailStopped,
    MapShown,
    MeaningAsked,
    NothingDone,
    NothingToOrder,
    NotHolder,
    OpeningsTold,
    OrderExplained,
    OrdersShown,
    PasswordKept,
    PersonErased,
    PersonShown,
    PlainReply,
    PlayerSignedOn,
    PositionAdjudicated,
    PreferencesShown,
    PreviewShown,
    ProofAsked,
    QuestionDenied,
    Refused,
    ReliabilityShown,
    ReplyAddressSent,
    RulesExplained,
    Seat,
    Stage,
    SummaryShown,
    VariantsShown,
    VersionShown,
    Who,
    is_blind,
    open_powers,
)
from judge.letter import OPEN_FOR
from judge.messages import Text, message
from judge.render.facts.board import sayings_of
from judge.render.facts.orders import SheetView
from judge.render.facts.pages import (
    SEATS,
    Facts,
    Scene,
    board_at,
    board_in,
    game_in,
    map_page,
    powers_in,
    sheet_now,
    summary_page,
)
from judge.render.facts.results import Results, results_of
from judge.render.facts.table import card_of, person
from judge.render.facts.variant import variant_page, variant_row
from judge.render.kinds.answers.explained import order_explained
from judge.render.kinds.answers.hall import hall_page
from judge.render.kinds.answers.own import own_words
from judge.render.kinds.answers.persons import facts_of as person_facts
from judge.render.kinds.orders import proxy_rows
from judge.render.rulebook import RuleText, every_text, rule_texts
from judge.render.templates import block_of
from judge.render.words import phase_text, unit_short

_EXPLAINED = 3
# Who may give a command, as the index of the help says it.
_WHO = {
    Who.ANYBODY: message("Anybody"),
    Who.PLAYER: message("Players"),
    Who.MASTER: message("Masters"),
    Who.KEEPER: message("The keeper"),
}


def facts_of(event: PlainReply, scene: Scene) -> Facts:  # noqa: C901, PLR0912 - one case a kind
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case OrdersShown():
            return _orders_shown(event, scene)
        case PlayerSignedOn():
            return _player_signed_on(event, scene)
        case SummaryShown():
            return _summary_shown(event)
        case HistoryShown():
            return _history_shown(event)
        case MapShown():
            return _map_shown(event)
        case OrderExplained():
            return order_explained(event)
        case PreviewShown():
            return _preview_shown(event)
        case PositionAdjudicated():
            return {"phases": tuple(_phases_played(event))}
        case GamesListed(games) | OpeningsTold(games):
            return {"cards": [card_of(game) for game in games]}
        case HallShown():
            return hall_page(event)
        case VariantsShown():
            return _variants_shown(event)
        case VersionShown(games):
            return _version_shown(games)
        case HelpGiven():
            return _help_given(event, scene)
        case HelpSought():
            return {"rules": _rules_here(scene)}
        case RulesExplained():
            return _rules_explained(event)
        case PreferencesShown() | PersonShown() | BlocksShown() | ReliabilityShown():
            return person_facts(event)
        case Refused():
            return _refused(event, scene)
        case LineNotUnderstood():
            return {"asked_for": _asked_for(scene)}
        case (
            LineOffered()
            | LinesNotObeyed()
            | LeftOut()
            | MailStopped()
            | MeaningAsked()
            | NothingDone()
            | ReplyAddressSent()
            | ProofAsked()
            | AddressAsked()
            | AddressQuestion()
            | AnswerUnclear()
            | QuestionDenied()
            | AddressesShown()
            | AddressForgotten()
            | PasswordKept()
            | DataShown()
            | PersonErased()
            | AnsweredElsewhere()
        ):
            return {}  # Its own fields are enough.


def _asked_for(scene: Scene) -> list[str]:
    """Return the lines of which the game wants one from the reader just now."""
    game, reader = scene.game, scene.reader
    if game is None:
        return []
    if reader.role == STANDBY and game.position is not None:
        return [f"JOIN {power.upper()}@{game.name}" for power in open_powers(game)]
    if reader.role == ENTRANT and game.muster is not None:
        return ["CONFIRM"]
    votes = game.stage is Stage.ACTIVE and reader.role in powers_in(game)
    is_open = votes and game.motion is not None and not game.motion.settled
    return ["AGREE", "DISAGREE"] if is_open else []


def _confirmation_asked(event: ConfirmationAsked, scene: Scene) -> Facts:
    """Return what takes a command back that asks to be confirmed, "" for nothing.

    The question lapses after `until`. A ROLLBACK to the running phase is `of_board`: it
    drops changes that were made by hand, and no phase.
    """
    game, back = scene.game, event.command.startswith("ROLLBACK ")
    running = str(game.position.phase) if game and game.position else ""
    of_board = event.command == f"ROLLBACK {running}"
    forward = "ROLLBACK" if event.command == "ROLL FORWARD" else ""
    backward = "ROLL FORWARD" if back and not of_board else ""
    until = scene.now + OPEN_FOR
    return {"taken_back_by": forward or backward, "of_board": of_board, "until": until}


def _orders_shown(event: OrdersShown, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    variant = board.variant
    return {
        "sheet": SheetView(event.sheet, board),
        "wait": event.wait,
        "wait_until": event.wait_until,
        "draw": event.draw,
        "plans": [(phase_text(one.phase, variant), one.lines) for one in event.plans],
        "proxies": proxy_rows(event, scene),
    }


def _player_signed_on(event: PlayerSignedOn, scene: Scene) -> Facts:
    sheet = sheet_now(scene, event.role)
    seat = game_in(scene).seat(event.role) if sheet else Seat("")
    return {"sheet": sheet, "wait": seat.wait, "wait_until": seat.wait_until, "draw": seat.draw}


def _version_shown(games: Sequence[Game]) -> Facts:
    forming = sum(game.stage is Stage.FORMING for game in games)
    over = sum(game.stage in OVER for game in games)
    return {"running": len(games) - forming - over, "forming": forming, "over": over}


def _summary_shown(event: SummaryShown) -> Facts:
    return {"card": card_of(event.game), **summary_page(event.game, event.role)}


def _history_shown(event: HistoryShown) -> Facts:
    variant = event.game.variant
    sighted = event.role if is_blind(event.game, event.role) else None
    phases = []
    for done in event.phases:
        facts = done.before, done.adjudication, done.absent
        results = results_of(*facts, variant, sighted)
        phases.append((phase_text(done.phase, variant), results))
    said = [one for one in event.game.diary if one.is_statement]
    statements = [(person(one.author), one.role, one.text) for one in said]
    return {"phases": phases, "statements": statements}


def _phases_played(event: PositionAdjudicated) -> Iterator[tuple[Text, Results]]:
    for board, adjudication in event.phases:
        assert event.variant is not None
        results = results_of(board, adjudication, (), event.variant)
        yield phase_text(board.phase, event.variant), results


def _preview_shown(event: PreviewShown) -> Facts:
    board = board_in(event.game)
    results = results_of(board.position, event.adjudication, (), board.variant)
    return {"results": results}


def _map_shown(event: MapShown) -> Facts:
    return map_page(event)


def _variants_shown(event: VariantsShown) -> Facts:
    if len(event.files) != 1:
        return {"file": None, "rows": [variant_row(file) for file in event.files]}
    return variant_page(event.files[0])


def _help_given(event: HelpGiven, scene: Scene) -> Facts:
    # Only HELP needs the phrases of letters, which take a fifth of a second to compile.
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


def _rules_here(scene: Scene) -> tuple[RuleText, ...]:
    """Return the texts of the variant that is played, and of what it may be with."""
    return every_text(scene.game.variant) if scene.game else ()


def _rules_explained(event: RulesExplained) -> Facts:
    """Return by variant what is said of the word, of the first few at length."""
    told = [(one.title, every_text(one)) for one in event.variants[:_EXPLAINED]]
    others = [one.name for one in event.variants[_EXPLAINED:]]
    return {"told": told, "others": others}


def _refused(event: Refused, scene: Scene) -> Facts:
    why = event.why
    role = why.role if isinstance(why, NotHolder) else ""
    game = scene.game
    running = game is not None and game.position is not None
    named = [one.name for one in game.variant.powers] if game else ["France", "Italy"]
    vacant = open_powers(game_in(scene)) if running else ()
    units = why.units if isinstance(why, NothingToOrder) else ()
    return {
        "why": why,
        "block": block_of(why),
        "vacant": role in vacant,
        "seat": SEATS.get(role, role),
        "somebody": next(p for p in (*named, "M") if p != scene.reader.role).upper(),
        "units": [unit_short(one, game_in(scene).variant.geography) for one in units],
    }


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    ConfirmationAsked: _confirmation_asked
}
