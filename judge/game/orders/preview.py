"""What would come of orders: of one's own, and of what others may order.

Nobody else's real orders have a part in it, nor anything that the power does not see.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.engine import Order, adjudicate, power_of
from judge.game.commands import PreviewOrders
from judge.game.events import LineRead, PreviewShown
from judge.game.model import Game, Reader, Sender
from judge.game.orders.sheet import slot
from judge.game.vision.sight import UNSEEN
from judge.game.vision.views import view
from judge.notation import Mistake, ReadOrder, find_power, read_line, reader_for, words_of


def preview_orders(game: Game, sender: Sender, command: PreviewOrders) -> PreviewShown:
    """Return the results if all ordered what is stored or assumed, and others hold."""
    power = sender.role
    seen = view(game, Reader(sender.player, power))
    assert seen.position is not None
    unknown = tuple(None if one == UNSEEN else one for one in seen.position.owners)
    board = replace(seen.position, owners=unknown)
    game = replace(seen, position=board)
    reads = tuple(_assumed(command.lines, game, power))
    given = {slot(order, game): order for order in game.seat(power).orders}
    given |= {slot(one.order, game): one.order for one in reads if one.order}
    orders = tuple(given.values())
    return PreviewShown(
        game=game,
        adjudication=adjudicate(board, orders, game.variant),
        power=power,
        assumed=tuple(one.line for one in reads if one.order),
        wrong=tuple(one.line for one in reads if one.order is None),
    )


def _assumed(lines: Sequence[str], game: Game, power: str) -> Iterator[LineRead]:
    """Yield what each order in `lines` says; a power may stand above its lines."""
    assert game.position is not None
    own = reader_for(game.variant, game.position, power)
    anybody = reader_for(game.variant, game.position, None)
    whose = ""
    for line in lines:
        name = words_of(line.removesuffix(":")) if line.endswith(":") else ()
        if name and (named := find_power(name, anybody.names)):
            whose = named
            continue
        found = () if whose not in ("", power) else read_line(line, own)
        if not found or any(isinstance(one.result, Mistake) for one in found):
            labelled = f"{whose}: {line}" if whose else line
            found = read_line(labelled, anybody)
        yield from (_told(one) for one in found)


def _told(one: ReadOrder) -> LineRead:
    if isinstance(one.result, Mistake):
        return LineRead(one.text)
    order: Order = one.result
    return LineRead(f"{power_of(order)}: {one.text}", order)
