"""How a game stands, and is set: for its Masters, who is in and who is not."""

from judge.game.base import Refused
from judge.game.clock.deadline import has_sent, late_powers
from judge.game.commands import ShowSettings, Status
from judge.game.events import PowerStatus, SettingsShown, StatusShown, SummaryShown
from judge.game.inquiry.model import Asker
from judge.game.model import MASTER, Game, Seat, Stage
from judge.game.orders.sheet import has_orders_to_give, order_sheet
from judge.game.refusals import NoSuchGame, NotSignedOn
from judge.game.seats import surviving_powers
from judge.game.settings.whole.document import document_of
from judge.game.vision import reader_of, view


def show_status(command: Status, asker: Asker) -> StatusShown | SummaryShown | Refused:
    """Return who is in and who is not to a Master, to others the summary."""
    game = asker.game
    if game is None:
        name = command.game
        return Refused("STATUS", NoSuchGame(name) if name else NotSignedOn())
    reader = reader_of(game, asker.player, asker.role)
    known = view(game, reader)
    if reader.role != MASTER or game.position is None:
        return SummaryShown(known, reader.role)
    alive = surviving_powers(game)
    seats = (seat for seat in game.seats if seat.power in alive)
    return StatusShown(known, tuple(_status(seat, game, asker) for seat in seats))


def show_settings(command: ShowSettings, asker: Asker) -> SettingsShown | Refused:
    """Return all settings of a game, which everybody may know who knows the game."""
    game = asker.game
    if game is None:
        name = command.game
        return Refused("SETTINGS", NoSuchGame(name) if name else NotSignedOn())
    known = view(game, reader_of(game, asker.player, asker.role))
    forming = game.stage is Stage.FORMING
    return SettingsShown(known, document_of(game.settings, game.variant, forming=forming))


def _status(seat: Seat, game: Game, asker: Asker) -> PowerStatus:
    owing = has_orders_to_give(game, seat.power)
    if seat.player is None:
        return PowerStatus(seat.power, vacant=True, dummy=seat.dummy)
    return PowerStatus(
        power=seat.power,
        vacant=False,
        sheet=order_sheet(game, seat.power) if owing else None,
        sent=has_sent(seat),
        late=game.grace is not None and seat.power in late_powers(game),
        waits=seat.wait,
        until=seat.wait_until,
        missed=seat.missed,
        away=seat.absences,
        unreachable=seat.player.address.lower() in asker.unreachable,
        sought=seat.sought,
        dummy=seat.dummy,
    )
