"""Ways into a game: creating it, joining, signing on, taking over, observing.

To enter a place that has a holder, proof is needed. If the judge knows an unproven sender as the
place's holder, it mails them the place's secret reply address.
"""

from dataclasses import replace
from datetime import datetime, time, timedelta

from rapidfuzz import fuzz

from judge.engine import Variant
from judge.game.base import Refused
from judge.game.clock import time_within
from judge.game.commands import CreateGame, Observe, SignOn
from judge.game.events import (
    Event,
    GameCreated,
    ObserverJoined,
    OpenPress,
    PlayerJoined,
    PlayerSignedOn,
)
from judge.game.guests import (
    SIGN_ON,
    AdmissionAsked,
    Applicant,
    come_back,
    invitation_of,
    turned_away,
    why_kept_out,
    why_master_may_not_join,
)
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    OVER,
    STANDBY,
    TUTOR,
    Entrant,
    Follower,
    Game,
    GameSettings,
    Sender,
    Signing,
    Stage,
    Standing,
)
from judge.game.refusals import (
    AlreadyIn,
    BadName,
    GameFull,
    NameTaken,
    NoSuchPower,
    NoSuchVariant,
    NotActive,
    NotForming,
    NotMaster,
    WhichPower,
)
from judge.game.seats import JOIN, open_powers, power_names, role_meant, roles_of
from judge.game.settings.change import set_options
from judge.game.settings.effect import changed_variant, players_wanted
from judge.game.settings.naming import is_game_name
from judge.game.starting import preferred
from judge.game.substitutes import sit_down, stand_by

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
    deadlines: tuple[time, time] | None = None,
) -> tuple[GameCreated | Refused, ...]:
    """Return the fact that the game is created with the sender as its Master, or a refusal.

    `variant` is None if none of the `known` variants has the requested name. `password` is a hash.
    If `deadlines` is set, the game's deadlines lie between these two hours.
    """
    if not is_game_name(command.game, variant):
        return (Refused(_CREATE, BadName(command.game)),)
    if taken:
        return (Refused(_CREATE, NameTaken(command.game)),)
    if variant is None:
        likest = sorted(known, key=lambda name: -fuzz.ratio(name, command.variant))
        near = fuzz.ratio(likest[0], command.variant) >= _NEAR
        # After a password, an unknown word may be a part of the password: it is quoted only if it
        # is like the name of a variant.
        named = near or command.password is None
        name = command.variant if named else ""
        unknown = NoSuchVariant(name, tuple(likest) if named else known)
        return (Refused(_CREATE, unknown),)
    # New games have signed press unless their Master asks for another kind. Older games may have
    # unsigned press by the default of `GameSettings`.
    settings = GameSettings(signing=Signing.ALWAYS)
    if deadlines is not None:
        clock = time_within(deadlines, command.game)
        settings = replace(settings, timing=replace(settings.timing, clock=clock))
    changed = set_options(settings, command.options, variant)
    if isinstance(changed, Refused):
        return (changed,)
    game = Game(
        name=command.game,
        variant=changed_variant(variant, changed),
        settings=changed,
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
    press: tuple[OpenPress, ...] = (),
    standing: Standing = Standing(),  # noqa: B008 - a frozen value
) -> tuple[Event, ...]:
    """Return the events of a request to enter `game`; `seat` is the seat word of the sign-on.

    The role of a proven sender is the one that their reply address was made for, or "" if other
    proof was given. `opened` is true if the letter has the right password, which is that of
    `password_of`; then the place is open to any sender. `password` is the hash of the letter's
    password, for a new place. `earlier` are the sender's former roles in the game, `press` the
    earlier press to all, and `standing` their conduct in other games.
    """
    applicant = Applicant(
        game=game,
        sender=sender,
        now=now,
        opened=opened,
        tried=entry.password is not None,
        password=password,
        earlier=earlier,
        preferences=entry.preferences if isinstance(entry, SignOn) else "",
        delay=entry.delay if isinstance(entry, Observe) else timedelta(),
        press=press,
        code=entry.code if isinstance(entry, SignOn) else None,
        standing=standing,
    )
    role = role_meant(game, seat, sender.player)
    if role is None:
        why = NoSuchPower(seat, power_names(game))
        known = roles_of(game, sender.player) or game.stage is Stage.FORMING
        return (Refused(SIGN_ON, why) if known else turned_away(why, applicant),)
    held = [one for one in roles_of(game, sender.player) if one in power_names(game)]
    if seat.strip() in ("", JOIN) and len(held) > 1:
        return (Refused(SIGN_ON, WhichPower(tuple(held))),)
    return _enter_as(role, applicant)


def _enter_as(role: str, applicant: Applicant) -> tuple[Event, ...]:
    if role == MASTER:
        return _as_master(applicant)
    if role in (OBSERVER, TUTOR):
        return _as_observer(applicant, role)
    if role == STANDBY:
        return stand_by(applicant)
    if role in (JOIN, ENTRANT):
        return _join(applicant)
    if applicant.game.position is None and applicant.game.stage in OVER:
        return (Refused(SIGN_ON, NotActive(applicant.game.stage)),)
    if applicant.game.stage is Stage.FORMING:
        # Wishes are read word by word, so a power whose name has two words is written by its
        # letter.
        wish = applicant.game.variant.power(role).letter if " " in role else role
        return _join(replace(applicant, preferences=f"{wish} {applicant.preferences}".strip()))
    return sit_down(role, applicant)


def _join(applicant: Applicant) -> tuple[Event, ...]:
    """Return the events of a request to play in the game, in any power."""
    game, player = applicant.game, applicant.sender.player
    roles = roles_of(game, player)
    if game.stage is not Stage.FORMING:
        return _join_late(applicant)
    for entrant in game.entrants:
        if entrant.player.number == player.number:
            back = come_back(ENTRANT, player, entrant.password, applicant)
            if not applicant.preferences or not isinstance(back[0], PlayerSignedOn):
                return back
            return (*back, preferred(game, player, applicant.preferences))
    led = {MASTER, TUTOR} & {*roles, *applicant.earlier}
    if led and (why := why_master_may_not_join(game, player)):
        return (Refused(SIGN_ON, why),)
    missing = players_wanted(game.variant, game.settings) - len(game.entrants)
    if missing <= 0:
        return (Refused(SIGN_ON, GameFull()),)
    return (_joined(applicant, missing - 1),)


def _joined(applicant: Applicant, missing: int) -> PlayerJoined | AdmissionAsked | Refused:
    """Return the fact that the applicant joins, or a refusal, or the question to the Master.

    Then `missing` more players are needed.
    """
    player = applicant.sender.player
    kept_out = why_kept_out(applicant, ENTRANT)
    if isinstance(kept_out, AdmissionAsked):
        return kept_out
    if kept_out is not None:
        return Refused(SIGN_ON, kept_out)
    wanted = applicant.game.settings.muster or applicant.game.muster
    here = None if missing or not wanted else applicant.now
    entrant = Entrant(player, applicant.preferences, applicant.password, here)
    invited = invitation_of(applicant)
    return PlayerJoined(entrant, missing, invited.number if invited else 0)


def _join_late(applicant: Applicant) -> tuple[Event, ...]:
    """Return the events of a request to join a game that has begun.

    A former player may get their power back.
    """
    game = applicant.game
    roles = roles_of(game, applicant.sender.player)
    if roles and roles[0] != ENTRANT:
        return _enter_as(roles[0], applicant)
    if game.stage in OVER:
        return (Refused(SIGN_ON, NotActive(game.stage)),)
    vacant = open_powers(game)
    lost = [one for one in applicant.earlier if one in vacant]
    if len(lost) == 1:
        return sit_down(lost[0], applicant)
    return (Refused(SIGN_ON, NotForming(vacant)),)


def _as_master(applicant: Applicant) -> tuple[Event, ...]:
    masters = applicant.game.masters
    for master in masters:
        if master.player.number == applicant.sender.player.number:
            return come_back(MASTER, master.player, master.password, applicant)
    if len(masters) == 1 and applicant.tried:
        return come_back(MASTER, masters[0].player, masters[0].password, applicant)
    return (turned_away(NotMaster(), applicant),)


def _as_observer(applicant: Applicant, role: str) -> tuple[Event, ...]:
    game, player = applicant.game, applicant.sender.player
    for watching in game.tutors if role == TUTOR else game.observers:
        if watching.player.number == player.number:
            return come_back(role, player, watching.password, applicant)
    if role == TUTOR:
        return (turned_away(NotMaster(), applicant),)
    if roles := [one for one in roles_of(game, player) if one != STANDBY]:
        return (Refused("OBSERVE", AlreadyIn(roles[0])),)
    if game.stage in OVER:
        return (Refused("OBSERVE", NotActive(game.stage)),)
    return (ObserverJoined(Follower(player, applicant.password, applicant.delay)),)
