"""A sample of every mail, by a name that says what it shows."""

from collections.abc import Iterator
from datetime import timedelta

from judge.engine import Build, Order, Reason, Waive, adjudicate
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    AnsweredElsewhere,
    Aside,
    CaseRead,
    Conduct,
    ConductMark,
    ConfirmationAsked,
    DiaryNote,
    Ending,
    Entrant,
    Follower,
    Game,
    GameCreated,
    GameSettings,
    GameStarted,
    HeldPress,
    LeftOut,
    LineNotUnderstood,
    LineOffered,
    LineRead,
    LinesNotObeyed,
    MailStopped,
    Motion,
    MotionKind,
    NothingDone,
    ObserverJoined,
    OrderSheet,
    OrdersShown,
    Plan,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PlayerSignedOn,
    PowerTakenOver,
    PreviewShown,
    ProcessingSet,
    ProofAsked,
    Proxy,
    ProxyView,
    Reader,
    Refused,
    ReplyAddressSent,
    Seat,
    SettingChanged,
    SettingsProposed,
    Stage,
    absences,
    admin,
    diaries,
    dry_run,
    editing,
    filing,
    guests,
    inquiry,
    inspection,
    phases,
    places,
    press,
    profiles,
    proposals,
    proxies,
    public_view,
    refusals,
    rolling,
    starting,
    substitutes,
    turn,
    votes,
)
from judge.game.masters import (
    HasPlayer,
    IsDummy,
    MasterAppointed,
    MasterBecame,
    MasterPromoted,
    NobodyPlays,
    NoDummy,
    NoSuchPerson,
    NotObserver,
    NoTutors,
    OfficialAnnounced,
    TutorNamed,
)
from judge.game.model import Reliability
from judge.game.settings import change
from judge.game.settings.change import (
    GameBegun,
    JoinedUnnamed,
    NoSuchOption,
    NothingChanged,
    NotOffered,
)
from judge.letter import Notice
from judge.messages import counted, message
from judge.render import (
    AddressPaused,
    AlarmOver,
    AlarmRaised,
    BrowserOpened,
    DeliveryFailed,
    ForgeriesDenied,
    Forgery,
    GameStuck,
    InvitationFailed,
    LetterAwaited,
    LetterSetAside,
    LettersRescued,
    LetterUnread,
    MailMoved,
    MailPaused,
    MastersChanged,
    PasswordGuessed,
    PlayersEjected,
    PostmasterWritten,
    Renderer,
    RescuedLetter,
    TroublesGathered,
    TwoSeats,
)
from judge.render.facts.pages import board_in
from judge.render.templates import ENGLISH, Language
from tests.kinds import replace
from tests.render import story
from tests.render.boards import ROOT, STANDARD, order, phase, unit
from tests.render.mailing import FANNY, Told, answer, news
from tests.render.mails_of_places import mails_of_places
from tests.render.mails_of_rules import rules
from tests.render.story import DEADLINE, MIA, NOW, OLGA, PLAYERS, STRANGER

POWERS = tuple(PLAYERS)


def all_mails(language: Language = ENGLISH, kind: type[Renderer] = Renderer) -> dict[str, Notice]:
    """Return all sample mails by name."""
    renderer = kind(ROOT / "templates", "judge@judge.example", language)
    receipts = (_orders, _mistakes, _desk)
    clock = (_results, _held_up, _clock, _time, _masters)
    first = (*clock, _people, _before_the_start, _leaving, _press, _ends, _trouble)
    told = (*first, mails_of_places, rules)
    parts = (*receipts, *told)
    return {name: notice for part in parts for name, notice in part(renderer)}


def _sheet(board: str, power: str, lines: str, missing: str = "", troubled: str = "") -> OrderSheet:
    """Return a sheet in the phase `board` with orders, missing units, a bad line."""
    position = board_in(story.at(board)).position
    orders = tuple(order(line, position) for line in filter(None, lines.split("; ")))
    absent = tuple(unit(power, text) for text in filter(None, missing.split(", ")))
    bad = tuple(filter(None, [troubled]))
    return OrderSheet(
        power, position.phase, orders, absent, troubled=bad, complete=not (absent or bad)
    )


def _filed(sheet: OrderSheet, *reads: LineRead, old: str = "") -> filing.OrdersFiled:
    """Return the fact that the orders of `sheet` were stored in place of `old`."""
    position = board_in(story.at(str(sheet.phase))).position
    stood = [order(line, position) for line in filter(None, old.split("; "))]
    changed = tuple(
        (new, next((was for was in stood if _is_for_the_same(was, new)), None))
        for new in sheet.orders
        if new not in stood
    )
    told = replace(sheet, receipt=3, digest="7f3a-91c2")
    return filing.OrdersFiled(told, reads, changed, NOW, ready=None)


def _is_for_the_same(one: Order, other: Order) -> bool:
    if isinstance(one, Build | Waive) or isinstance(other, Build | Waive):
        return False
    return one.unit == other.unit


def _orders(renderer: Renderer) -> Iterator[Told]:
    start, full = story.STARTED, "A PAR - BUR; A MAR - SPA; F BRE - MAO"
    sheet = _sheet("S1901M", "France", full)
    yield "orders complete", answer(renderer, start, _filed(sheet))
    last = replace(
        _filed(
            sheet,
            LineRead("paris to burg", sheet.orders[0]),
            LineRead("1. A Mar - Spa (attack!)", sheet.orders[1], note="(attack!)"),
            LineRead("F Brest moves to Mid-Atlantic Ocean", sheet.orders[2]),
            old="A PAR - PIC; A MAR - SPA",
        ),
        ready=NOW,
        junk=("Good luck to all",),
    )
    ready = replace(start, ready=NOW)
    yield "orders complete, all in", answer(renderer, ready, last)
    awaited = replace(_filed(sheet), waits=True)
    yield "orders complete, somebody waits", answer(renderer, start, awaited)
    again = _filed(sheet, old=full)
    yield "orders complete, the same again", answer(renderer, start, again)
    behalf = replace(_filed(sheet), on_behalf=True)
    became = MasterBecame("France")
    yield (
        "orders by the Master",
        answer(renderer, start, became, behalf, player=MIA, role="France"),
    )
    yield "orders by the Master, to the player", news(renderer, start, behalf, "France")
    empty = _sheet("S1901M", "France", "", "F BRE, A MAR, A PAR")
    cleared = filing.OrdersCleared(empty, sheet.orders, NOW)
    yield "orders cleared", answer(renderer, start, cleared)
    yield "orders shown", answer(renderer, start, OrdersShown(_typo_sheet()))
    bad = LineRead("A Mar - Burgandy", part="Burgandy", suggestions=("A MAR - BUR",))
    helped = inquiry.HelpGiven("press", ("press",))
    yield (
        "orders that stand below an answer",
        answer(renderer, start, helped, filing.OrdersStand(_typo_sheet(), (bad,))),
    )
    doubtful = LinesNotObeyed(Aside.DOUBT, ("A PAR - PIC", "F BRE - ENG"))
    offer = filing.OrdersOffered(doubtful.lines, "1a2b3c4d")
    stand = filing.OrdersStand(sheet)
    yield "lines in doubt that a yes stores", answer(renderer, start, doubtful, offer, stand)
    unclear = replace(offer, clear=False)
    yield "lines in doubt that no yes stores", answer(renderer, start, doubtful, unclear, stand)
    yield "wait set", answer(renderer, start, votes.WaitSet("France", True, None))
    yield from _receipts(renderer, start, sheet)
    yield "wait taken back", answer(renderer, ready, votes.WaitSet("France", False, NOW))
    vote = votes.DrawVoted("France", ("England", "France"))
    yield "draw voted", answer(renderer, start, vote)
    yield "draw vote taken back", answer(renderer, start, votes.DrawVoted("France", None))


def _by_proxy(renderer: Renderer, start: Game, sheet: OrderSheet) -> Iterator[Told]:
    """Yield the mails about orders by proxy."""
    paris = next(one for one in board_in(start).position.units if one.power == "France")
    single = Proxy("Germany", 1, 2, phase("S1901M"), paris)
    given = proxies.ProxyGiven("France", single)
    yield "proxy given", answer(renderer, start, given)
    yield "proxy given, to who has it", news(renderer, start, given, "Germany")
    whole = replace(single, unit=None, until=phase("F1901M"))
    ended = proxies.ProxyEnded("France", (single, whole))
    yield "proxies ended", answer(renderer, start, ended)
    yield "proxies ended, to who had them", news(renderer, start, ended, "Germany")
    order = sheet.orders[0]
    full = replace(sheet, entered=((order, "Germany"),))
    entered = proxies.OrdersEntered(
        by="Germany",
        sheet=full,
        part=replace(full, orders=(order,), receipt=0, digest=""),
        lines=(LineRead("A PAR - BUR", order),),
        taken=(order,),
        changed=((order, None),),
        barred=("A MAR H",),
        dated=NOW,
        ready=None,
    )
    gerd = story.PLAYERS["Germany"]
    seen = entered.seen(start, Reader(gerd, "Germany"))
    yield ("orders by proxy", answer(renderer, start, seen, player=gerd, role="Germany"))
    yield "orders by proxy, to the owner", news(renderer, start, entered, "France")
    rows = (
        ProxyView("France", single),
        ProxyView("Italy", whole),
        ProxyView("Austria", whole, (order,)),
    )
    shown = OrdersShown(full, proxies=rows)
    yield "orders shown with proxies", answer(renderer, start, shown)


def _receipts(renderer: Renderer, start: Game, sheet: OrderSheet) -> Iterator[Told]:
    """Yield the mails about orders that are undone, replaced, planned and previewed."""
    told = replace(sheet, receipt=4, digest="7f3a-91c2")
    undone = filing.OrdersUndone(told, 3, (), (), NOW, None)
    yield "orders undone", answer(renderer, start, undone)
    replaced = replace(
        _filed(sheet),
        dropped=sheet.orders[:1],
        cases=(CaseRead("IF NOT AUSTRIA F TRI", False), CaseRead("IF A PAR", True)),
        preferred=(("PREFER F Brest, A Paris", ("Build F Brest",)), ("PREFER F", ())),
    )
    yield "orders replaced", answer(renderer, start, replaced)
    held_back = replace(_filed(sheet), held_back=True)
    yield "orders not replaced", answer(renderer, start, held_back)
    lines = ("A BUR - MUN", "F MAO - POR")
    kept = filing.OrdersPlanned(
        "France", phase("F1901M"), lines, NOW, (("A MAR - Spian", "Spian"),), lines[:1]
    )
    yield "orders kept for later", answer(renderer, start, kept)
    yield "no orders kept", answer(renderer, start, replace(kept, lines=(), wrong=()))
    taken = filing.PlanTaken(told, (), NOW, None, cases=replaced.cases)
    yield "orders kept, taken", news(renderer, start, taken, "France")
    shown = OrdersShown(told, plans=(Plan(phase("F1901M"), lines, NOW),))
    yield "orders shown with plans", answer(renderer, start, shown)
    yield from _by_proxy(renderer, start, told)
    preview = PreviewShown(
        start,
        adjudicate(board_in(start).position, sheet.orders, start.variant),
        "France",
        ("Germany: A MUN - BUR",),
        ("A MAR - Spian",),
    )
    yield "preview", answer(renderer, start, preview)
    played = inquiry.PositionAdjudicated(
        start.variant, ((board_in(start).position, preview.adjudication),)
    )
    yield "position adjudicated", answer(renderer, None, played)
    nothing = inquiry.PositionAdjudicated(None, (), ("Atlantis: A PAR H",))
    yield "position not understood", answer(renderer, None, nothing)
    until = votes.WaitSet("France", False, None, NOW + timedelta(hours=30))
    yield "wait until a moment", answer(renderer, start, until)


def _typo_sheet() -> OrderSheet:
    lines, bad = "A PAR - PIC; F BRE - MAO", "A Mar - Burgandy"
    return _sheet("S1901M", "France", lines, "A MAR", troubled=bad)


def _mistakes(renderer: Renderer) -> Iterator[Told]:
    start = story.STARTED
    bad = "A Mar - Burgandy"
    right = ("A MAR - BUR",)
    typo = LineRead(bad, part="Burgandy", meant=("Burgundy",), suggestions=right)
    yield "orders with a typo", answer(renderer, start, _filed(_typo_sheet(), typo))
    seas = ("North Sea", "Norway", "Norwegian Sea")
    wrong = (
        LineRead("F Bre - Nor", part="Nor", suggestions=seas, ambiguous=True),
        LineRead("A Par - Spa", _at_start("A PAR - SPA"), Reason.NOT_ADJACENT),
        LineRead("A Mun H", _at_start("A MUN H"), Reason.FOREIGN_UNIT),
    )
    none = _sheet("S1901M", "France", "A MAR H", "F BRE, A PAR", troubled="F Bre - Nor")
    filed = _filed(none, *wrong, old="A MAR H")
    yield (
        "orders with three mistakes",
        answer(renderer, start, filed, LinesNotObeyed(Aside.BELOW, ("A MAR - SPA",))),
    )
    old = _sheet("S1901M", "France", "A PAR H", troubled="fleet paris hold")
    later = _filed(old, LineRead("A Par H", _at_start("A PAR H")))
    yield "orders with an old mistake", answer(renderer, start, later)
    spain = order("F MAO - SPA", story.FALL_1902)
    coast = LineRead("F Mao - Spa", spain, Reason.COAST_NEEDED)
    rest = "A BUR - MUN; F BRE - ENG; A SPA - POR; A MAR H"
    four = _sheet("F1902M", "France", rest, "F MAO", troubled="F Mao - Spa")
    yield ("orders without a coast", answer(renderer, story.at("F1902M"), _filed(four, coast)))
    retreat = OrdersShown(_sheet("F1902R", "Germany", "", "A MUN"))
    yield (
        "orders for a retreat missing",
        answer(renderer, story.at("F1902R"), retreat, player=PLAYERS["Germany"]),
    )
    build = _sheet("W1902A", "Austria", "Austria: A BUD B")
    half = _filed(replace(build, pending=1, complete=False))
    yield (
        "orders for one build of two",
        answer(renderer, story.at("W1902A"), half, player=PLAYERS["Austria"]),
    )


def _at_start(line: str) -> Order:
    return order(line, STANDARD.start)


def _results(renderer: Renderer) -> Iterator[Told]:
    fall, retreats, winter = story.HISTORY
    moved = turn.PhaseProcessed(fall.before, fall.adjudication, NOW, fall.absent, DEADLINE)
    fled = turn.PhaseProcessed(
        retreats.before, retreats.adjudication, NOW, retreats.absent, DEADLINE
    )
    built = turn.PhaseProcessed(winter.before, winter.adjudication, NOW, winter.absent, DEADLINE)
    yield "results of movement", news(renderer, story.at("F1902R"), moved, "Germany")
    yield (
        "results of movement, nothing to do",
        news(renderer, story.at("F1902R"), moved, "France"),
    )
    yield (
        "results of movement, to the Master",
        answer(renderer, story.at("F1902R"), moved, player=MIA, role=MASTER),
    )
    yield "results of retreats", news(renderer, story.at("W1902A"), fled, "Austria")
    yield ("results of retreats, to remove", news(renderer, story.at("W1902A"), fled, "Germany"))
    yield "results of adjustments", news(renderer, story.SPRING, built, "France")
    last = replace(fled, deadline=None)
    yield "results, the last ones", news(renderer, story.SPRING, last, OBSERVER)


def _held_up(renderer: Renderer) -> Iterator[Told]:
    start = story.STARTED
    yield ("held", news(renderer, start, turn.PhaseHeld(DEADLINE + timedelta(hours=2)), "France"))
    shut = turn.PhaseHeld(DEADLINE + timedelta(hours=24), shut=True)
    yield "held while mail cannot come in", news(renderer, start, shut, "France")
    lost = turn.MailLost(phase("F1902M"), DEADLINE)
    yield "mail lost, to a player", news(renderer, start, lost, "France")
    yield "mail lost, to the Master", news(renderer, start, replace(lost, restored=None), MASTER)
    missed = filing.OrdersMissed("France", phase("F1902M"), DEADLINE, DEADLINE + timedelta(1))
    yield ("orders missed, to the Master", news(renderer, start, missed, MASTER))


def _clock(renderer: Renderer) -> Iterator[Told]:
    start = story.with_orders(story.STARTED, "France", "A PAR - BUR", "F BRE - MAO")
    near = replace(start, deadline=NOW + timedelta(hours=24))
    soon = turn.OrdersReminded(("France", "Italy"), NOW + timedelta(hours=24), NOW)
    yield "reminder", news(renderer, near, soon, "France")
    late = turn.PowersLate(("France", "Italy"), NOW, NOW + timedelta(hours=24))
    passed = replace(start, deadline=NOW, grace=NOW + timedelta(hours=24))
    yield "late, to the late one", news(renderer, passed, late, "France")
    yield "late, to the others", news(renderer, passed, late, "Turkey")
    yield "late, to the Master", news(renderer, passed, late, MASTER)
    early = ProcessingSet(NOW + timedelta(minutes=30), NOW, ("France",))
    yield ("all orders are in", news(renderer, replace(start, ready=NOW), early, "France"))
    gone = turn.PowersAbandoned(("Italy",), (PLAYERS["Italy"],))
    yield "abandoned, to the others", news(renderer, start, gone, "France")
    empty = story.without(start, "Italy")
    yield "abandoned, to the one", news(renderer, empty, gone, "Italy")
    moved = phases.DeadlineSet(DEADLINE + timedelta(days=1), DEADLINE)
    yield "deadline set", answer(renderer, start, moved, player=MIA, role=MASTER)
    yield "deadline set, to a player", news(renderer, start, moved, "Russia")
    paused = replace(start, stage=Stage.PAUSED, deadline=None)
    yield "paused", news(renderer, paused, phases.GamePaused("Happy holidays"), "France")
    yield "resumed", news(renderer, start, turn.GameResumed(DEADLINE), "France")
    back = rolling.GameRolledBack(story.FALL_1902, (phase("F1902M"), phase("F1902R")), DEADLINE)
    yield "rolled back", news(renderer, story.at("F1902M"), back, "France")
    yield (
        "confirmation asked",
        answer(
            renderer,
            start,
            ConfirmationAsked("PROCESS", "kqzvm", ("England", "Italy")),
            player=MIA,
            role=MASTER,
        ),
    )
    yield "nothing done", answer(renderer, start, NothingDone())


def _lines_to_vote_on(renderer: Renderer) -> Iterator[Told]:
    start = story.STARTED
    line = Motion(MotionKind.COMMAND, None, "four are late", line="SET GRACE 48")
    alone = replace(start, masters=(), settings=GameSettings(moderated=False))
    yield "line proposed", answer(renderer, alone, proposals.ProposalMade("France", line))
    asked_too = proposals.ProposalMade("", line)
    yield "line proposed, to the others", news(renderer, alone, asked_too, "Italy")
    yield "line agreed on", news(renderer, alone, proposals.ProposalAgreed(line), "Italy")
    against = proposals.ProposalRejected(line)
    yield "line turned down", news(renderer, alone, against, "Italy")
    too_late = proposals.ProposalRejected(line, possible=False)
    yield "line agreed on in vain", news(renderer, alone, too_late, "Italy")


def _time(renderer: Renderer) -> Iterator[Told]:
    start = story.STARTED
    asked = absences.AbsenceAsked("France", NOW.date(), (NOW + timedelta(days=30)).date())
    yield "absence asked", answer(renderer, start, asked)
    yield "absence wanted", news(renderer, start, asked, MASTER)
    away = absences.AbsenceSet("France", ((NOW, DEADLINE),))
    yield "absence", answer(renderer, start, away)
    yield "absence over", answer(renderer, start, absences.AbsenceSet("France", ()))
    motion = Motion(MotionKind.EXTEND, DEADLINE, "I am on a train")
    yield "proposed", answer(renderer, start, proposals.ProposalMade("France", motion))
    yield (
        "proposed, to the others",
        news(renderer, start, proposals.ProposalMade("", motion), "Italy"),
    )
    yield "voted", answer(renderer, start, proposals.ProposalVoted("France", yes=True))
    yield from _lines_to_vote_on(renderer)
    yield "turned down", news(renderer, start, proposals.ProposalRejected(motion), "Italy")
    patient = replace(start, settings=GameSettings(excuses=1), grace=DEADLINE)
    excused = turn.PowersExcused(("France",), DEADLINE)
    yield "excused", news(renderer, patient, excused, "France")
    yield "excused, to the others", news(renderer, patient, excused, "Italy")
    agreed = phases.DeadlineSet(DEADLINE, NOW, voted=True)
    yield "deadline agreed on", news(renderer, start, agreed, "Italy")
    paused = replace(start, stage=Stage.PAUSED, deadline=None)
    until = phases.GamePaused("Happy holidays", DEADLINE, voted=True)
    yield "paused by players", news(renderer, paused, until, "Italy")


def _masters(renderer: Renderer) -> Iterator[Told]:
    start = story.STARTED
    rows = (
        inspection.PowerStatus("Austria", vacant=True),
        inspection.PowerStatus("France", vacant=False, late=True, missed=2, unreachable=True),
    )
    for name, event in (
        ("status", inspection.StatusShown(start, rows)),
        ("settings", inspection.SettingsShown(start, (("MOVE NEXT", "72h"),))),
        (
            "settings proposed",
            SettingsProposed((("GRACE", "24h", "12h"),), (("GRACE", "12h"),), "mfqdp"),
        ),
        ("Master promoted", MasterPromoted(OLGA)),
        ("tutor named", TutorNamed(OLGA)),
        ("official", OfficialAnnounced("Happy new year!", MIA, timedelta(days=1))),
        ("dry run", dry_run.DryRunShown("TERMINATE", (MasterPromoted(OLGA),))),
        (
            "audit trail",
            inspection.TrailShown(
                start,
                (
                    inspection.TrailRow(NOW, MIA, "Master", "S1901M paused", False, "0a" * 32, ""),
                    inspection.TrailRow(NOW, None, "", None, True, "1b" * 32, ""),
                ),
                2,
                open=True,
                unbroken=True,
                end="2c" * 32,
            ),
        ),
    ):
        yield name, answer(renderer, start, event, player=MIA, role=MASTER)
    yield "appointed", news(renderer, start, MasterAppointed(OLGA, (MIA,)), OBSERVER)
    official = OfficialAnnounced("Happy new year!", MIA)
    yield "announced", news(renderer, start, official, OBSERVER)
    yield "tutor", news(renderer, start, TutorNamed(OLGA), "Italy")
    yield "promoted", news(renderer, start, MasterPromoted(OLGA), OBSERVER)
    entrants = tuple(Entrant(player) for player in PLAYERS.values())
    forming = replace(story.FORMING, entrants=entrants)
    undone = rolling.GameUnstarted(entrants)
    yield "unstarted", renderer.news((undone,), forming, Reader(FANNY, "Entrant"), NOW)


def _people(renderer: Renderer) -> Iterator[Told]:
    forming, start = story.FORMING, story.STARTED
    joined = PlayerJoined(Entrant(FANNY, "France, Italy"), 5)
    yield "joined", answer(renderer, forming, joined, role="Entrant")
    yield "joined, to the Master", news(renderer, forming, joined, MASTER)
    begun = GameStarted(story.SEATS, STANDARD.start, DEADLINE)
    yield "start", news(renderer, start, begun, "France")
    yield "start, to the Master", news(renderer, start, begun, MASTER)
    yield "joined last", answer(renderer, start, PlayerJoined(Entrant(FANNY), 0), begun)
    yield ("created", answer(renderer, None, GameCreated(forming), player=MIA, role=MASTER))
    yield "signed on", answer(renderer, start, PlayerSignedOn("France", FANNY))
    taken = PowerTakenOver(Seat("Italy", STRANGER), DEADLINE)
    yield (
        "taken over",
        answer(renderer, story.at("F1902M"), taken, player=PLAYERS["Italy"], role="Italy"),
    )
    yield ("taken over, to the others", news(renderer, story.at("F1902M"), taken, "France"))
    watcher = ObserverJoined(Follower(OLGA))
    yield ("observer", answer(renderer, story.SPRING, watcher, player=OLGA, role=OBSERVER))
    yield "observer, to the Master", news(renderer, story.SPRING, watcher, MASTER)


def _before_the_start(renderer: Renderer) -> Iterator[Told]:
    until = story.NOW + timedelta(days=2)
    called = starting.MusterCalled(until, (FANNY,))
    mustering = replace(story.FORMING, muster=until)
    asked = Reader(FANNY, ENTRANT)
    yield "muster", renderer.news((called,), mustering, asked, NOW)
    yield "muster, to the Master", news(renderer, mustering, called, MASTER)
    confirmed = starting.EntrantConfirmed(FANNY, story.NOW, 1)
    yield "confirmed", answer(renderer, mustering, confirmed, role=ENTRANT)
    preferred = starting.PowersPreferred(FANNY, "F[EG]*", (("France",), ("England", "Germany")))
    yield "preferred", answer(renderer, mustering, preferred, role=ENTRANT)
    ended = starting.MusterEnded((FANNY,), 1)
    yield "muster ended", news(renderer, story.FORMING, ended, MASTER)
    blots = tuple(
        Conduct("smp", "France", phase, story.NOW, mark)
        for phase, mark in (
            ("S1901M", ConductMark.LATE),
            ("F1901M", ConductMark.MISSED),
            ("S1902M", ConductMark.LEFT),
        )
    )
    shown = profiles.ReliabilityShown(Reliability(83, 24, blots))
    yield "reliability", answer(renderer, None, shown, role="")
    unknown = profiles.ReliabilityShown(Reliability(None, 2))
    yield "reliability, not known", answer(renderer, None, unknown, role="")


def _leaving(renderer: Renderer) -> Iterator[Told]:
    start = story.STARTED
    left = PlayerLeft(FANNY, "France", ejected=False)
    vacant = story.without(start, "France")
    yield "resigned", answer(renderer, vacant, left)
    yield "resigned, to the others", news(renderer, vacant, left, "Turkey")
    ejected = PlayerLeft(FANNY, "France", ejected=True)
    yield "ejected", news(renderer, vacant, ejected, "France")
    yield "ejected, to the others", news(renderer, vacant, ejected, "Turkey")
    renewed = places.ReplyAddressRenewed(FANNY, "France")
    yield "reply address renewed", answer(renderer, start, renewed)
    yield ("reply address renewed by the Master", news(renderer, start, renewed, "France"))
    yield (
        "setting changed",
        news(renderer, start, SettingChanged(GameSettings(), "MOVE", "48 hours"), "France"),
    )
    yield (
        "Master became",
        answer(renderer, start, MasterBecame("France"), player=MIA, role=MASTER),
    )
    yield "reply address", answer(renderer, start, ReplyAddressSent("France"))
    old, new = "fanny@old.example", "fanny@players.example"
    sooner = story.NOW + timedelta(days=1)
    for name, event in (
        ("address asked", profiles.AddressAsked(new, story.DEADLINE)),
        ("address asked with password", profiles.AddressAsked(old, story.DEADLINE, sooner)),
        ("address question", profiles.AddressQuestion(old, story.DEADLINE)),
        ("address taken", profiles.AddressQuestion(new, story.DEADLINE, sooner)),
        ("answer unclear", profiles.AnswerUnclear(story.DEADLINE, address=old)),
        ("letter denied", profiles.QuestionDenied()),
        ("letter for a seat denied", profiles.QuestionDenied(game="smp")),
        ("address denied", profiles.QuestionDenied(address=old)),
        ("taking over denied", profiles.QuestionDenied(address=old, taking=True)),
        ("command denied", profiles.QuestionDenied(command="TERMINATE")),
        ("lines denied", profiles.QuestionDenied(command="ORDERS")),
        ("addresses", profiles.AddressesShown((new, old, "fanny@work.example"))),
        ("one address", profiles.AddressesShown((new,))),
        ("address forgotten", profiles.AddressForgotten(old)),
        ("password kept", profiles.PasswordKept(new)),
    ):
        yield name, answer(renderer, None, event, role="")
    came = story.NOW - timedelta(minutes=1)
    asked = ProofAsked(("REGISTER", "JOIN smp"), story.DEADLINE, came, new)
    yield "proof asked", answer(renderer, None, asked, role="")
    wanted = ("A PAR - BUR in smp", "PRESS of 120 words to Germany in smp")
    foreign = ProofAsked(wanted, story.DEADLINE, came, "fanny@work.example", "smp", more=2)
    yield "proof asked elsewhere", answer(renderer, None, foreign, role="")
    left = LeftOut(("HISTORY smp", "MY DATA"))
    yield "left out", answer(renderer, None, left, role="")
    yield "left out unproven", answer(renderer, None, replace(left, proven=False), role="")
    yield "mail stopped", answer(renderer, None, MailStopped("ann@example.org"), role="")
    yield "answered elsewhere", answer(renderer, None, AnsweredElsewhere(), role="")


def _press(renderer: Renderer) -> Iterator[Told]:
    start = story.STARTED
    text = "Dear Ines,\n\nshall we leave Piedmont alone this year?\n\n\nFanny"
    plain = press.PressSent("France", ("Italy",), text, broadcast=False)
    yield "press sent", answer(renderer, start, plain)
    yield "press", news(renderer, start, plain, "Italy")
    three = press.PressSent(
        "France", ("England", "Italy"), "A short " + "and not so short " * 9, broadcast=False
    )
    yield "press to two", news(renderer, start, three, "Italy")
    everybody = (*PLAYERS, MASTER, OBSERVER)
    grey = press.PressSent("", everybody, "Beware of the Sultan.", broadcast=True, grey=True)
    yield "press to all, unsigned", news(renderer, start, grey, "Italy")
    yield (
        "press of the Master",
        news(
            renderer,
            start,
            press.PressSent(MASTER, everybody, "Happy new year!", broadcast=True),
            "Italy",
        ),
    )
    open_end = replace(plain, unended=True)
    yield "press without end", answer(renderer, start, open_end)
    held = HeldPress(
        number=4711,
        author=PLAYERS["France"],
        sender="France",
        recipients=("Italy",),
        text=text,
        broadcast=False,
        grey=False,
        written=NOW,
        leaves=NOW + timedelta(minutes=3),
        delayed=False,
    )
    yield "press held", answer(renderer, start, press.PressHeld(held))
    at_end = replace(held, leaves=None, delayed=True)
    yield "press held to the end", answer(renderer, start, press.PressHeld(at_end))
    yield "press recalled", answer(renderer, start, press.PressRecalled((held,)))
    back = press.PressReturned(held, press.LeftPlace("France"))
    yield "press returned", news(renderer, start, back, "France")
    yield from _diary(renderer, start)


def _diary(renderer: Renderer, start: Game) -> Iterator[Told]:
    france, olga = PLAYERS["France"], story.OLGA
    first = DiaryNote(1, france, "France", "S1901M", NOW, "Whom to trust?\nNobody.")
    second = replace(first, number=2, text="It is cold in Paris. " * 3)
    watching = replace(first, author=olga, role=OBSERVER, text="France trusts all.")
    yield "note recorded", answer(renderer, start, diaries.NoteRecorded(first))
    yield "note without end", answer(renderer, start, diaries.NoteRecorded(first, True))
    mailed = diaries.NoteRecorded(first, mailed=True)
    yield "note that was mailed", answer(renderer, start, mailed)
    yield "notes listed", answer(renderer, start, diaries.NotesListed((first, second)))
    yield "no notes listed", answer(renderer, start, diaries.NotesListed(()))
    yield "notes read", answer(renderer, start, diaries.NotesRead((first, second)))
    yield "notes dropped", answer(renderer, start, diaries.NotesDropped((first, second)))
    over = replace(start, stage=Stage.FINISHED, deadline=None)
    opened = diaries.DiariesOpened((first, second, watching))
    said = diaries.StatementMade(replace(first, phase="", opened=True))
    yield "last word", news(renderer, over, said, "Italy")
    yield "last word sent", answer(renderer, over, said)
    yield "diaries", news(renderer, over, opened, "Italy")


def _ends(renderer: Renderer) -> Iterator[Told]:
    over = replace(story.SPRING, stage=Stage.FINISHED, deadline=None)
    drawn = turn.GameDrawn(Ending(("Austria", "France"), "draw agreed by all who play"))
    yield "draw", news(renderer, over, drawn, "France")
    won = turn.GameWon(Ending(("France",), "France owns 18 centers"))
    yield "victory", news(renderer, over, won, "France")
    yield "victory, to an observer", news(renderer, over, won, OBSERVER)
    stopped = replace(over, stage=Stage.TERMINATED)
    ended = phases.GameTerminated(Ending((), "terminated by the Master"))
    yield "terminated", news(renderer, stopped, ended, "France")


def _not_obeyed(renderer: Renderer, start: Game) -> Iterator[Told]:
    block = LineNotUnderstood("POSTAL", ("POSTAL PRESS",), text="A Par - Bur")
    yield "block handed back", answer(renderer, start, block)
    wish = LineOffered("I quit!", ("RESIGN",))
    yield "wish", answer(renderer, start, wish)
    invited = LineOffered("Next time!", ("JOIN newyear CODE bcdfghjkl",), invitation=True)
    yield "unclear reply to an invitation", answer(renderer, start, invited)
    for aside in Aside:
        back = LinesNotObeyed(aside, ("A Par - Bur", "F Bre - Mao"), count=2)
        yield f"not obeyed, {aside.value}", answer(renderer, start, back)


def _desk(renderer: Renderer) -> Iterator[Told]:
    start, forming = story.STARTED, replace(story.FORMING, name="newyear")
    paused = replace(story.SPRING, name="old", stage=Stage.PAUSED, deadline=None)
    vacant = replace(start, name="open1", seats=(Seat("Austria"), *story.SEATS[1:]))
    yield (
        "registered",
        answer(renderer, None, PlayerRegistered(STRANGER, new=True), player=STRANGER, role=""),
    )
    yield ("registered again", answer(renderer, None, PlayerRegistered(FANNY, new=False), role=""))
    yield (
        "games",
        answer(renderer, None, inquiry.GamesListed((forming, start, vacant, paused)), role=""),
    )
    opened = profiles.OpeningsTold((public_view(forming), public_view(vacant)))
    yield "openings", answer(renderer, None, opened, role="")
    yield "games, none", answer(renderer, None, inquiry.GamesListed(()), role="")
    yield "game at length", answer(renderer, start, inquiry.GamesListed((start,), full=True))
    yield "summary", answer(renderer, story.SPRING, inspection.SummaryShown(story.SPRING))
    yield (
        "history",
        answer(renderer, story.SPRING, inspection.HistoryShown(story.SPRING, story.HISTORY[1:])),
    )
    yield "map", answer(renderer, story.SPRING, inspection.MapShown(story.SPRING, None))
    yield (
        "map after a phase",
        answer(renderer, story.SPRING, inspection.MapShown(story.SPRING, story.HISTORY[0])),
    )
    yield "help", answer(renderer, None, inquiry.HelpGiven("orders", ("orders",)), role="")
    line = LineNotUnderstood("SINGON FRANCE@smp", ("SIGN ON FRANCE@smp",))
    yield "line not understood", answer(renderer, None, line, role="")
    full = _sheet("S1901M", "France", "A PAR - BUR; A MAR - SPA; F BRE - MAO")
    yield from _not_obeyed(renderer, start)
    lost = Refused("PRESS", refusals.NoSuchPower("Frnace", tuple(PLAYERS)), "Hello there!")
    yield "orders complete, press refused", answer(renderer, start, _filed(full), lost)
    outside = refusals.NoSuchGame | refusals.NotSignedOn
    for command, why in _REFUSED:
        game = None if isinstance(why, outside) else start
        told = answer(renderer, game, Refused(command, why))
        yield f"refused, {why.in_short}", told


_UNITS = unit("France", "A PAR"), unit("France", "F BRE")
_REFUSED: tuple[tuple[str, refusals.Refusal], ...] = (
    ("JOIN", refusals.NoSuchGame("smq")),
    ("JOIN", refusals.NameTaken("smp")),
    ("REGISTER", refusals.MisleadingName("The Master")),
    ("JOIN", refusals.BadName("a game!")),
    ("JOIN", refusals.NoSuchVariant("modren", ("standard", "modern"))),
    ("JOIN", refusals.NoSuchPower("Frnace", POWERS)),
    ("SET", NoSuchOption("MOV 48", ("MOVE",))),
    (
        "SET",
        NotOffered("STRICT WAIT", "SET WAIT is for every power in the game.", ("SET EARLY NEVER",)),
    ),
    ("JOIN", NoSuchPerson("Fred")),
    ("SET", refusals.WrongValue("MOVE", "soon", "SET MOVE 48")),
    ("SET DRAW", votes.DrawForAll("FRANCE ITALY")),
    ("SET", GameBegun("GUNBOAT", "SET GUNBOAT")),
    ("SET", JoinedUnnamed()),
    ("SIGN ON", refusals.WhichPower(("France", "Italy"))),
    ("SET DEADLINE", refusals.BadTime("next blue moon")),
    ("SET DEADLINE", refusals.TimePassed("yesterday", NOW - timedelta(days=1))),
    ("SET ABSENCE", absences.BadDay("soon")),
    ("SET ABSENCE", absences.DayOver("3 Dec")),
    ("SET ABSENCE", absences.NotedAlready()),
    ("SET NOABSENCE", absences.NoAbsence("25 Jan")),
    ("SET ABSENCE", absences.AbsenceTooLong(15)),
    ("AGREE", proposals.NothingProposed()),
    ("EXTEND", proposals.ProposedBefore(Motion(MotionKind.EXTEND, DEADLINE))),
    ("EXTEND", proposals.TooLong("+90h", DEADLINE)),
    ("UNSTART", rolling.PhasesPlayed("S1901M")),
    ("PROMOTE", NotObserver("fanny@players.example", ("France",))),
    ("SETTINGS", NothingChanged()),
    ("SET WAIT", refusals.NotSignedOn()),
    ("ORDERS", refusals.NotHolder("Germany")),
    ("ORDERS", refusals.NotEntered()),
    ("ORDERS", refusals.NotProven()),
    ("MY DATA", refusals.NotFromOwner()),
    ("SET PASSWORD", refusals.NotRegistered()),
    ("FORGET ADDRESS", refusals.NotOwnAddress("fanny@old.example")),
    ("FORGET ADDRESS", refusals.MailGoesThere("fanny@players.example")),
    ("I AM ALSO", refusals.TwoPlayers("ines@players.example")),
    ("I AM ALSO", refusals.Denied("ines@players.example")),
    ("REPLY", refusals.ProvenBefore()),
    ("REPLY", refusals.ProofTooLate()),
    ("REPLY", refusals.AskedOfAnother()),
    ("REPLY", refusals.ReplyAddressOver()),
    ("REPLY", refusals.AnswersLostMail(phase("F1902M"), phase("S1902M"), DEADLINE)),
    ("REPLY", refusals.AnswersLostMail(phase("F1902M"), None)),
    ("JOIN", refusals.WrongPassword("France")),
    ("PROCESS", refusals.NotMaster()),
    ("ADMIN", refusals.NotKeeper()),
    ("PREDICT", phases.MasterPlays()),
    ("SIGN ON", guests.GameLed()),
    ("SIGN ON", guests.NamesKnown()),
    ("SIGN ON", guests.HasLed()),
    ("SET", change.MasterJoined()),
    ("TUTOR", NoTutors()),
    ("PROPOSE", proposals.NoProposal("PREDICT")),
    ("PROPOSE", proposals.GameHasMaster()),
    ("PROPOSE", proposals.ProposedEnough()),
    ("PROPOSE", proposals.TooFewVoters()),
    ("CONTROL", HasPlayer("France")),
    ("CONTROL", NobodyPlays("Italy", "France")),
    ("DUMMY", IsDummy("France")),
    ("REVIVE", NoDummy("France")),
    ("ROLL FORWARD", rolling.NothingUndone()),
    ("DRY RUN", dry_run.NoDryRun("LIST")),
    ("RELEASE", phases.NothingToRelease()),
    ("EDIT POSITION", editing.UnreadBoard((("units Gaul: A Paris", message("Who?")),))),
    ("EDIT POSITION", editing.CannotStand((message("Two units would be in Paris."),))),
    ("EDIT POSITION", editing.BoardAsItIs()),
    ("EDIT POSITION", editing.ResultsWait()),
    ("PROXY", proxies.NoProxies()),
    ("PROXY", proxies.NoProxies(blind=True)),
    ("PROXY", proxies.NoProxyTo("Germany")),
    ("PROXY", proxies.NotOwnUnit("A MUN")),
    ("NO PROXY", proxies.NoProxyGiven("A PAR")),
    ("NO PROXY", proxies.NoProxyGiven()),
    ("CONFIRM", starting.NoMuster()),
    ("SIGN ON", guests.NotReliable(71, 80)),
    ("ORDERS", refusals.NotPlayer()),
    ("JOIN", refusals.NotForming(("Italy",))),
    ("JOIN", refusals.NotActive(Stage.PAUSED)),
    ("RESUME", refusals.NotPaused()),
    ("JOIN", refusals.SeatTaken("France")),
    ("JOIN", refusals.GameFull()),
    ("JOIN", refusals.AlreadyIn("France")),
    ("ORDERS", refusals.NothingToOrder(phase("S1901M"), _UNITS)),
    ("ORDERS", refusals.OrdersOlder(NOW - timedelta(hours=5))),
    ("UNDO", filing.NoSuchReceipt(9, (3, 4))),
    ("REPLACE", filing.NoOrdersBelow()),
    ("PHASE", refusals.NotComing("S1901M", phase("F1901M"))),
    ("ORDERS", refusals.PhasePassed(phase("S1901M"), phase("F1901M"))),
    ("ORDERS", refusals.CameLate(phase("S1901M"), NOW - timedelta(1), NOW)),
    ("PROCESS", phases.StalePhase("S1901M", phase("F1901M"))),
    ("JOIN", refusals.NoSuchPhase("S1931M")),
    ("EXPLAIN", inspection.NothingProcessed("Demo", phase("S1901M"), NOW)),
    ("JOIN", refusals.NotSurviving("Italy")),
    ("JOIN", refusals.Eliminated("Italy", "Turkey")),
    ("JOIN", inquiry.MissingField("name")),
    ("JOIN", refusals.TooFewPlayers()),
    ("JOIN", refusals.LastMaster()),
    ("JOIN", press.EmptyPress()),
    ("PRESS", press.TooMuchPress(60)),
    ("CREATE", refusals.TooManyGames(10)),
    ("INVITE", refusals.TooManyAsked(20)),
    ("I AM ALSO", refusals.MailedEnough("ann@example.org")),
    ("JOIN", press.NoPress()),
    ("JOIN", press.NoPartialPress()),
    ("PRESS", press.NoBroadcast()),
    ("PRESS", press.NoGreyPress()),
    ("PRESS", press.NoWhitePress()),
    ("PRESS", press.MinorPress()),
    ("PRESS", press.LatePress()),
    ("PRESS", press.MustOrder()),
    ("PRESS", press.TouchPress(("Italy", "Germany"))),
    ("PRESS", press.ObserversSilent()),
    ("PRESS", press.NoFakes()),
    ("RECALL", press.NothingHeld((4711,), timedelta(minutes=3))),
    ("PRESS", press.LeftPlace("France")),
    ("PRESS", press.GotNobody()),
    ("DIARY", diaries.EmptyNote()),
    ("EOG", diaries.EmptyStatement()),
    ("EOG", diaries.NotOver()),
    ("EOG", diaries.SaidBefore()),
    ("DIARY", diaries.NoSuchNote((1, 3))),
    ("DIARY", diaries.DiaryFull(29_950, 30_000)),
    ("SIGN ON", substitutes.SeatReserved("France", DEADLINE)),
    ("SEEK SUBSTITUTE", substitutes.SeatOpen("France")),
    ("SEEK NO SUBSTITUTE", substitutes.NobodySought("France")),
    ("STAND BY", substitutes.HasRoom("France")),
    ("SIGN ON", guests.NotInvited()),
    ("SIGN ON", guests.NotAdmitted()),
    ("SIGN ON", guests.AskedBefore()),
    ("SIGN ON", guests.BadCode()),
    ("SIGN ON", guests.PlaysEnough(3)),
    ("INVITE", guests.InvitedLately("sam@elsewhere.example", NOW)),
    ("UNINVITE", guests.NobodyListed("sam@elsewhere.example")),
    ("INVITE", guests.TooManyInvitations(50)),
    ("WHOIS", profiles.UnknownPerson("Ines")),
    ("UNBLOCK", profiles.NotBlocked("Ines")),
    ("BLOCK", profiles.Yourself()),
    ("WEB", profiles.NoWeb()),
    ("REPLY", refusals.UnprovenAnswer()),
    ("SIGN ON", refusals.KeptApart()),
    ("MONITOR ALL", profiles.TooManyMonitors(20)),
    ("FORGET ME", profiles.StillInGames(("France in smp",))),
    ("PRESS", press.ConversationOver()),
    ("SANDBOX", refusals.HiddenBoard("demo")),
    ("REPLY", press.MeaningSettled()),
    ("REPLY", press.MeaningUnsaid()),
    ("REPLY", filing.YesUnsure(("A PAR - PIC",))),
    ("REPLY", filing.YesUnsure(("A PAR - PIC", "F BRE - ENG"), over=True)),
)


NO_USER = "550 5.1.1 no such user"
NO_UTF8 = "553 5.6.7 the mail server takes no address beyond ASCII"


def _keeper(renderer: Renderer) -> Iterator[Told]:
    said = (
        counted("{count} person", "{count} people", 1),
        message("{person}, in {games}", person="Ann <ann@example.org>", games=("smp",)),
    )
    people = admin.KeeperAnswered(admin.ListPeople(), said)
    yield "keeper answered", answer(renderer, None, people, player=MIA, role="")


def _alarms(renderer: Renderer) -> Iterator[Told]:
    full = message("the disk is nearly full: {free} MB are free", free=12)
    room = message("When it is full no mail is taken. Make room on the disk of the data folder.")
    yield "alarm raised", renderer.trouble(AlarmRaised(full, room), "k@judge.example")
    forged = Forgery(story.NOW, "mallory@evil.example", "fanny@players.example", "RESIGN in smp")
    denied = ForgeriesDenied((forged,), 1)
    yield "forgeries denied", renderer.trouble(denied, "k@judge.example")
    rescued = LettersRescued((RescuedLetter(story.NOW, "fanny@players.example"),), 1, 12)
    yield "letters rescued", renderer.trouble(rescued, "k@judge.example")
    several = TroublesGathered(("game smp is stuck", "letter 17 set aside"), 3)
    yield "troubles gathered", renderer.trouble(several, "k@judge.example")
    masters = MastersChanged("smp", (MIA,), (OLGA, FANNY))
    yield "Masters changed", renderer.trouble(masters, "k@judge.example")
    out = PlayersEjected("smp", (Reader(FANNY, "France"), Reader(OLGA, "Observer")))
    yield "players ejected", renderer.trouble(out, "k@judge.example")
    over = AlarmOver("disk", NOW - timedelta(days=2), NOW)
    yield "alarm over", renderer.trouble(over, "k@judge.example")


def _trouble(renderer: Renderer) -> Iterator[Told]:
    aside = LetterSetAside(17, "Traceback:\n  ...\nKeyError: 'XYZ'")
    yield "letter set aside", renderer.trouble(aside, "keeper@judge.example")
    for reason in (message("it has too many lines"), ""):
        unread = renderer.trouble(LetterUnread(reason), FANNY.address)
        yield f"letter unread{': ' * bool(reason)}{reason}", unread
    awaited = LetterAwaited("smp", "S1901M", NOW + timedelta(hours=12))
    unread = renderer.trouble(LetterUnread("", (awaited,)), FANNY.address)
    yield "letter unread and waited for", unread
    guessed = PasswordGuessed("France", "smp")
    yield "password guessed", renderer.trouble(guessed, FANNY.address)
    seats = TwoSeats("smp", "France", FANNY, "Italy", PLAYERS["Italy"], authentic=True)
    yield "two seats", renderer.trouble(seats, "keeper@judge.example")
    stuck = GameStuck("smp", "KeyError")
    yield "game stuck", renderer.trouble(stuck, "keeper@judge.example")
    yield from _keeper(renderer)
    yield from _alarms(renderer)
    written = PostmasterWritten(18, "ann@isp.example", "Spam?", "Hello,\nplease look.", 3)
    yield "postmaster written", renderer.trouble(written, "keeper@judge.example")
    lost = DeliveryFailed(FANNY, "[smp] S1901M results", NO_USER, "smp", "France")
    yield "delivery failed", renderer.trouble(lost, MIA.address)
    uninvited = InvitationFailed("jürgen@isp.example", NO_UTF8, "smp")
    yield "invitation failed", renderer.trouble(uninvited, MIA.address)
    paused = AddressPaused(FANNY, NO_USER, "smp", "France")
    yield "address paused", renderer.trouble(paused, MIA.address)
    browser = BrowserOpened("Firefox on Linux")
    yield "browser opened", renderer.trouble(browser, FANNY.address)
    moved = MailMoved(FANNY, NO_USER)
    yield "mail moved", renderer.trouble(moved, "fanny@work.example")
    asked = MailPaused("[smp] S1901M results", NOW - timedelta(days=4))
    yield "mail paused", renderer.trouble(asked, FANNY.address)
