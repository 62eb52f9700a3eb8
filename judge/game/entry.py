"""Ways into a game: creating it, joining, signing on, taking over, watching.

A place that somebody has is entered with proof only; who asks without it, but is known
to be the holder, is sent his reply address.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime

from rapidfuzz import fuzz

from judge.commands import CreateGame, Observe, SignOn
from judge.engine import Variant, was_neutral
from judge.game.clock.readiness import deadline_for_newcomer, ready_when
from judge.game.events import (
    AnsweredElsewhere,
    Event,
    GameCreated,
    ObserverJoined,
    PlayerJoined,
    PlayerSignedOn,
    PowerTakenOver,
    Refused,
    ReplyAddressSent,
)
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    Entrant,
    Follower,
    Game,
    GameSettings,
    Player,
    Sender,
    Stage,
)
from judge.game.refusals import (
    AlreadyIn,
    BadName,
    Eliminated,
    GameFull,
    NameTaken,
    NoSuchPower,
    NoSuchVariant,
    NotActive,
    NotForming,
    NotMaster,
    NotSurviving,
    Refusal,
    SeatTaken,
    WhichPower,
    WrongPassword,
)
from judge.game.seats import (
    JOIN,
    lost_power,
    power_names,
    role_meant,
    roles_of,
    surviving_powers,
    vacant_powers,
    with_seat,
)
from judge.game.settings.change import set_options
from judge.game.settings.effect import changed_variant, players_wanted, powers_each
from judge.game.settings.naming import is_game_name

_SIGN_ON = "SIGN ON"
_CREATE = "CREATE"
_NEAR = 70


def create_game(  # noqa: PLR0913 - all that a game is made of comes from the shell
    command: CreateGame,
    sender: Sender,
    variant: Variant | None,
    known: tuple[str, ...],
    *,
    taken: bool,
    now: datetime,
    seed: int,
    password: str | None,
) -> tuple[GameCreated | Refused, ...]:
    """Return the new game with the sender as its Master, or why there is none.

    `variant` is None when `known` has none of that name; `password` is a hash.
    """
    if not is_game_name(command.game, variant):
        return (Refused(_CREATE, BadName(command.game)),)
    if taken:
        return (Refused(_CREATE, NameTaken(command.game)),)
    if variant is None:
        likest = sorted(known, key=lambda name: -fuzz.ratio(name, command.variant))
        near = fuzz.ratio(likest[0], command.variant) >= _NEAR
        # Behind a password, what is not like a variant may be more of the password.
        named = near or command.password is None
        name = command.variant if named else ""
        unknown = NoSuchVariant(name, tuple(likest) if named else known)
        return (Refused(_CREATE, unknown),)
    settings = set_options(GameSettings(), command.options, variant)
    if isinstance(settings, Refused):
        return (settings,)
    game = Game(
        name=command.game,
        variant=changed_variant(variant, settings),
        settings=settings,
        stage=Stage.FORMING,
        created=now,
        seed=seed,
        masters=(Follower(sender.player, password),),
    )
    return (GameCreated(game),)


def enter(  # noqa: PLR0913 - the shell knows the seat word, the hour and the hash apart
    entry: SignOn | Observe,
    sender: Sender,
    game: Game,
    seat: str,
    now: datetime,
    *,
    opened: bool = False,
    password: str | None = None,
    earlier: tuple[str, ...] = (),
) -> tuple[Event, ...]:
    """Return what becomes of a wish to enter `game` at `seat`, a word of the sign-on.

    A sender who is proven has the role that the reply address he wrote to was made for,
    or none if he was known by other means. The place is `opened`, whoever he is, when
    the password that came along is that of `password_of`. `password` is the hash of
    the one that came along, for a place that is new. `earlier` are the roles in which
    the sender was in the game before.
    """
    applicant = _Applicant(
        game=game,
        sender=sender,
        now=now,
        opened=opened,
        tried=entry.password is not None,
        password=password,
        earlier=earlier,
        preferences=entry.preferences if isinstance(entry, SignOn) else "",
    )
    role = role_meant(game, seat, sender.player)
    if role is None:
        why = NoSuchPower(seat, power_names(game))
        known = roles_of(game, sender.player) or game.stage is Stage.FORMING
        return (Refused(_SIGN_ON, why) if known else _turned_away(why, applicant),)
    held = [one for one in roles_of(game, sender.player) if one in power_names(game)]
    if seat.strip() in ("", JOIN) and len(held) > 1:
        return (Refused(_SIGN_ON, WhichPower(tuple(held))),)
    return _enter_as(role, applicant)


@dataclass(frozen=True, slots=True)
class _Applicant:
    """Somebody who wants to enter, and what he brought.

    He `tried` a password or not, and it `opened` the place or not.
    """

    game: Game
    sender: Sender
    now: datetime
    opened: bool
    tried: bool
    earlier: tuple[str, ...]
    preferences: str
    password: str | None = field(default=None, repr=False)


def _enter_as(role: str, applicant: _Applicant) -> tuple[Event, ...]:
    if role == MASTER:
        return _as_master(applicant)
    if role == OBSERVER:
        return _as_observer(applicant)
    if role in (JOIN, ENTRANT):
        return _join(applicant)
    if applicant.game.position is None and _is_over(applicant.game):
        return (Refused(_SIGN_ON, NotActive(applicant.game.stage)),)
    if applicant.game.stage is Stage.FORMING:
        # A wish is read word by word: for a name of two words its letter stands in.
        wish = applicant.game.variant.power(role).letter if " " in role else role
        return _join(
            replace(applicant, preferences=f"{wish} {applicant.preferences}".strip())
        )
    return _sit_down(role, applicant)


def _join(applicant: _Applicant) -> tuple[Event, ...]:
    game, player = applicant.game, applicant.sender.player
    roles = roles_of(game, player)
    if game.stage is not Stage.FORMING:
        if roles and roles[0] != ENTRANT:
            return _enter_as(roles[0], applicant)
        begun = NotForming(vacant_powers(game))
        return (Refused(_SIGN_ON, NotActive(game.stage) if _is_over(game) else begun),)
    for entrant in game.entrants:
        if entrant.player.number == player.number:
            return _come_back(ENTRANT, player, entrant.password, applicant)
    if MASTER in roles:
        return (Refused(_SIGN_ON, AlreadyIn(MASTER)),)
    missing = players_wanted(game.variant, game.settings) - len(game.entrants)
    if missing <= 0:
        return (Refused(_SIGN_ON, GameFull()),)
    entrant = Entrant(player, applicant.preferences, applicant.password)
    return (PlayerJoined(entrant, missing - 1),)


def _as_master(applicant: _Applicant) -> tuple[Event, ...]:
    masters = applicant.game.masters
    for master in masters:
        if master.player.number == applicant.sender.player.number:
            return _come_back(MASTER, master.player, master.password, applicant)
    if len(masters) == 1 and applicant.tried:
        return _come_back(MASTER, masters[0].player, masters[0].password, applicant)
    return (_turned_away(NotMaster(), applicant),)


def _as_observer(applicant: _Applicant) -> tuple[Event, ...]:
    game, player = applicant.game, applicant.sender.player
    for observer in game.observers:
        if observer.player.number == player.number:
            return _come_back(OBSERVER, player, observer.password, applicant)
    if roles := roles_of(game, player):
        return (Refused("OBSERVE", AlreadyIn(roles[0])),)
    if _is_over(game):
        return (Refused("OBSERVE", NotActive(game.stage)),)
    return (ObserverJoined(Follower(player, applicant.password)),)


def _sit_down(power: str, applicant: _Applicant) -> tuple[Event, ...]:
    game, player = applicant.game, applicant.sender.player
    seat = game.seat(power)
    if seat.player is not None:
        return _come_back(power, seat.player, seat.password, applicant)
    if _is_over(game):
        return (Refused(_SIGN_ON, NotActive(game.stage)),)
    if power not in vacant_powers(game):
        return (Refused(_SIGN_ON, NotSurviving(power)),)
    others = [role for role in roles_of(game, player) if role != OBSERVER]
    lost = lost_power((*others, *applicant.earlier), game)
    if lost and was_neutral(power, game.variant):
        return (Refused(_SIGN_ON, Eliminated(lost, power)),)
    if not _has_room(others, game):
        return (Refused(_SIGN_ON, AlreadyIn(others[0])),)
    taken = replace(
        seat,
        player=player,
        password=applicant.password,
        wait=False,
        draw=None,
        missed=0,
    )
    deadline = deadline_for_newcomer(game, applicant.now)
    after = replace(with_seat(game, taken), deadline=deadline, grace=None)
    # A newcomer gets the whole time for second thoughts, whoever had it before.
    ready = ready_when(replace(game, ready=None), after, applicant.now)
    return (PowerTakenOver(taken, deadline, ready),)


def _come_back(
    role: str, holder: Player, password: str | None, applicant: _Applicant
) -> tuple[Event, ...]:
    """Return that the sender has the place of `holder`, or what he is told instead."""
    sender = applicant.sender
    own = holder.number == sender.player.number
    # Proof with a role is a reply address of this game.
    if applicant.opened or (own and sender.proven and sender.role):
        return (PlayerSignedOn(role, holder),)
    if not own:
        return (_turned_away(SeatTaken(role), applicant),)
    # Where none was set, no password is wrong.
    if applicant.tried and password is not None:
        return (Refused(_SIGN_ON, WrongPassword(role)),)
    return (PlayerSignedOn(role, holder) if sender.proven else ReplyAddressSent(role),)


def _turned_away(why: Refusal, applicant: _Applicant) -> Refused | AnsweredElsewhere:
    """Return what one without this place is told: nothing, if he tried a password."""
    return AnsweredElsewhere() if applicant.tried else Refused(_SIGN_ON, why)


def _has_room(others: list[str], game: Game) -> bool:
    """Return whether one who has these roles may hold one more power.

    One that is out of the game does not count.
    """
    if not others:
        return True
    held = [role for role in others if role in surviving_powers(game)]
    most = powers_each(game.variant, game.settings)
    return not {MASTER, ENTRANT} & set(others) and len(held) < most


def _is_over(game: Game) -> bool:
    return game.stage in (Stage.FINISHED, Stage.TERMINATED)
