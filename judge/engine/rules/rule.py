"""The base class of rules that few variants have: the questions that the engine asks a rule."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType, Self

from judge.engine.board import Dislodged, Marker, PhaseKind, Position, Unit
from judge.engine.orders import Adjudication, Consequence, Order, Outcome, Reason, Vote
from judge.messages import Message, Text, Value, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

# Types of a rule's parameters, besides numbers, texts and booleans. In a variant's file a place is
# an abbreviation (several places are one text), and a power is a name.
Place = NewType("Place", int)
Side = NewType("Side", str)
Lands = tuple[tuple[Side, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence that a rule adds to the language of orders. It is read as a `Declare` order."""

    #: Its words in capitals, with `<power>` and `<province>` as gaps: `LEND <province> TO <power>`.
    pattern: str
    #: Its effect, as explained to players.
    about: Text
    #: The powers that may write it; empty means all.
    powers: tuple[str, ...] = ()
    phases: tuple[PhaseKind, ...] = (PhaseKind.MOVEMENT,)
    #: Whether all players see it with the results.
    public: bool = True
    #: A short form, written after an order to a unit. The province of the sentence is then the
    #: province of that unit, or with `move` the target of its move.
    beside: str = ""
    move: bool = False


@dataclass(frozen=True, slots=True)
class Ways:
    """Connections open in one phase besides the edges of the map, each in one direction.

    Connections of armies join provinces, those of fleets join locations. Retreats and convoys do
    not use them.
    """

    army: tuple[tuple[int, int], ...] = ()
    fleet: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """The orders of a phase that count, as a rule of the variant changed them."""

    #: One entry for each order that came in: the order itself, a replacement, or its outcome if
    #: it does not count.
    entries: tuple[Order | Outcome, ...]
    #: Further orders.
    added: tuple[Order, ...] = ()
    #: The markers on the board while the orders are resolved; None leaves them unchanged.
    markers: tuple[Marker, ...] | None = None
    #: Reports of these changes for the players.
    consequences: tuple[Consequence, ...] = ()


@dataclass(frozen=True, slots=True)
class Garrison:
    """A force of strength one that holds a province for `power` and never leaves it."""

    province: int
    power: str
    #: The powers whose unit it strengthens, if that unit is there and not ordered to leave.
    friends: frozenset[str]
    #: The powers whose units may enter without a fight. Its own power is in both sets.
    welcome: frozenset[str]


@dataclass(frozen=True, slots=True)
class Victory:
    """The end of a game: the winners, the reason, and the placing of the powers, best first."""

    winners: tuple[str, ...]
    reason: Text
    places: tuple[tuple[str, ...], ...] = ()


class Undecided:
    """A rule's answer that nobody has won, whatever the rulebook says."""


class Rule:
    """A rule of a variant. A subclass is a dataclass, its fields are the rule's parameters.

    Each method is a question that the engine asks at a fixed point. The answers of this class are
    those of the rulebook. The answer None leaves the question to the next rule.
    """

    __slots__ = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words to ask about, besides the rule's name and its sentences."""
        return ()

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """Return the sentences that this rule adds to the language of orders."""
        return ()

    def parameter_faults(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield the parameters that make no sense on the variant's board, each with the reason."""
        yield from ()

    def applied(self, variant: "Variant") -> "Variant":
        """Return the variant with the changes of this rule that apply to all games."""
        return variant

    def postponed(self, years: int) -> Self:
        """Return this rule for a game that begins `years` later than the variant's first year."""
        return self

    def dealt(self, position: Position, variant: "Variant", seed: int) -> Position:
        """Return the first position with the results of chance, which depend only on `seed`."""
        return position

    def may_order(self, order: Vote, power: str, position: Position, variant: "Variant") -> bool:
        """Return whether `power` may vote on the order of this neutral unit or power."""
        return False

    def forbids(
        self, order: Order, power: str, position: Position, variant: "Variant"
    ) -> Reason | None:
        """Return why this rule forbids `power` an order that the rulebook allows, or None."""
        return None

    def ways(self, position: Position, variant: "Variant") -> Ways:
        """Return the connections that are open in this phase besides the map's edges."""
        return Ways()

    def remark(self, order: Order, position: Position, variant: "Variant") -> Text:
        """Return a remark on a legal order, for its writer only."""
        return ""

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: "Variant"
    ) -> tuple[Text, ...]:
        """Return a sentence for each loss that `power` will suffer if it gives only `orders`."""
        return ()

    def counted(
        self, position: Position, orders: Sequence[Order], variant: "Variant"
    ) -> Counted | None:
        """Return which orders of a phase count, before they are resolved; None changes nothing."""
        return None

    def garrisons(self, position: Position, variant: "Variant") -> tuple[Garrison, ...]:
        """Return the garrisons: forces that hold provinces and are not units."""
        return ()

    def breaks_convoy(self, attacker: Unit, fleet: Unit, target: int, variant: "Variant") -> bool:
        """Return whether an attack breaks a convoy even if the fleet is not dislodged.

        `fleet` convoys an army to province `target`.
        """
        return False

    def reinforced(
        self, position: Position, dislodged: Sequence[Dislodged], variant: "Variant"
    ) -> frozenset[int]:
        """Return the provinces whose units defend with one more because of these dislodgements.

        The phase is then resolved again, until no further unit is reinforced.
        """
        return frozenset()

    def may_retreat(self, unit: Unit, variant: "Variant") -> bool:
        """Return whether a dislodged unit may retreat if it has an open location."""
        return True

    def moved(
        self,
        position: Position,
        outcomes: Sequence[Outcome],
        units: Sequence[Unit],
        variant: "Variant",
    ) -> tuple[Marker, ...]:
        """Return the markers after the moves of a movement phase, with `units` in their new places.

        Retreats and the capture of centers come later.
        """
        return position.markers

    def after(self, before: Position, adjudication: Adjudication, variant: "Variant") -> Position:
        """Return the board after a phase, as this rule changes it."""
        return adjudication.after

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: "Variant"
    ) -> tuple[Consequence, ...]:
        """Return the effects of this rule in a phase, to be reported with its results."""
        return ()

    def consequence_text(self, consequence: Consequence, variant: "Variant") -> Text:
        """Return the sentence for a consequence of this rule, or "" for one of another rule."""
        return ""

    def year_ended(self, position: Position, variant: "Variant") -> Position:
        """Return the board at the start of a new year, whether or not a Winter was played.

        The phase of `position` is the first of the new year.
        """
        return position

    def captures(self, unit: Unit, center: int, position: Position, variant: "Variant") -> bool:
        """Return whether `unit`, which is on the center after Fall, captures it."""
        return True

    def worth(self, center: int, owner: str, variant: "Variant") -> int | None:
        """Return the worth of a center to its owner; None leaves it to the map."""
        return None

    def allowance(self, power: str, position: Position, variant: "Variant") -> int | None:
        """Return how many units a power may have after this Winter; None asks the next rule."""
        return None

    def largest(self, power: str, variant: "Variant") -> int:
        """Return the size of the largest army that a power may build."""
        return 1

    def build_places(self, power: str, position: Position, variant: "Variant") -> int | None:
        """Return the mask of the provinces where a power may build if they are empty, or None."""
        return None

    def waits(self, position: Position, variant: "Variant") -> bool:
        """Return whether this phase lasts as long as a movement phase and never ends early."""
        return False

    def wants_winter(self, position: Position, variant: "Variant") -> bool:
        """Return whether powers have more to order in this Winter than builds and removals."""
        return False

    def ending(self, position: Position, variant: "Variant") -> Victory | Undecided | None:
        """Return how the game has ended, `Undecided()`, or None to ask the next rule."""
        return None

    def goal(self, variant: "Variant") -> Text:
        """Return the condition of victory in a few words; "" if the number of centers decides."""
        return ""

    def hides(self, marker: Marker, power: str) -> bool:
        """Return whether `power` ("" for a person without a power) may not see this marker."""
        return False

    def marker_titles(self) -> tuple[tuple[str, Text], ...]:
        """Return the kinds of marker that lists of the board show, each with its title.

        The title stands before the provinces and powers: `New homes`.
        """
        return ()


def sentence(words: Mapping[str, Message], consequence: Consequence, **values: Value) -> Text:
    """Return the sentence for a consequence, or "" for one of another rule.

    `words` are the sentences of a rule by kind of consequence, `values` fill their gaps.
    """
    words_of_kind = words.get(consequence.kind)
    return words_of_kind.with_values(**values) if words_of_kind else ""


def no_centers(key: str, places: Iterable[int], variant: "Variant") -> Iterator[tuple[str, Text]]:
    """Yield a fault for each of `places`, the value of parameter `key`, that is not a center."""
    for name in _outside(variant.geography.centers, places, variant):
        yield key, message("{place} is no center", place=name)


def no_land(key: str, places: Iterable[int], variant: "Variant") -> Iterator[tuple[str, Text]]:
    """Yield a fault for each of `places`, the value of parameter `key`, that no army can enter."""
    for name in _outside(variant.geography.armies, places, variant):
        yield key, message("no army can be in {place}", place=name)


def _outside(mask: int, places: Iterable[int], variant: "Variant") -> Iterator[str]:
    """Yield the names of the places that are not in `mask`."""
    for place in places:
        if not mask >> place & 1:
            yield variant.geography.locations[place].text
