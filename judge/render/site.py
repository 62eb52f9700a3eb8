"""Pages for browsers, by the templates in `templates/web`, and files for programs.

A page about a game has the same facts as mails to a stranger, from the same events and templates.
It adds the board and links.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import quote

import icalendar
from icalendar import Calendar
from markupsafe import Markup

from judge.boards import Homes, VariantFile
from judge.engine import (
    Adjudication,
    Build,
    Convoy,
    Declare,
    Disband,
    Geography,
    Hold,
    Move,
    Order,
    Position,
    Retreat,
    SupportHold,
    SupportMove,
    Variant,
    Vote,
    Waive,
    bits,
    power_of,
    supply,
)
from judge.game import (
    STRANGER,
    Event,
    FinishedPhase,
    Game,
    Player,
    PreviewShown,
    Reader,
    Seat,
    Stage,
    inquiry,
    inspection,
    is_blind,
    profiles,
)
from judge.messages import Text, any_of, message
from judge.notation import Ambiguous, Misread, Mistake, PlayedPhase
from judge.pictures import (
    Caption,
    Drawing,
    Theme,
    canvas_for,
    colors_of,
    finished_drawing,
    standing_drawing,
    style_colors,
    svg_of,
)
from judge.render.clock import is_reviewed, running_due
from judge.render.enclosed import ENTRY_LASTS, drawing_of, entry_uid
from judge.render.facts.board import standing
from judge.render.facts.grids import count_grids
from judge.render.facts.pages import Scene, base_facts
from judge.render.facts.results import TROUBLES, Results, reason_told, results_of, told_phase
from judge.render.facts.table import card_of, name_of, people_of
from judge.render.facts.variant import headline, variant_row
from judge.render.filters import unwrapped
from judge.render.html import Layout, printable
from judge.render.kinds import facts_of
from judge.render.notices import own_facts
from judge.render.place import (
    PlaceFacts,
    deeds_of,
    drawing_of_place,
    is_idle,
    may_propose,
    open_motion,
    threads_of,
)
from judge.render.templates import ENGLISH, environment_of, template_of
from judge.render.words import NamedPosition, order_short, phase_text, unit_short

_IMPORT = re.compile(r'from "\./([\w.]+)"')
# A page of the manual as pages name it: in a sentence, or at the head of a row.
_PAGE_NAMED = re.compile(r"(\bHELP |<th scope=\"row\">)([A-Za-z]+)(\b|</th>)")
_PLOT = (480.0, 260.0)  # width and height of the plot of centers
_LABEL = 24.0  # height of a power's name beside the plot
# Media types of the files in `templates/web`, by their endings.
FILES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class OrderRow:
    """An order with its result and the provinces that it mentions, its unit's province first."""

    text: str
    result: Text
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PowerRow:
    """The state of a power: its player, its centers and units, its color on the board."""

    power: str
    color: str
    player: Text
    #: The player's name, "" if it is secret or there is no player.
    who: str
    centers: int
    units: int
    change: int


@dataclass(frozen=True, slots=True)
class PlottedPower:
    """The line of a power in the plot of centers, as points of an SVG polyline."""

    power: str
    color: str
    points: str
    last: int
    #: The height of the line's end, and of the power's name, moved so that names do not overlap.
    at: float
    name_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Trial:
    """A position with phases of orders that a visitor tries out."""

    variant: Variant
    #: The position and the orders, as the visitor wrote them.
    text: str
    #: The board for which orders are to be written now.
    position: Position
    played: tuple[PlayedPhase, ...] = ()
    misread: tuple[Misread, ...] = ()
    #: The board after the last phase as text, "" if none was played.
    next_text: str = ""


class PageRenderer:
    """Renders the pages of the judge at `address`, whose web face is at `url`."""

    def __init__(
        self, templates: Path, homes: Homes, *, address: str, name: str, url: str, version: str
    ) -> None:
        self._templates, self._homes, self._url = templates, homes, url.rstrip("/")
        self._own = own_facts(
            address, version, Scene(STRANGER, None, _NEVER, True, True), url=self._url
        )
        self._layout = Layout(templates, ENGLISH, parts="web/parts.html")
        self._environment = environment_of(templates, autoescape=True)
        self._environment.filters |= {"mailto": self._mailto, "iso": _iso, "path": _path}
        self._environment.filters |= {"unwrapped": unwrapped}
        self._environment.globals |= {"zone": "UTC", "site": name}
        self._environment.globals |= {"asset": self.file_address, **self._own}
        self._address = address

    def page(self, name: str, **facts: object) -> str:
        """Return the page of the template `name`."""
        found = self._environment.get_template(f"web/{name}")
        return printable(found.render(facts))

    def answer(
        self, event: Event, now: datetime, game: Game | None = None, reader: Reader = STRANGER
    ) -> list[Markup]:
        """Return the text of a mail about `event` to its reader, as blocks of HTML."""
        scene = Scene(reader, game, now, answering=True, alone=True)
        facts = {**base_facts(scene), **facts_of(event, scene), **self._own}
        facts |= {"event": event, "programs": None}
        return self._layout.blocks(template_of(event), "answer", facts)

    def file(self, name: str) -> bytes | None:
        """Return the content of a file for browsers, None if there is no such file."""
        file = self._templates / "web" / name
        if file.suffix not in FILES or file.name != name or not file.is_file():
            return None
        content = file.read_bytes()
        match file.suffix:
            case ".css":
                return self._styled(content.decode()).encode()
            case ".js":
                return _IMPORT.sub(self._imported, content.decode()).encode()
            case _:
                return content

    def file_address(self, name: str) -> str:
        """Return the URL of a file, which changes with its content."""
        return _addressed(self, name)

    def _imported(self, found: re.Match[str]) -> str:
        """Return the import of another script, with that script's URL."""
        return f'from "{self.file_address(found[1])}"'

    def _styled(self, sheet: str) -> str:
        """Return a style sheet with the URLs of fonts, and the colors of boards."""
        for face in ("regular", "bold", "italic"):
            font = self.file_address(f"roboto-condensed-{face}.woff2")
            sheet = sheet.replace(f'"{face.upper()}"', f'"{font}"')
        light, dark = (
            "".join(f"--{name}:{color};" for name, color in style_colors(theme).items())
            for theme in (Theme.LIGHT, Theme.DARK)
        )
        dark_pages = "@media (prefers-color-scheme: dark)"
        return f":root{{{light}}}\n{dark_pages}{{:root{{{dark}}}}}\n{sheet}"

    def board(self, drawing: Drawing | None, theme: Theme = Theme.PAGE) -> Markup:
        """Return a drawing as SVG, "" if the board has no drawing."""
        canvas = drawing and canvas_for(drawing.variant, self._homes, self._templates)
        if not canvas or drawing is None:
            return Markup("")
        # The SVG is made here, and its own template has escaped it.
        return Markup(svg_of(replace(drawing, theme=theme), canvas))

    def game_board(self, game: Game, done: FinishedPhase | None) -> Drawing | None:
        """Return the drawing of a game after the phase `done`; None means the present board."""
        return drawing_of(inspection.MapShown(game, done, ""), game, "", ENGLISH)

    def game_page(
        self, game: Game, done: FinishedPhase | None, press: Sequence[object], now: datetime
    ) -> str:
        """Return the page of a game as everybody may know it, after `done` or at present."""
        newest = game.history[-1] if game.history else None
        shown = done or newest
        is_now = done is None or done is newest
        # The present board shows the orders that led to it, unless the Master edited it since.
        led = shown is not None and (not is_now or shown.adjudication.after == game.position)
        drawing = self.game_board(game, shown if led else None)
        sighted = "" if is_blind(game, "") else None
        board = game.position if is_now or shown is None else shown.adjudication.after
        card = card_of(game)
        return self.page(
            "game.html",
            game=game,
            now=now,
            card=card,
            board=self.board(drawing),
            shown=shown,
            title=phase_text(shown.phase, game.variant) if shown else "",
            running=phase_text(game.position.phase, game.variant) if game.position else "",
            is_now=is_now,
            is_blind=is_blind(game, ""),
            phases=[(str(one.phase), phase_text(one.phase, game.variant)) for one in game.history],
            orders=self._orders(shown, game.variant, sighted) if shown else (),
            results=results_in(shown, game.variant, sighted) if shown else None,
            standing=self._standings(game, board, shown if not is_now else newest),
            plot=self._plot(game),
            plot_size=_PLOT,
            others=people_of(game)[len(game.seats) :],
            due=running_due(game) if is_now else None,
            reviewed=is_reviewed(game, "", now),
            press=press,
            statements=[one for one in game.diary if one.is_statement],
            drawing=drawing,
            places=self.places(game.variant, board or game.variant.start)
            if sighted is None
            else (),
        )

    def places(self, variant: Variant, position: Position) -> list[dict[str, str]]:
        """Return the provinces with their names, owners and units, for a board's script."""
        geography = variant.geography
        units = {geography.province_of[unit.location]: unit for unit in position.units}
        return [
            {
                "at": one.abbreviation,
                "name": one.name,
                "owner": position.owners[number] or "",
                "unit": f"{units[number].power}: {unit_short(units[number], geography)}"
                if number in units
                else "",
            }
            for number, one in enumerate(geography.provinces)
        ]

    def order_rows(
        self,
        before: Position,
        adjudication: Adjudication,
        variant: Variant,
        sighted: str | None,
        silent: frozenset[Order] = frozenset(),
    ) -> list[tuple[str, str, list[OrderRow]]]:
        """Return (power, color, its orders with their results) for each power.

        `silent` orders, which nobody wrote, are shown only if they have a result to tell.
        """
        told = told_phase(before, adjudication, variant, sighted)
        neutral = {side.name for side in variant.neutrals}
        rows: dict[str, list[OrderRow]] = {side.name: [] for side in variant.sides}
        for outcome in adjudication.outcomes:
            order, result = outcome.order, reason_told(told, outcome)
            power = power_of(order)
            # Nobody wrote the holds of a side without a player.
            unwritten = order in silent or (power in neutral and isinstance(order, Hold))
            if result or not unwritten:
                places = tuple(_places(order, variant.geography))
                rows[power].append(OrderRow(order_short(order, told.board), result, places))
        colors = colors_of(variant, Theme.PAGE)
        return [(power, colors[power].strong, some) for power, some in rows.items() if some]

    def _orders(
        self, done: FinishedPhase, variant: Variant, sighted: str | None
    ) -> list[tuple[str, str, list[OrderRow]]]:
        rows = self.order_rows(done.before, done.adjudication, variant, sighted)
        colors = colors_of(variant, Theme.PAGE)
        there = {power for power, _, _ in rows}
        absent = [power for power in done.absent if power not in there]
        return [*rows, *((power, colors[power].strong, []) for power in absent)]

    def _standings(
        self, game: Game, board: Position | None, done: FinishedPhase | None
    ) -> list[PowerRow]:
        """Return the state of each power on `board`; center counts change since before `done`."""
        colors = colors_of(game.variant, Theme.PAGE)
        known = {seat.power: seat for seat in game.seats}
        if board is None or is_blind(game, ""):
            worth = earlier = dict.fromkeys((side.name for side in game.variant.sides), 0)
            units: list[str] = []
        else:
            worth = supply(board, game.variant)
            earlier = supply(done.before, game.variant) if done else worth
            units = [unit.power for unit in board.units]
        rows = [
            PowerRow(
                power=side.name,
                color=colors[side.name].strong,
                player=_player(game, side.name) if side.name in known else "",
                who=_who(known.get(side.name)),
                centers=worth[side.name],
                units=units.count(side.name),
                change=worth[side.name] - earlier[side.name],
            )
            for side in game.variant.sides
            if side.name in known or worth[side.name] or side.name in units
        ]
        return sorted(rows, key=lambda row: -row.centers)

    def _plot(self, game: Game) -> tuple[tuple[str, ...], list[PlottedPower], int]:
        """Return the years, the line of each power, and the greatest number of centers."""
        labels: list[str] = []
        counts: dict[str, list[int]] = {}
        for head, *rows in count_grids(game, only="" if is_blind(game, "") else None):
            labels += head[1:]
            for power, *cells in rows:
                counts.setdefault(power, []).extend(0 if n == "-" else int(n) for n in cells)
        most = max((max(numbers) for numbers in counts.values()), default=0)
        if len(labels) < 3:
            return (), [], most
        width, height = _PLOT
        colors = colors_of(game.variant, Theme.PAGE)
        lines = []
        for power, numbers in counts.items():
            points = [
                (width * at / (len(labels) - 1), height * (1 - number / most))
                for at, number in enumerate(numbers)
            ]
            drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            lines.append(
                PlottedPower(power, colors[power].strong, drawn, numbers[-1], points[-1][1])
            )
        below = -_LABEL
        named = []
        for line in sorted(lines, key=lambda line: line.at):
            below = max(below + _LABEL, line.at)
            named.append(replace(line, name_at=below))
        return tuple(labels), named, most

    def variant_page(self, file: VariantFile, now: datetime) -> str:
        """Return the page of a variant: its board, and the text of INFO."""
        start = ENGLISH.text(phase_text(file.variant.start.phase, file.variant))
        caption = Caption(start, "", f"{file.variant.title}, how it starts.")
        drawing = standing_drawing(file.variant.start, file.variant, caption)
        return self.page(
            "variant.html",
            file=file,
            headline=headline(file),
            board=self.board(drawing),
            blocks=self.answer(inquiry.VariantsShown((file,)), now)[1:],
            places=self.places(file.variant, file.variant.start),
        )

    def trial_page(self, trial: Trial, possible: Iterable[Order]) -> str:
        """Return the page of a trial; `possible` are the orders that its script offers."""
        variant, text = trial.variant, ENGLISH.text
        last = trial.played[-1] if trial.played else None
        title = phase_text(trial.position.phase, variant)
        caption = Caption(text(title), "", f"{variant.title}: {text(title)}")
        drawing = standing_drawing(trial.position, variant, caption)
        after = trial.position
        if last is not None:
            after = last.adjudication.after
            drawing = finished_drawing(last.position, last.adjudication, variant, caption)
        return self.page(
            "try.html",
            trial=trial,
            title=title,
            after=after.phase if last else None,
            next_title=phase_text(after.phase, variant) if last else "",
            board=self.board(drawing),
            places=self.places(variant, trial.position),
            possible=self.order_choices(possible, trial.position, variant),
            phases=[self._tried(played, variant) for played in reversed(trial.played)],
            powers=[side.name for side in variant.sides],
            standing=standing(NamedPosition(after, variant)),
        )

    def _tried(self, played: PlayedPhase, variant: Variant) -> dict[str, object]:
        """Return the results of a trial's phase for its template."""
        before, found = played.position, played.adjudication
        silent = frozenset(outcome.order for outcome in played.unordered)
        return {
            "title": phase_text(before.phase, variant),
            **self._played(before, found, variant, silent),
            "mistakes": [
                (one.text, _mistake_text(one.result))
                for one in played.results
                if isinstance(one.result, Mistake)
            ],
        }

    def _played(
        self, before: Position, found: Adjudication, variant: Variant, silent: frozenset[Order]
    ) -> dict[str, object]:
        """Return the orders of a phase of a trial or preview, and its results."""
        return {
            "orders": self.order_rows(before, found, variant, None, silent),
            "results": results_of(before, found, (), variant),
        }

    def order_choices(
        self, orders: Iterable[Order], position: Position, variant: Variant
    ) -> list[tuple[str, str, str, str]]:
        """Return (power, own province, order, other provinces) for each order, for scripts."""
        board, rows = NamedPosition(position, variant), []
        for order in orders:
            own, *others = (*_places(order, variant.geography), "")
            named = " ".join(filter(None, others))
            rows.append((power_of(order), own, order_short(order, board), named))
        return rows

    def me_page(
        self,
        person: Player,
        places: Sequence[tuple[Game, tuple[str, ...], tuple[str, ...]]],
        browsers: Sequence[object],
        own: int,
        now: datetime,
    ) -> str:
        """Return the page of a person's places and `browsers`; `own` is the number of this one.

        A place is a game, the person's roles in it, and those whose orders are missing.
        """
        rows = []
        for game, roles, owed in places:
            reviewed = is_reviewed(game, roles[0], now)
            rows.append((game, roles, card_of(game), running_due(game), reviewed, owed))
        # The next deadline first, then games without one.
        rows.sort(key=lambda row: row[3].moment if row[3] else _LATEST)
        facts = {"person": person, "places": rows, "browsers": browsers, "own": own}
        return self.page("me.html", asked=False, **facts)

    def place_page(self, facts: PlaceFacts, now: datetime) -> str:
        """Return the page of a person's place in a game."""
        game, role = facts.game, facts.reader.role
        sighted = role if is_blind(game, role) else None
        last = game.history[-1] if game.history else None
        rows = (
            self.order_choices(facts.possible, game.position, game.variant) if game.position else []
        )
        told: dict[str, list[tuple[str, str, str, str]]] = {}
        for row in rows:
            if row[0] == role or game.settings.sandbox:
                told.setdefault(_subject(row[2]), []).append(row)
        asked = facts.preview
        return self.page(
            "place.html",
            game=game,
            role=role,
            roles=facts.roles,
            once=facts.once,
            tried=facts.tried,
            text=facts.text,
            assumed=facts.assumed,
            preview=asked,
            would=self._foreseen(asked) if asked else None,
            example=next((f"{row[0]}: {row[2]}" for row in rows if row[0] != role), ""),
            deeds=deeds_of(facts),
            letters=facts.letters,
            absent=game.stage is Stage.ACTIVE and facts.orders is not None,
            motion=open_motion(facts),
            agrees=game.seat(role).agrees if facts.orders else None,
            may_propose=may_propose(facts),
            press_rule="none" if game.settings.sandbox else game.settings.press.value,
            card=card_of(game),
            due=running_due(game),
            reviewed=is_reviewed(game, role, now),
            running=phase_text(game.position.phase, game.variant) if game.position else "",
            board=self.board(drawing_of_place(facts)),
            places=self.places(game.variant, game.position) if game.position else (),
            possible=rows,
            choices=told,
            sheet=self.answer(facts.orders, now, game, facts.reader) if facts.orders else (),
            last=phase_text(last.phase, game.variant) if last else "",
            orders=self.order_rows(last.before, last.adjudication, game.variant, sighted)
            if last
            else (),
            results=results_in(last, game.variant, sighted) if last else None,
            threads=threads_of(facts.press, role),
            others=[]
            if game.settings.sandbox
            else [seat.power for seat in game.seats if seat.power != role],
            now=now,
        )

    def _foreseen(self, asked: PreviewShown) -> dict[str, object]:
        """Return the results of a preview for its template, without the units that only hold."""
        before, found = asked.game.position, asked.adjudication
        assert before is not None
        orders = (outcome.order for outcome in found.outcomes)
        silent = frozenset(one for one in orders if is_idle(one, asked))
        return self._played(before, found, asked.game.variant, silent)

    def variants_page(self, files: Iterable[VariantFile]) -> str:
        """Return the list of variants."""
        return self.page("variants.html", rows=[variant_row(file) for file in files])

    def games_page(
        self,
        games: Sequence[Game],
        wanted: Mapping[str, str],
        variants: Iterable[VariantFile],
        now: datetime,
    ) -> str:
        """Return the page that lists these games, which passed the filters `wanted`."""
        return self.page(
            "games.html",
            cards=[(card_of(game), game, is_reviewed(game, "", now)) for game in games],
            wanted=wanted,
            filters=inquiry.FILTERS,
            variants=[(file.variant.name, file.variant.title) for file in variants],
        )

    def front_page(
        self, openings: Sequence[Game], hall: inquiry.HallShown, running: int, pictured: Game | None
    ) -> str:
        """Return the first page: games that seek players, and recently finished games.

        A picture of the board of the game `pictured` stands beside them.
        """
        position = pictured.position if pictured else None
        scene = Scene(STRANGER, None, _NEVER, answering=True, alone=True)
        return self.page(
            "front.html",
            openings=[(card_of(game), game) for game in openings],
            decided=facts_of(hall, scene)["rows"],
            running=running,
            pictured=pictured,
            phase=phase_text(position.phase, pictured.variant) if pictured and position else "",
        )

    def hall_page(self, hall: inquiry.HallShown, variants: Iterable[VariantFile]) -> str:
        """Return the page with the winners of finished games."""
        scene = Scene(STRANGER, None, _NEVER, answering=True, alone=True)
        return self.page(
            "hall.html",
            event=hall,
            variants=[(file.variant.name, file.variant.title) for file in variants],
            **facts_of(hall, scene),
        )

    def help_page(self, topic: str, known: tuple[str, ...], now: datetime) -> str:
        """Return a page of the manual."""
        # The first line of a help page is its name, which is the title here.
        blocks = self.answer(inquiry.HelpGiven(topic, known), now)[1:]
        others = tuple(one for one in known if one != topic)
        linked = [_with_links(block, others) for block in blocks]
        return self.page("help.html", topic=topic, known=known, blocks=linked)

    def person_page(self, event: profiles.PersonShown, now: datetime) -> str:
        """Return the page with the facts that a person shows to others."""
        blocks = self.answer(event, now)
        return self.page("person.html", event=event, blocks=blocks)

    def feed(self, game: Game, now: datetime) -> str:
        """Return the Atom feed of a game: its newest phases with their results."""
        entries = []
        for done in reversed(game.history[-20:]):
            sighted = "" if is_blind(game, "") else None
            rows = self.order_rows(done.before, done.adjudication, game.variant, sighted)
            results = results_in(done, game.variant, sighted)
            words = self.page("feed_entry.html", orders=rows, results=results)
            title = phase_text(done.phase, game.variant)
            entries.append((str(done.phase), title, done.processed, words))
        changed = game.history[-1].processed if game.history else game.created
        facts = {"game": game, "entries": entries, "changed": changed, "now": now}
        return self.page("feed.xml", **facts)

    def openings_feed(self, games: Sequence[Game]) -> str:
        """Return the Atom feed of the games that seek players."""
        cards = [(card_of(game), game) for game in games]
        changed = max((game.created for game in games), default=_NEVER)
        return self.page("openings.xml", cards=cards, changed=changed)

    def calendar(self, game: Game, now: datetime) -> bytes:
        """Return a calendar with the present deadline, or with a note that there is none.

        A calendar needs a component (RFC 5545 section 3.6).
        """
        calendar, entry = Calendar(), icalendar.Event()
        calendar.add("prodid", "-//Diplomacy judge//EN")
        calendar.add("version", "2.0")
        calendar.add("method", "PUBLISH")
        calendar.add("x-wr-calname", f"Diplomacy: {game.name}")
        entry.add("uid", entry_uid(game))
        entry.add("dtstamp", now)
        due = running_due(game)
        if due is not None and game.position is not None:
            running = phase_text(game.position.phase, game.variant)
            told = message("{game}: orders for {phase} are due", game=game.name, phase=running)
            entry.add("dtstart", due.moment - ENTRY_LASTS)
            entry.add("dtend", due.moment)
        else:
            told = message("{game}: no orders are due", game=game.name)
            entry.add("dtstart", game.history[-1].processed if game.history else game.created)
        entry.add("summary", ENGLISH.text(told))
        entry.add("url", f"{self._url}/games/{game.name}")
        entry.add("transp", "TRANSPARENT")
        calendar.add_component(entry)
        written: bytes = calendar.to_ical()
        return written

    def _mailto(self, line: str, subject: str = "") -> str:
        """Return a mailto link with this text for a mail to the judge."""
        words = f"subject={quote(subject)}&" if subject else ""
        return f"mailto:{self._address}?{words}body={quote(line)}"


_NEVER = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
_LATEST = datetime.max.replace(tzinfo=UTC)


@cache
def _addressed(pages: PageRenderer, name: str) -> str:
    content = pages.file(name)
    assert content is not None, name
    return f"/static/{name}?v={hashlib.blake2b(content, digest_size=6).hexdigest()}"


def results_in(done: FinishedPhase, variant: Variant, sighted: str | None) -> Results:
    """Return the results of a finished phase, ready for a template."""
    return results_of(done.before, done.adjudication, done.absent, variant, sighted)


def board_facts(variant: Variant) -> dict[str, object]:
    """Return the board of a variant as JSON values: provinces, and where units may move."""
    geography = variant.geography
    locations = geography.locations

    def fleets(number: int) -> dict[str, list[str]]:
        """Return where a fleet in a province may move, by the coast it is on."""
        places = geography.coasts_of[number] or (number,)
        return {
            locations[place].text: [locations[to].text for to in bits(geography.fleet_edges[place])]
            for place in places
            if geography.fleets >> number & 1
        }

    return {
        "format": "judge board 1",
        "variant": variant.name,
        "title": variant.title,
        "start": str(variant.start.phase),
        "victory": variant.victory,
        "powers": [{"name": one.name, "letter": one.letter} for one in variant.sides],
        "provinces": [
            {
                "at": one.abbreviation,
                "name": one.name,
                "terrain": one.terrain.value,
                "worth": one.worth,
                "armies": [locations[to].text for to in bits(geography.army_edges[number])],
                "fleets": fleets(number),
            }
            for number, one in enumerate(geography.provinces)
        ],
    }


def _with_links(block: Markup, known: tuple[str, ...]) -> Markup:
    """Return a block of the manual in which the names of other pages lead to them."""

    def link(found: re.Match[str]) -> str:
        before, name, after = found.groups()
        if name.lower() not in known:
            return found[0]
        text = name if ">" in before else f"{before}{name}"
        head = before if ">" in before else ""
        return f'{head}<a href="/help/{name.lower()}">{text}</a>{after}'

    # The block is ours and escaped; the names are plain words.
    return Markup(_PAGE_NAMED.sub(link, block))


def _subject(order: str) -> str:
    """Return the words of an order that name its unit, or its place for a build."""
    words = order.split()
    return words[1] if words[-1] == "B" else " ".join(words[:2])


def _mistake_text(mistake: Mistake) -> Text:
    """Return why an order was not understood, and what it may mean."""
    if isinstance(mistake, Ambiguous):
        return message(
            "“{part}” can be {candidates}", part=mistake.part, candidates=any_of(mistake.candidates)
        )
    why = message("“{part}”: {why}", part=mistake.part, why=TROUBLES[mistake.reason])
    instead = mistake.corrected or mistake.suggestion
    if not instead:
        return why
    return message("{why}; did you mean {instead}?", why=why, instead=any_of(instead))


def _player(game: Game, power: str) -> Text:
    """Return the name of the player of a power, in the words of SUMMARY."""
    return next(text for role, text in people_of(game) if role == power)


def _who(seat: Seat | None) -> str:
    """Return the name of a seat's player, "" if nobody may know it."""
    player = seat.player if seat else None
    # Somebody without a name is called by a part of their address, and has no page.
    known = player is not None and player.number > 0 and "@" not in player.name
    return name_of(player) if player and known else ""


def _places(order: Order, geography: Geography) -> Iterator[str]:
    """Yield the provinces that an order mentions."""
    match order:
        case Hold(unit) | Disband(unit):
            places: tuple[int, ...] = (unit.location,)
        case Move(unit, target) | Retreat(unit, target):
            places = (unit.location, target)
        case SupportHold(unit, supported):
            places = (unit.location, supported)
        case SupportMove(unit, other, target) | Convoy(unit, other, target):
            places = (unit.location, other, target)
        case Build(location=location):
            places = (location,)
        case Vote(order=wanted):
            yield from _places(wanted, geography)
            return
        case Declare(province=province):
            places = () if province is None else (province,)
        case Waive():
            places = ()
    for place in places:
        yield geography.provinces[geography.province_of[place]].abbreviation


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def _path(word: str) -> str:
    return quote(word, safe="")
