"""The persons of a game, its settings, and its entry in the list of games."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from judge.engine import goal
from judge.game import (
    Admission,
    Game,
    Player,
    PressRule,
    Seat,
    Stage,
    choices_made,
    is_given_up,
    is_vacant,
    players_wanted,
    powers_each,
    show_comment,
)
from judge.messages import Text, counted, message, series
from judge.render.clock import Due, due_of, timing_text
from judge.render.facts.variant import BUILDS
from judge.render.terms import entry_terms, nmr_text, press_text
from judge.render.words import phase_text

_PLAIN_WORDS = 2
_NAME_WORD = re.compile(r"\w+(?:['\u2019.-]\w+)*\.?")
_INITIAL = re.compile(r"\w\.(?:-?\w\.)*")
_MARKS = re.compile('["\u201c-\u201f\u00ab\u00bb]')
_STAGES: Mapping[Stage, Text] = {
    Stage.FORMING: message("forming"),
    Stage.ACTIVE: "",
    Stage.PAUSED: message("paused"),
    Stage.FINISHED: message("finished"),
    Stage.TERMINATED: message("terminated"),
}
_GUNBOAT = message("nobody but the Master knows who plays what, until the end")
_BLIND = message("each power sees its own units and centers, and what borders them")
_CHAOS = message("each center is a power, with one unit to build first")


@dataclass(frozen=True, slots=True)
class GameCard:
    """The public facts about one game, ready for a list."""

    name: str
    title: str
    stage: Text
    #: Its line in a list of many games.
    row: tuple[str, Text, Text, str]
    #: Its facts at length.
    rows: tuple[tuple[Text, Text], ...]
    people: tuple[tuple[Text, Text], ...]
    #: The command line that brings a stranger closest to a place in the game.
    entry: str
    #: A sentence about the effect of `entry`.
    invitation: Text
    due: Due | None


def name_of(player: Player, *, known: bool = False) -> str:
    """Return a player's name; with their address if the reader may know it (`known`)."""
    name = (player.name.strip() or player.address).partition("@")[0]
    name = " ".join(name.split())
    return f"{name} <{player.address}>" if known else name


def person(player: Player) -> str:
    """Return a player's name for use in a sentence.

    A name that could be read as part of the sentence is put in quotation marks.
    """
    name = name_of(player)
    return name if _is_plain(name) else f"\u201c{_MARKS.sub('', name)}\u201d"


def _is_plain(name: str) -> bool:
    """Return whether a name is one or two words beside initials, as most names are."""
    words = [word for word in name.split(" ") if not _INITIAL.fullmatch(word)]
    first = words[:1]
    return (
        len(words) <= _PLAIN_WORDS
        and all(map(_NAME_WORD.fullmatch, words))
        and not any(word[0].islower() for word in words if first != words)
    )


def people_of(game: Game, *, known: bool = False, you: str = "") -> tuple[tuple[Text, Text], ...]:
    """Return rows of a role and its player: the powers, then Masters and observers."""
    rows: list[tuple[Text, Text]] = [
        (seat.power, _holder(seat, known=known, mine=seat.power == you)) for seat in game.seats
    ]
    for entrant in () if game.seats else game.entrants:
        name: Text = name_of(entrant.player, known=known)
        if entrant.here:
            name = message("{name}, has confirmed", name=name)
        rows.append((message("Entrant"), name))
    others = (
        (message("Master"), game.masters),
        (message("Tutor"), game.tutors),
        (message("Observer"), game.observers),
    )
    for role, holders in others:
        rows += [(role, name_of(holder.player, known=known)) for holder in holders]
    return tuple(rows)


def card_of(game: Game) -> GameCard:
    """Return the entry of `game` in a list."""
    wanted = players_wanted(game.variant, game.settings)
    taken = len(game.entrants)
    if game.seats:
        wanted = len(game.seats)
        taken = sum(seat.player is not None for seat in game.seats)
    stage, (entry, invitation) = stage_text(game), _entry(game)
    players = message("{some} of {all}", some=taken, all=wanted)
    return GameCard(
        name=game.name,
        title=game.variant.title,
        stage=stage,
        row=(game.name, series((stage, *_marks(game))), players, entry),
        rows=((message("Players"), players), *settings_of(game)),
        people=people_of(game),
        entry=entry,
        invitation=invitation,
        due=due_of(game) if game.stage is Stage.ACTIVE else None,
    )


def _marks(game: Game) -> tuple[Text, ...]:
    """Return the special features of a game for its line in a list."""
    settings = game.settings
    marks = {
        message("gunboat"): settings.gunboat,
        message("blind"): settings.blind,
        message("chaos"): settings.changes.one_center,
        message("no press"): settings.press is PressRule.NONE,
    }
    return tuple(mark for mark, holds in marks.items() if holds)


def _entry(game: Game) -> tuple[str, Text]:
    """Return the command line that a stranger may send, and the sentence before it."""
    if game.stage is Stage.FORMING:
        line = f"JOIN {game.name}"
        match game.settings.admission:
            case Admission.INVITED:
                invited = message("It is for those who are invited; with your code, send:")
                return f"{line} CODE code", invited
            case Admission.APPROVAL:
                return line, message("To ask its Master to let you in, send:")
            case Admission.OPEN:
                return line, message("To join, send:")
    if game.stage not in (Stage.ACTIVE, Stage.PAUSED):
        over = message("It is over. To read how it went, send:")
        return f"HISTORY {game.name}", over
    for seat in game.seats:
        if is_vacant(seat) or is_given_up(seat):
            line = f"JOIN {seat.power.upper()}@{game.name}"
            if seat.player is None:
                vacant = message("{power} has no player. To take it over, send:")
            else:
                vacant = message("{power} is to change hands. To take it over, send:")
            return line, vacant.with_values(power=seat.power)
    return f"OBSERVE {game.name}", message("All seats are taken. To follow it, send:")


def stage_text(game: Game) -> Text:
    """Return the stage of a game: its phase, and whether it is paused or over."""
    return stage_and_phase(game.stage, "" if game.position is None else str(game.position.phase))


def stage_and_phase(stage: Stage, phase: str) -> Text:
    """Return the text of `stage_text`, from a stage and a phase ("" for none)."""
    word = _STAGES[stage]
    return series(tuple(filter(None, (phase, word))))


def settings_of(game: Game) -> tuple[tuple[Text, Text], ...]:
    """Return the settings of a game as rows of a name and a text."""
    settings = game.settings
    draws = message("shared by those who are named")
    if settings.draw_in_all_survivors:
        draws = message("shared by all survivors")
    if not settings.votes_stand:
        draws = message("{shared}; votes count for one phase", shared=draws)
    rows: list[tuple[Text, Text]] = [
        *timing_text(settings.timing),
        (message("No orders"), nmr_text(settings.nmr)),
        (message("Press"), press_text(settings)),
        (message("Draws"), draws),
        (message("Victory"), goal(game.variant)),
        *special_terms(game),
    ]
    if settings.convoy_fallback:
        by_land = message("an army without its convoy goes by land if it can")
        rows.append((message("Convoys"), by_land))
    if settings.proxies:
        lent = message("players may let others order some of their units")
        rows.append((message("Proxies"), lent))
    if settings.own_address:
        own = message("count only from the address on record")
        rows.append((message("Replies"), own))
    if settings.patient_start:
        patient = message("twice the grace for players who have sent nothing")
        rows.append((message("First turn"), patient))
    rows += entry_terms(settings)
    if settings.excuses:
        excused = counted(
            "each player once, when they miss a last chance",
            "each player {count} times, when they miss a last chance",
            settings.excuses,
        )
        rows.append((message("Excused"), excused))
    if settings.comment:
        rows.append((message("Comment"), show_comment(settings.comment)))
    return tuple(rows)


def special_terms(game: Game) -> tuple[tuple[Text, Text], ...]:
    """Return rows about the rules of a game that differ from other games on its map."""
    settings, changes = game.settings, game.settings.changes
    rows: list[tuple[Text, Text]] = []
    if settings.gunboat:
        rows.append((message("Gunboat"), _GUNBOAT))
    if settings.blind:
        rows.append((message("Blind"), _BLIND))
    if changes.one_center:
        rows.append((message("Chaos"), _CHAOS))
    if changes.builds is not None:
        rows.append((message("Builds"), BUILDS[changes.builds.value]))
    if changes.players is not None:
        shared = counted(
            "{count} player, each with up to {powers} powers",
            "{count} players, each with up to {powers} powers",
            players_wanted(game.variant, settings),
            powers=powers_each(game.variant, settings),
        )
        rows.append((message("Shared"), shared))
    if changes.year or changes.no_units or changes.one_center:
        start = game.variant.start
        phase = phase_text(start.phase, game.variant)
        played = {power.name for power in game.variant.powers}
        has_units = any(unit.power in played for unit in start.units)
        begin = phase if has_units else message("{phase}, without units", phase=phase)
        rows.append((message("Start"), begin))
    if changes.units:
        units = (f"{power} {', '.join(units) or 'none'}" for power, units in changes.units)
        rows.append((message("Units"), "; ".join(units)))
    for name, _, about in choices_made(game.variant, settings):
        if about:
            rows.append((name.capitalize(), about))
    return tuple(rows)


def _holder(seat: Seat, *, known: bool, mine: bool) -> Text:
    holder: Text = message("dummy") if seat.dummy else message("vacant")
    if seat.player:
        holder = name_of(seat.player, known=known)
    if seat.sought:
        holder = message("{name}, to be replaced", name=holder)
    return message("{name} (you)", name=holder) if mine else holder
