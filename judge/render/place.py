"""What the page of a person's place in a game shows, and what it offers to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from judge.engine import Hold, Order, Reason, power_of
from judge.game import (
    Game,
    OrdersShown,
    PreviewShown,
    Reader,
    inspection,
    proposals,
    surviving_powers,
)
from judge.messages import Text, message
from judge.pictures import Caption, Drawing, planned_drawing
from judge.render.enclosed import drawing_of
from judge.render.templates import ENGLISH
from judge.render.words import phase_text


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """A person's place in a game: the game as they see it, and the orders they can give."""

    #: The game as the person may see it.
    game: Game
    reader: Reader
    roles: tuple[str, ...]
    #: Their present orders, None if they can give no orders now.
    orders: OrdersShown | None
    possible: tuple[Order, ...]
    #: Their press, oldest first.
    press: Sequence[Mapping[str, object]]
    #: Their newest letters from pages: name, subject of the answer, time of the answer.
    letters: Sequence[tuple[str, str, datetime]]
    #: The board as the text of a trial, "" for none.
    tried: str
    #: The name of the letter that the page writes; with it, two clicks send one letter.
    once: str = field(repr=False)
    #: The letter so far, and the orders that others are assumed to give.
    text: str = field(default="", repr=False)
    assumed: str = field(default="", repr=False)
    #: The results of both.
    preview: PreviewShown | None = None


def drawing_of_place(facts: PlaceFacts) -> Drawing | None:
    """Return the board as the person in a place may see it, with their orders."""
    game, role, asked = facts.game, facts.reader.role, facts.preview
    if asked and game.position:
        phase = ENGLISH.text(phase_text(game.position.phase, game.variant))
        planned = [
            one.order
            for one in asked.adjudication.outcomes
            if not is_idle(one.order, asked)
            # Such orders have no effect.
            if not one.reason.is_illegal and one.reason is not Reason.SURPLUS
        ]
        caption = Caption(phase, "", f"{game.name}: {phase}")
        return planned_drawing(game.position, planned, game.variant, caption)
    if facts.orders is None or game.position is None or not facts.orders.sheet.orders:
        return drawing_of(inspection.MapShown(game, None, role), game, role, ENGLISH)
    return drawing_of(facts.orders, game, role, ENGLISH)


def is_idle(order: Order, asked: PreviewShown) -> bool:
    """Return whether an order of a preview is the hold of a unit for which none was written."""
    own = power_of(order) == asked.power and not asked.game.settings.sandbox
    return isinstance(order, Hold) and not own


def open_motion(facts: PlaceFacts) -> proposals.ProposalMade | None:
    """Return the proposal on which the reader of a place may vote now, without its author."""
    motion = facts.game.motion
    if motion is None or motion.settled or not _votes(facts):
        return None
    return proposals.ProposalMade("", motion)


def may_propose(facts: PlaceFacts) -> bool:
    """Return whether the reader of a place may ask for more time now."""
    motion = facts.game.motion
    return _votes(facts) and (motion is None or (motion.settled and not motion.timed))


def _votes(facts: PlaceFacts) -> bool:
    return facts.orders is not None and facts.reader.role in surviving_powers(facts.game)


def deeds_of(facts: PlaceFacts) -> list[tuple[Text, str]]:
    """Return (label, command line) for the buttons of a place beside those for orders."""
    orders, game = facts.orders, facts.game
    if game.settings.sandbox and facts.possible and game.position:
        back = [
            (message("Back to the phase before"), f"ROLLBACK {one.phase}")
            for one in game.history[-1:]
        ]
        return [(message("End the phase"), f"PROCESS {game.position.phase}"), *back]
    if orders is None:
        return []
    waits = orders.wait or orders.wait_until is not None
    votes = orders.draw is not None
    return [
        (message("I am ready"), "READY"),
        (message("I need not wait"), "SET NOWAIT")
        if waits
        else (message("Wait for the deadline"), "SET WAIT"),
        (message("Take my vote back"), "SET NODRAW")
        if votes
        else (message("Vote for a draw"), "SET DRAW"),
    ]


def threads_of(
    press: Sequence[Mapping[str, object]], role: str
) -> list[tuple[str, list[Mapping[str, object]]]]:
    """Return (title, messages) of each conversation, the one with the newest message first."""
    threads: dict[str, list[Mapping[str, object]]] = {}
    for one in press:
        to = one["to"]
        people = {one["from"] or "?", *(to if isinstance(to, tuple | list) else ())} - {role}
        name = "all" if to == "all" else ", ".join(sorted(map(str, people)))
        threads.setdefault(name, []).append(one)
    return sorted(threads.items(), key=lambda thread: str(thread[1][-1]["at"]), reverse=True)
