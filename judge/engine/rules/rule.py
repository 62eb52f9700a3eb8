"""The base of rules that few variants have: the questions that the engine asks them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType, Self

from judge.engine.board import Dislodged, Marker, PhaseKind, Position, Unit
from judge.engine.orders import Adjudication, Consequence, Order, Outcome, Reason, Vote
from judge.messages import Message, Text, Value, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

# What a parameter of a rule may hold, beside numbers, texts and truth: the file names
# provinces by abbreviation (several in one text), powers by name.
Place = NewType("Place", int)
Side = NewType("Side", str)
Lands = tuple[tuple[Side, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence that a rule adds to the language of orders.

    `pattern` is its words in capitals, with `<power>` and `<province>` where one is
    named: `LEND <province> TO <power>`. It is read as a `Declare` of that pattern.
    `about` tells a player what it does, `powers` who may say it (all, when empty), and
    `phases` in which kinds of phase. A public one is shown with the results.
    `beside` are words that say it too behind an order to a unit, of the province where
    the unit stays, or if the saying is of a `move`, where it goes.
    """

    pattern: str
    about: Text
    powers: tuple[str, ...] = ()
    phases: tuple[PhaseKind, ...] = (PhaseKind.MOVEMENT,)
    public: bool = True
    beside: str = ""
    move: bool = False


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways that are open in one phase besides the edges of the map, each in one direction.

    Ways of armies join provinces, ways of fleets join locations. Nobody retreats or
    convoys along them.
    """

    army: tuple[tuple[int, int], ...] = ()
    fleet: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """The orders of a phase that count, as a rule of the variant changed them.

    `given` has an entry for each order that came in: the order that counts in its place,
    mostly itself, or its outcome if no order does. `added` are further orders. `markers`
    replace those of the board while the orders are resolved, None if they stay;
    `consequences` tell players of the changes.
    """

    given: tuple[Order | Outcome, ...]
    added: tuple[Order, ...] = ()
    markers: tuple[Marker, ...] | None = None
    consequences: tuple[Consequence, ...] = ()


@dataclass(frozen=True, slots=True)
class Garrison:
    """A force of strength one that holds a province for `power` and never leaves it.

    It stands by a unit there of one of its `friends`, unless that was ordered to leave,
    and does not fight those that are `welcome`. Its own power is among both.
    """

    province: int
    power: str
    friends: frozenset[str]
    welcome: frozenset[str]


@dataclass(frozen=True, slots=True)
class Victory:
    """How a game is over: who has won, why, and who comes after them, best first."""

    winners: tuple[str, ...]
    reason: Text
    places: tuple[tuple[str, ...], ...] = ()


class Undecided:
    """The answer of a rule by which nobody has won, whatever the rulebook says."""


class Rule:
    """A rule; it is a dataclass, and its fields are the rule's parameters.

    Each method is a question that the engine asks at a fixed point. The answers here are
    those of the rulebook; None leaves the question to the next rule.
    """

    __slots__ = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about, beside its name and its sayings."""
        return ()

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the sentences that players may write because of this rule."""
        return ()

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield which parameters make no sense on the board, and why."""
        yield from ()

    def applied(self, variant: "Variant") -> "Variant":
        """Return the variant as this rule makes it, before any game on it."""
        return variant

    def postponed(self, years: int) -> Self:
        """Return this rule as it is in a game that begins so many `years` later."""
        return self

    def dealt(self, position: Position, variant: "Variant", seed: int) -> Position:
        """Return the first position with what chance decides, the same for a `seed`."""
        return position

    def may_order(self, order: Vote, power: str, position: Position, variant: "Variant") -> bool:
        """Return whether `power` has a say in what that unit, or side, does."""
        return False

    def forbids(
        self, order: Order, power: str, position: Position, variant: "Variant"
    ) -> Reason | None:
        """Return why `power` may not give this order, beyond what the rulebook says."""
        return None

    def ways(self, position: Position, variant: "Variant") -> Ways:
        """Return the ways that units may go in this phase besides the map's edges."""
        return Ways()

    def remark(self, order: Order, position: Position, variant: "Variant") -> Text:
        """Return a remark on an allowed order, for its writer alone."""
        return ""

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: "Variant"
    ) -> tuple[Text, ...]:
        """Return what `power` will lose if it orders no more than `orders`."""
        return ()

    def counted(
        self, position: Position, orders: Sequence[Order], variant: "Variant"
    ) -> Counted | None:
        """Return which of all orders of a phase count, before they are resolved."""
        return None

    def garrisons(self, position: Position, variant: "Variant") -> tuple[Garrison, ...]:
        """Return what holds provinces beside units, as orders are resolved."""
        return ()

    def breaks_convoy(self, attacker: Unit, fleet: Unit, target: int, variant: "Variant") -> bool:
        """Return whether an attack breaks the convoy though the fleet stays.

        `fleet` was to convoy an army to province `target`.
        """
        return False

    def reinforced(
        self, position: Position, dislodged: Sequence[Dislodged], variant: "Variant"
    ) -> frozenset[int]:
        """Return the provinces whose units defend with one more because of these dislodgements.

        The phase is then resolved again, until no more are found.
        """
        return frozenset()

    def may_retreat(self, unit: Unit, variant: "Variant") -> bool:
        """Return whether a dislodged unit may retreat, where it has the room."""
        return True

    def moved(
        self,
        position: Position,
        outcomes: Sequence[Outcome],
        units: Sequence[Unit],
        variant: "Variant",
    ) -> tuple[Marker, ...]:
        """Return the markers once `units` stand where a movement phase leads them.

        Retreats come after it, and so does the taking of centers.
        """
        return position.markers

    def after(self, before: Position, adjudication: Adjudication, variant: "Variant") -> Position:
        """Return the board after a phase as this rule leaves it."""
        return adjudication.after

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: "Variant"
    ) -> tuple[Consequence, ...]:
        """Return what the results of a phase must tell because of this rule."""
        return ()

    def told(self, one: Consequence, variant: "Variant") -> Text:
        """Return a consequence of this rule as a sentence, "" for one of another."""
        return ""

    def year_ended(self, position: Position, variant: "Variant") -> Position:
        """Return the board as a new year finds it, whether a Winter was played or not.

        The phase of `position` is the first one of the new year.
        """
        return position

    def captures(self, unit: Unit, center: int, position: Position, variant: "Variant") -> bool:
        """Return whether `unit`, which stands there after Fall, takes the center."""
        return True

    def worth(self, center: int, owner: str, variant: "Variant") -> int | None:
        """Return what a center is worth to its owner."""
        return None

    def allowance(self, power: str, position: Position, variant: "Variant") -> int | None:
        """Return how many units a side may have after this Winter."""
        return None

    def largest(self, power: str, variant: "Variant") -> int:
        """Return the size of the largest army that a side may build."""
        return 1

    def build_places(self, power: str, position: Position, variant: "Variant") -> int | None:
        """Return the mask of the provinces where a side builds when they are empty."""
        return None

    def waits(self, position: Position, variant: "Variant") -> bool:
        """Return whether this phase has the time of a movement, and is never early."""
        return False

    def wants_winter(self, position: Position, variant: "Variant") -> bool:
        """Return whether there is something to order in Winter besides units."""
        return False

    def ending(self, position: Position, variant: "Variant") -> Victory | Undecided | None:
        """Return how the game is over."""
        return None

    def goal(self, variant: "Variant") -> Text:
        """Return who wins, in the words of lists; nothing where centers decide it."""
        return ""

    def hides(self, marker: Marker, power: str) -> bool:
        """Return whether `power` (or "" for others) may not know of this marker."""
        return False

    def markers_told(self) -> tuple[tuple[str, Text], ...]:
        """Return the kinds of marker that a list of the board tells of, and its words.

        The words stand before the places and powers: `New homes`.
        """
        return ()


def sentence(words: Mapping[str, Message], one: Consequence, **values: Value) -> Text:
    """Return the sentence of a rule for a consequence, "" for one of another rule."""
    said = words.get(one.kind)
    return said.with_values(**values) if said else ""


def no_centers(key: str, places: Iterable[int], variant: "Variant") -> Iterator[tuple[str, Text]]:
    """Yield the places that are to be centers and are none."""
    for name in _outside(variant.geography.centers, places, variant):
        yield key, message("{place} is no center", place=name)


def no_land(key: str, places: Iterable[int], variant: "Variant") -> Iterator[tuple[str, Text]]:
    """Yield the places where armies are to be and none can."""
    for name in _outside(variant.geography.armies, places, variant):
        yield key, message("no army can be in {place}", place=name)


def _outside(mask: int, places: Iterable[int], variant: "Variant") -> Iterator[str]:
    """Yield the names of the places that are not in `mask`."""
    for place in places:
        if not mask >> place & 1:
            yield variant.geography.locations[place].text
