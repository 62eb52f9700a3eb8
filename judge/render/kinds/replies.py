"""What the templates are told of what answers a letter."""

from collections.abc import Iterator, Sequence

from judge.commands import Who, topics_for
from judge.engine import (
    Contender,
    Convoy,
    Geography,
    Move,
    MovementOrder,
    Order,
    Outcome,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    contest,
    power_of,
)
from judge.game import (
    AddressAsked,
    AddressesShown,
    AddressForgotten,
    AddressQuestion,
    AnsweredElsewhere,
    ConfirmationAsked,
    GamesListed,
    HelpGiven,
    HistoryShown,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    MapShown,
    MasterBecame,
    NothingToOrder,
    NotHolder,
    OrderExplained,
    OrdersShown,
    PasswordKept,
    PlayerSignedOn,
    ProofAsked,
    Refused,
    Reply,
    ReplyAddressSent,
    RulesExplained,
    Seat,
    SummaryShown,
    VariantsShown,
    is_blind,
    slot,
)
from judge.messages import Text, all_of, message
from judge.render.facts.board import sayings_of
from judge.render.facts.orders import sheet_view
from judge.render.facts.pages import (
    SEATS,
    Facts,
    Scene,
    board_at,
    board_in,
    game_in,
    map_page,
    sheet_now,
    summary_page,
)
from judge.render.facts.reasons import reason_told, told_phase
from judge.render.facts.results import results_of
from judge.render.facts.table import card_of
from judge.render.facts.variant import (
    RECONSTRUCTION,
    headline,
    neutral_rows,
    option_rows,
    power_rows,
    variant_row,
    variant_rows,
)
from judge.render.rulebook import every_text, option_texts, rule_texts
from judge.render.templates import block_of
from judge.render.words import (
    NamedPosition,
    order_short,
    phase_text,
    unit_and_power,
    unit_of,
    unit_short,
)

_EXPLAINED = 3
# Who may give a command, as the index of the help says it.
_WHO = {
    Who.ANYBODY: message("Anybody"),
    Who.PLAYER: message("Players"),
    Who.MASTER: message("Masters"),
}


def facts_of(event: Reply, scene: Scene) -> Facts:  # noqa: C901, PLR0911, PLR0912 - one case a kind
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
            return _order_explained(event)
        case GamesListed():
            return _games_listed(event)
        case VariantsShown():
            return _variants_shown(event)
        case HelpGiven():
            return _help_given(event, scene)
        case RulesExplained():
            return _rules_explained(event)
        case Refused():
            return _refused(event, scene)
        case (
            LineNotUnderstood()
            | LineOffered()
            | LinesNotObeyed()
            | ConfirmationAsked()
            | ReplyAddressSent()
            | ProofAsked()
            | AddressAsked()
            | AddressQuestion()
            | AddressesShown()
            | AddressForgotten()
            | PasswordKept()
            | AnsweredElsewhere()
            | MasterBecame()
        ):
            return {}  # Its own fields are enough.


def _orders_shown(event: OrdersShown, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    view = sheet_view(event.sheet, board)
    return {"sheet": view, "wait": event.wait, "draw": event.draw}


def _player_signed_on(event: PlayerSignedOn, scene: Scene) -> Facts:
    sheet = sheet_now(scene, event.role)
    seat = game_in(scene).seat(event.role) if sheet else Seat("")
    return {"sheet": sheet, "wait": seat.wait, "draw": seat.draw}


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
    return {"phases": phases}


def _map_shown(event: MapShown) -> Facts:
    return map_page(event)


def _order_explained(event: OrderExplained) -> Facts:
    variant, done, outcome = event.game.variant, event.finished, event.outcome
    board = NamedPosition(done.before, variant)
    when = {"told_phase": phase_text(done.phase, variant)}
    if outcome is None:
        own = [one for one in done.before.units if one.power == event.role]
        units = own or done.before.units
        lines = [f"EXPLAIN {unit_short(one, variant.geography)}" for one in units[:3]]
        return {**when, "order": "", "lines": lines, "phase_named": str(done.phase)}
    sighted = event.role if is_blind(event.game, event.role) else None
    phase = told_phase(done.before, done.adjudication, variant, sighted)
    unit = unit_of(outcome.order)
    # In the dark some who took part are out of sight.
    met: tuple[Contender, ...] = ()
    if unit is not None and sighted is None:
        met = contest(done.before, done.adjudication, unit, variant)
    return {
        **when,
        "order": order_short(outcome.order, board),
        "owner": power_of(outcome.order),
        "outcome": reason_told(phase, outcome),
        "reason": outcome.reason,
        "strengths": [_strength_row(one, variant.geography) for one in met],
        "others": [
            (
                f"{order_short(one.order, board)} ({power_of(one.order)})",
                reason_told(phase, one) or message("done"),
            )
            for one in _concerned(event, outcome, [one.unit for one in met])
        ],
    }


def _strength_row(one: Contender, geography: Geography) -> tuple[str, Text]:
    helpers = all_of([unit_and_power(helper, geography) for helper in one.helpers])
    told = message("strength {number}, alone", number=one.strength)
    if helpers:
        told = message(
            "strength {number}, with {units}", number=one.strength, units=helpers
        )
    return unit_and_power(one.unit, geography), told


def _concerned(
    event: OrderExplained, asked: Outcome, met: Sequence[Unit]
) -> Iterator[Outcome]:
    """Yield the other orders that had to do with the one asked about.

    Those are of the units that met, and of whoever helped, stopped or attacked one.
    """
    province_of = event.game.variant.geography.province_of
    home = slot(asked.order, event.game)
    places = {home, *asked.by, *_helped(asked.order)}
    places |= {province_of[unit.location] for unit in met}
    for one in event.finished.adjudication.outcomes:
        order = one.order
        if one is asked or not isinstance(order, MovementOrder | Retreat):
            continue
        comes = isinstance(order, Move | Retreat) and province_of[order.target] == home
        if comes or not places.isdisjoint((slot(order, event.game), *_helped(order))):
            yield one


def _helped(order: Order) -> tuple[int, ...]:
    """Return where the unit stands that is to be helped by a support or a convoy."""
    match order:
        case SupportHold(supported=place) | SupportMove(supported=place):
            return (place,)
        case Convoy(convoyed=place):
            return (place,)
        case _:
            return ()


def _games_listed(event: GamesListed) -> Facts:
    return {"cards": [card_of(game) for game in event.games]}


def _variants_shown(event: VariantsShown) -> Facts:
    if len(event.files) != 1:
        return {"file": None, "rows": [variant_row(file) for file in event.files]}
    file = event.files[0]
    return {
        "file": file,
        "headline": headline(file),
        "reconstruction": RECONSTRUCTION if file.reconstruction else "",
        "rows": tuple(variant_rows(file.variant)),
        "powers": power_rows(file.variant),
        "neutrals": neutral_rows(file.variant),
        "rules": rule_texts(file.variant),
        "options": option_rows(file.variant),
        "brought": option_texts(file.variant),
    }


def _help_given(event: HelpGiven, scene: Scene) -> Facts:
    game, role = scene.game, scene.reader.role
    topics = [(said, topics_for(who)) for who, said in _WHO.items()]
    if event.topic != "orders" or game is None:
        return {"rules": (), "sayings": (), "topics": topics}
    said = sayings_of(board_in(game), role) if game.position else ()
    return {"rules": rule_texts(game.variant), "sayings": said, "topics": topics}


def _rules_explained(event: RulesExplained) -> Facts:
    """Return by variant what is said of the word, of the first few at length."""
    told = [(one.title, every_text(one)) for one in event.variants[:_EXPLAINED]]
    others = [one.name for one in event.variants[_EXPLAINED:]]
    return {"told": told, "others": others}


def _refused(event: Refused, scene: Scene) -> Facts:
    why = event.why
    role = why.role if isinstance(why, NotHolder) else ""
    units = why.units if isinstance(why, NothingToOrder) else ()
    return {
        "why": why,
        "block": block_of(why),
        "seat": SEATS.get(role, role),
        "units": [unit_short(one, game_in(scene).variant.geography) for one in units],
    }
