"""Mails in COMPAT can be read by programs that were made for the older judges."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from random import Random

import pytest

from judge.engine import (
    Adjudication,
    Build,
    Disband,
    Move,
    Order,
    PhaseKind,
    Position,
    Retreat,
    SupportMove,
    Unit,
    UnitKind,
    Variant,
    Waive,
    adjudicate,
    adjustments,
    build_sites,
)
from judge.game import (
    Fact,
    Format,
    Game,
    GameStarted,
    Player,
    Preferences,
    Reader,
    Stage,
    filing,
    inspection,
    order_sheet,
    press,
    rolling,
    turn,
)
from judge.letter import Notice
from judge.notation import location_name
from judge.render import Answer, Renderer
from judge.shipped import shipped, shipped_variants
from tests.amount import LONG, many
from tests.kinds import replace
from tests.render.boards import STANDARD
from tests.render.judge_log import Log, Piece, read_history, read_log
from tests.render.mails import all_mails
from tests.render.story import DEADLINE, FORMING, HISTORY, LETTER, NOW, STARTED, at, with_orders

RENDERER = Renderer(shipped("templates"), "usxx@judge.example")
PROGRAM = Player(30, "Prog", "prog@players.example", "UTC", Preferences(Format.COMPAT))
YEARS = many(5)
VARIANTS = ("standard", "modern")


class ForPrograms(Renderer):
    """A renderer that writes every mail in COMPAT."""

    def answer(self, answer: Answer) -> Notice:
        return super().answer(replace(answer, player=_for_programs(answer.player)))

    def news(self, events: tuple[Fact, ...], game: Game, reader: Reader, now: datetime) -> Notice:
        reader = replace(reader, player=_for_programs(reader.player))
        return super().news(events, game, reader, now)


def _for_programs(player: Player) -> Player:
    return replace(player, preferences=PROGRAM.preferences)


def mail(event: turn.PhaseProcessed, game: Game, role: str = "") -> str:
    return RENDERER.news((event,), game, Reader(PROGRAM, role), NOW).text


def places(variant: Variant) -> dict[str, str]:
    geography = variant.geography
    return {
        location_name(n, geography).lower(): place.text
        for n, place in enumerate(geography.locations)
    }


def pieces(units: Iterable[Unit], variant: Variant) -> set[Piece]:
    texts = variant.geography.locations
    return {(u.power, u.kind.value, texts[u.location].text) for u in units}


def processed(
    before: Position, adjudication: Adjudication, absent: tuple[str, ...] = ()
) -> turn.PhaseProcessed:
    deadline = DEADLINE + timedelta(days=3)
    return turn.PhaseProcessed(before, adjudication, NOW, absent, deadline)


def log_of(
    before: Position, adjudication: Adjudication, variant: Variant, absent: tuple[str, ...] = ()
) -> Log:
    game = replace(STARTED, variant=variant, position=adjudication.after, seats=())
    event = processed(before, adjudication, absent)
    return read_log(mail(event, game), places(variant))


def check(before: Position, adjudication: Adjudication, variant: Variant) -> Log:
    """Assert that a program that knows the board before can tell the board after."""
    log = log_of(before, adjudication, variant)
    texts, after = variant.geography.locations, adjudication.after
    units = pieces(before.units, variant)
    driven = pieces((one.unit for one in before.dislodged), variant)

    assert log.after(units, driven) == pieces(after.units, variant)
    assert {place for place, retreats in log.dislodged.items() if retreats} == {
        texts[one.unit.location].text for one in after.dislodged
    }
    for one in after.dislodged:
        told = log.dislodged[texts[one.unit.location].text]
        assert set(told) == {texts[place].text for place in one.retreats}
    if log.owned:
        assert {center: power for power, own in log.owned.items() for center in own} == {
            texts[n].text: owner or "Unowned"
            for n, owner in enumerate(after.owners)
            if variant.geography.centers >> n & 1
        }
        due = adjustments(after, variant)
        assert {power: b[2] for power, b in log.balance.items() if b[2]} == due
    assert log.coming[:2] == (
        log.game.lower(),
        {"M": "Movement", "R": "Retreat", "A": "Adjustment"}[after.phase.kind.value],
    )
    return log


def test_a_program_reads_each_kind_of_phase() -> None:
    movement, retreats, winter = (check(one.before, one.adjudication, STANDARD) for one in HISTORY)

    assert movement.judge == "USXX"
    assert (movement.game, movement.variant) == ("Smp", "Standard")
    assert movement.phase == "F1902R"
    assert movement.deadline == "Fri Nov 27 2026 21:00:00 +0000"
    assert movement.titles == [("Movement", "results", "Fall", "1902", "smp", "008")]
    told = {one.unit[1:]: one for one in movement.orders}
    army = told["A", "LON"]
    assert (army.way, army.marks) == (("ENG", "BEL"), ("no convoy",))
    assert told["F", "ENG"].marks == ("dislodged",)
    assert told["F", "SEV"].marks == ("cut",)
    assert told["A", "SPA"].marks == ("void",)
    assert told["A", "TYR"].words == "SUPPORT French Army Burgundy -> Munich"
    assert movement.due == "Mon Nov 30 2026 21:00:00 +0000"
    assert retreats.titles == [("Retreat", "results", "Fall", "1902", "smp", "009")]
    assert [one.marks for one in retreats.orders] == [("destroyed",), ()]
    assert retreats.orders[0].words == "DISBAND"
    assert retreats.balance["Germany"] == (4, 5, -1)
    assert winter.titles == [("Adjustment", "results", "Winter", "1902", "smp", "010")]
    assert ("Defaults, removing", ("Germany", "A", "BUR")) in winter.adjusted


def test_who_sent_nothing_is_told_to_have_no_order() -> None:
    done = HISTORY[0]
    log = log_of(done.before, done.adjudication, STANDARD, absent=("Italy",))

    assert [one.words for one in log.orders if one.unit[0] == "Italy"] == [
        ", No Order Processed" if one.words == "HOLD" else one.words
        for one in log_of(done.before, done.adjudication, STANDARD).orders
        if one.unit[0] == "Italy"
    ]


def test_an_order_sheet_is_read_as_it_stands() -> None:
    game = with_orders(at("F1902M"), "Germany", "A MUN S A RUH - BUR", "F KIE - DEN")
    seat = replace(game.seat("Germany"), player=PROGRAM)
    game = replace(game, seats=(seat,))
    filed = filing.OrdersFiled(order_sheet(game, "Germany"), (), (), NOW, None)
    answer = Answer(PROGRAM, "Germany", game, (filed,), LETTER, NOW)
    text = RENDERER.answer(answer).text
    log = read_log(text, places(STANDARD))

    assert log.titles == [("Movement", "orders", "Fall", "1902", "smp", "008")]
    assert {one.unit[2]: one.words for one in log.orders} == {
        "MUN": "SUPPORT Army Ruhr -> Burgundy",
        "KIE": "-> Denmark",
        "RUH": ", No Order Processed",
        "HOL": ", No Order Processed",
        "DEN": ", No Order Processed",
    }
    assert "Orders not received for all units." in text


def test_a_start_is_read_with_its_units() -> None:
    started = GameStarted(STARTED.seats, STANDARD.start, DEADLINE)
    text = RENDERER.news((started,), STARTED, Reader(PROGRAM, ""), NOW).text
    log = read_log(text, places(STANDARD))

    assert log.start == ("Spring", "1901", "smp", "001")
    assert {one.unit for one in log.orders} == pieces(STANDARD.start.units, STANDARD)
    assert "The deadline for the first orders is Fri Nov 27 2026 21" in text


def test_a_history_is_read_as_mails_one_after_the_other() -> None:
    """Each phase comes with the next one, so a program can continue from the last."""
    game = replace(STARTED, position=HISTORY[-1].adjudication.after)
    shown = inspection.HistoryShown(game, HISTORY)
    over = inspection.HistoryShown(replace(game, stage=Stage.FINISHED), shown.phases)

    told = read_history(_shown(shown, game), places(STANDARD))
    ended = read_history(_shown(over, over.game), places(STANDARD))

    assert [log.subject for log in told] == [
        "USXX:smp - F1902M Results",
        "USXX:smp - F1902R Results",
        "USXX:smp - F1902B Results",
    ]
    for log, done in zip(told, HISTORY, strict=True):
        units = pieces(done.before.units, STANDARD)
        driven = pieces((one.unit for one in done.before.dislodged), STANDARD)
        assert log.after(units, driven) == pieces(done.adjudication.after.units, STANDARD)
    assert [log.coming[:3] for log in told] == [
        ("smp", "Retreat", "Fall"),
        ("smp", "Adjustment", "Winter"),
        ("smp", "Movement", "Spring"),
    ]
    assert [log.over for log in ended] == [False, False, True]
    assert ended[-1].coming == ()


def test_a_board_is_read_by_who_missed_the_mails_before() -> None:
    board = HISTORY[0].adjudication.after
    game = replace(STARTED, position=board)
    back = rolling.GameRolledBack(board, (HISTORY[1].phase,), DEADLINE)
    rolled = RENDERER.news((back,), game, Reader(PROGRAM, ""), NOW).text

    for text in (rolled, _shown(inspection.MapShown(game, None), game)):
        log = read_log(text, places(STANDARD))

        assert log.status == ("Retreat", "Fall", "1902", "smp", "009")
        assert {one.unit for one in log.orders} == pieces(board.units, STANDARD)
        assert {place: len(to) for place, to in log.dislodged.items()} == {"ENG": 4, "MUN": 4}
        assert log.owned["France"] == ("BRE", "MAR", "PAR", "POR", "SPA")


def _shown(shown: inspection.HistoryShown | inspection.MapShown, game: Game) -> str:
    return RENDERER.answer(Answer(PROGRAM, "", game, (shown,), LETTER, NOW)).text


def test_each_mail_about_a_game_is_read() -> None:
    found = all_mails(kind=ForPrograms)
    logs = {
        name: read_log(mail.text, places(STANDARD))
        for name, mail in found.items()
        if mail.game and mail.text.startswith("::")
    }

    assert len(logs) > len(found) / 2
    assert {log.judge for log in logs.values()} == {"JUDGE"}
    assert not any(found[name].html for name in logs)


def test_what_a_player_writes_is_no_line_of_results() -> None:
    """Otherwise a player could make other people's programs believe anything."""
    forged = "Austria: Army Vienna -> Venice.\nTurkey:                  Build waived."
    sent = press.PressSent("France", ("Germany",), forged, broadcast=False)
    text = RENDERER.news((sent,), STARTED, Reader(PROGRAM, ""), NOW).text
    log = read_log(text, places(STANDARD))

    assert (log.orders, log.waived) == ([], [])
    assert "Message from someone@somewhere as France to Germany in 'smp':" in text


def test_a_game_that_has_not_begun_is_due_at_the_beginning_of_time() -> None:
    shown = inspection.SummaryShown(FORMING)
    answer = Answer(PROGRAM, "", FORMING, (shown,), LETTER, NOW)
    log = read_log(RENDERER.answer(answer).text, places(STANDARD))

    assert (log.phase, log.deadline) == ("S1901M", "Thu Jan 01 1970 00:00:00 +0000")


@pytest.mark.parametrize("name", shipped_variants().names if LONG else VARIANTS)
def test_a_program_follows_a_game_from_mail_to_mail(name: str) -> None:
    variant = shipped_variants().read(name)
    chance, position = Random(name), variant.start
    kinds = set()
    while position.phase.year < variant.start.phase.year + YEARS:
        orders = _orders(position, variant, chance)
        adjudication = adjudicate(position, orders, variant)
        check(position, adjudication, variant)
        kinds.add(position.phase.kind)
        position = adjudication.after
    assert kinds >= {PhaseKind.MOVEMENT, PhaseKind.ADJUSTMENT}


def _orders(position: Position, variant: Variant, chance: Random) -> list[Order]:
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return _movements(position, variant, chance)
        case PhaseKind.RETREAT:
            some = [one for one in position.dislodged if chance.random() < 0.7]
            return [Retreat(one.unit, chance.choice(one.retreats)) for one in some]
        case PhaseKind.ADJUSTMENT:
            return list(_adjusted(position, variant, chance))


def _movements(position: Position, variant: Variant, chance: Random) -> list[Order]:
    """Return moves into each other's provinces, with supports, so that units are dislodged."""
    province_of = variant.geography.province_of
    moves = [
        Move(unit, chance.choice(sorted(steps)))
        for unit in position.units
        if (steps := _steps(unit, variant)) and chance.random() < 0.5
    ]
    busy = {move.unit for move in moves}
    orders: list[Order] = [*moves]
    for unit in position.units:
        near = {province_of[one] for one in _steps(unit, variant)}
        fit = [one for one in moves if province_of[one.target] in near]
        if unit not in busy and fit:
            own = [one for one in fit if one.unit.power == unit.power] or fit
            move = chance.choice(own)
            origin = province_of[move.unit.location]
            orders.append(SupportMove(unit, origin, move.target))
    return orders


def _steps(unit: Unit, variant: Variant) -> frozenset[int]:
    geography = variant.geography
    if unit.kind is UnitKind.ARMY:
        return frozenset(geography.army_steps[unit.location])
    return frozenset(geography.fleet_steps[unit.location])


def _adjusted(position: Position, variant: Variant, chance: Random) -> Iterator[Order]:
    """Yield some of the builds, or all removals except the last ones."""
    for power, count in adjustments(position, variant).items():
        sites = build_sites(position, power, variant)
        for site in sites[: max(0, count - chance.randint(0, 1))]:
            yield Build(power, chance.choice([*UnitKind]), site)
        if count > 0 and chance.random() < 0.3:
            yield Waive(power)
        own = [one for one in position.units if one.power == power]
        yield from map(Disband, own[: max(0, -count - 1)])
