"""The options that every game has, and their effects on the variant and on press."""

import pytest

from judge.engine import PhaseKind, Season, Variant, adjudicate
from judge.game import (
    MASTER,
    OBSERVER,
    Event,
    Game,
    GameSettings,
    Player,
    PowerTakenOver,
    PressRule,
    Refused,
    Sender,
    SetOption,
    SettingChanged,
    Signing,
    SignOn,
    VariantChanges,
    changed_variant,
    enter,
    powers_each,
    press,
    public_view,
    roles_of,
    starting,
)
from judge.game.refusals import AlreadyIn, WhichPower, WrongValue
from judge.game.settings import change
from judge.game.settings.change import set_options
from judge.shipped import shipped_variant, shipped_variants
from tests.game.builders import (
    AS_MASTER,
    AS_OBSERVER,
    NOW,
    PLAYERS,
    POWERS,
    STANDARD,
    a_forming_game,
    a_game,
    as_power,
    told,
    with_seat_of,
)
from tests.kinds import replace

ANN = PLAYERS["France"]


def chosen(text: str, variant: Variant = STANDARD) -> GameSettings:
    """Return the settings of a game created with these options."""
    settings = set_options(GameSettings(), text.split(), variant)
    assert isinstance(settings, GameSettings), settings
    return settings


def why(events: tuple[Event, ...] | Event) -> type:
    event = events if not isinstance(events, tuple) else events[0]
    assert isinstance(event, Refused), event
    return type(event.why)


def played(text: str, variant: Variant = STANDARD) -> Variant:
    return changed_variant(variant, chosen(text, variant))


@pytest.mark.parametrize(
    ("text", "builds"),
    [
        ("BUILDS OWNED", "owned"),
        ("BUILDS any", "owned"),
        ("ANY CENTERS", "owned"),
        ("BUILD_ANY", "owned"),
        ("BUILDS ABERRATION", "aberration"),
        ("ABERRATION", "aberration"),
        ("ONE CENTER", "aberration"),
        ("HOME CENTERS", "home"),
        ("BUILDS OWNED BUILDS STANDARD", "home"),
    ],
)
def test_the_master_says_where_powers_build(text: str, builds: str) -> None:
    assert played(text).rules.builds == builds


@pytest.mark.parametrize("name", shipped_variants().names)
def test_without_options_a_variant_is_played_as_its_file_has_it(name: str) -> None:
    variant = shipped_variant(name)
    played = changed_variant(variant, GameSettings())

    assert replace(played, base=None) == replace(variant, base=None)


def test_convoys_may_fall_back_to_land() -> None:
    assert played("CONVOY FALLBACK").rules.convoy_fallback


def test_the_first_year_is_any_but_zero() -> None:
    assert str(played("YEAR 1850").start.phase) == "S1850M"
    assert str(played("STARTING YEAR 300 B.C.").start.phase) == "S-300M"
    assert str(played("YEAR -272").start.phase) == "S-272M"
    refused = set_options(GameSettings(), ["YEAR", "0"], STANDARD)
    assert isinstance(refused, Refused)
    assert isinstance(refused.why, WrongValue)


def test_without_units_the_game_begins_with_builds_in_the_winter_before() -> None:
    start = played("NO UNITS").start

    assert (str(start.phase), start.units) == ("W1900A", ())
    assert start.owners == STANDARD.start.owners
    assert str(played("BLANK BOARD YEAR 1850").start.phase) == "W1850A"


def test_units_of_one_power_are_changed_and_others_stay() -> None:
    variant = played("UNITS Italy F Rome, A Venice, A NAP")
    texts = {
        f"{unit.kind.value} {variant.geography.locations[unit.location].text}"
        for unit in variant.start.units
        if unit.power == "Italy"
    }

    assert texts == {"F ROM", "A VEN", "A NAP"}
    assert len(variant.start.units) == len(STANDARD.start.units)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("UNITS ITALY A TYS", "no army can be in TYS"),
        ("UNITS ITALY F MUN", "no fleet can be in MUN"),
        ("UNITS ITALY A ROME, X VEN", "is no unit"),
        ("UNITS ITALY A ROMA MIA", "is no place of this map"),
        ("UNITS ITALY A VIE", "VIE has a unit already"),
        ("UNITS RUSSIA F STP", "STP/NC or STP/SC"),
        ("UNITS A PAR", "NONE (each power builds its units first)"),
        ("CHAOS UNITS NONE", "STANDARD in a game with CHAOS"),
        ("VICTORY 3", "from 5 to 34"),
        ("VICTORY many", "from 5 to 34"),
        ("PLAYERS 0", "from 1 to 7"),
        ("POWERS EACH 8", "from 1 to 7"),
        ("BUILDS 24", "HOME (home centers)"),
        ("CHAOS perhaps", "ON or OFF"),
        ("PRESS BLUE", "FULL, BROADCAST"),
        ("GUNBOAT 3", "ON or OFF"),
        ("NMR never", "HOLD"),
    ],
)
def test_a_wrong_value_is_answered_with_what_is_allowed(text: str, allowed: str) -> None:
    refused = set_options(GameSettings(), text.split(), STANDARD)

    assert isinstance(refused, Refused)
    assert isinstance(refused.why, WrongValue)
    assert allowed in str(refused.why.allowed)


def test_nobody_starts_a_game_in_which_nobody_has_a_unit() -> None:
    duel = replace(
        STANDARD,
        base=None,
        start=replace(
            STANDARD.start, units=tuple(u for u in STANDARD.start.units if u.power == "Italy")
        ),
    )
    refused = set_options(GameSettings(), ["UNITS", "ITALY", "NONE"], duel)

    assert isinstance(refused, Refused)
    assert "nobody has a unit left" in str(refused.why.allowed)


def test_chaos_on_the_standard_board_is_the_chaos_that_is_shipped() -> None:
    chaos, own = shipped_variant("chaos"), played("CHAOS")

    assert str(own.start.phase) == str(chaos.start.phase)
    assert own.rules.builds == chaos.rules.builds
    homes = {power.home_centers for power in chaos.powers}
    assert {power.home_centers for power in own.powers} == homes
    assert len({power.letter for power in own.powers}) == 34
    assert not {"M", "O"} & {power.letter for power in own.powers}
    assert len({power.color for power in own.powers}) == 34


def test_a_chaos_game_can_be_played() -> None:
    variant = played("CHAOS")
    after = adjudicate(variant.start, (), variant).after

    assert (after.phase.season, after.phase.kind) == (Season.SPRING, PhaseKind.MOVEMENT)


def test_chaos_is_for_maps_with_letters_enough_and_no_rules_about_powers() -> None:
    for name in ("empire", "maharajah"):
        refused = set_options(GameSettings(), ["CHAOS"], shipped_variant(name))
        assert isinstance(refused, Refused)
        assert str(refused.why.allowed).startswith("OFF here")


def test_a_variants_own_option_is_set_like_any_other() -> None:
    maharajah = shipped_variant("maharajah")
    settings = chosen("HOMES OWNED, RIVERS SAIL GUNBOAT", maharajah)

    assert dict(settings.choices) == {"homes": "owned", "rivers": "sail"}
    assert settings.gunboat
    simple = changed_variant(maharajah, settings)
    assert (simple.rules.special, simple.rules.builds) == ((), "owned")
    refused = set_options(GameSettings(), ["HOMES", "far"], maharajah)
    assert isinstance(refused, Refused)
    assert "YEAR (A center where one unit stays" in str(refused.why.allowed)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("VICTORY 9", "9 pieces that need no loan; Great King when its army stands"),
        ("YEAR 1850", "at the end of 1865"),
        ("YEAR 10 BC", "at the end of 6"),
        ("YEAR 500 BC", "at the end of 485 B.C."),
    ],
)
def test_a_rule_that_counts_pieces_or_years_is_moved_with_them(text: str, goal: str) -> None:
    satrap = shipped_variant("satrap")
    changed = changed_variant(satrap, chosen(text, satrap))
    twice = changed_variant(changed, chosen(text, satrap))

    for variant in (changed, twice):
        told = [str(rule.goal(variant)) for rule in variant.rules.special]
        assert goal in "".join(told)


@pytest.mark.parametrize(
    ("text", "rule", "signing"),
    [
        ("PRESS WHITE", PressRule.FULL, Signing.ALWAYS),
        ("WHITE, NO PARTIAL", PressRule.BROADCAST, Signing.ALWAYS),
        ("PRESS GREY/WHITE PARTIAL", PressRule.PARTIAL, Signing.HIDING),
        ("PRESS WHITE/GREY", PressRule.FULL, Signing.CHOICE),
        ("GREY PARTIAL", PressRule.FULL, Signing.NEVER),
        ("NO_PRESS", PressRule.NONE, Signing.CHOICE),
        ("PUBLIC_PRESS", PressRule.BROADCAST, Signing.CHOICE),
        ("PRESS PRIVATE", PressRule.PARTIAL, Signing.CHOICE),
    ],
)
def test_press_is_set_by_the_words_of_the_older_judges(
    text: str, rule: PressRule, signing: Signing
) -> None:
    settings = chosen(text)

    assert (settings.press, settings.signing) == (rule, signing)


def sent(rule: PressRule, signing: Signing, message: press.SendPress, role: str) -> Event:
    game = a_game(settings=GameSettings(press=rule, signing=signing))
    sender = {MASTER: AS_MASTER, OBSERVER: AS_OBSERVER}.get(role, as_power("France"))
    (event,) = told(game, message, sender)
    return event


@pytest.mark.parametrize(
    ("signing", "grey", "to", "result"),
    [
        (Signing.CHOICE, None, "ITALY", False),
        (Signing.CHOICE, True, "ITALY", True),
        (Signing.HIDING, None, "ITALY", True),
        (Signing.HIDING, None, "MASTER", False),
        (Signing.HIDING, False, "ITALY", False),
        (Signing.ALWAYS, None, "ITALY", False),
        (Signing.ALWAYS, True, "ITALY", press.NoGreyPress),
        (Signing.NEVER, None, "ITALY", True),
        (Signing.NEVER, None, "MASTER", False),
        (Signing.NEVER, False, "ITALY", press.NoWhitePress),
    ],
)
def test_press_is_grey_as_its_writer_and_the_game_have_it(
    signing: Signing, grey: bool | None, to: str, result: bool | type
) -> None:
    event = sent(PressRule.FULL, signing, press.SendPress("x", (to,), grey=grey), "France")

    match event:
        case press.PressSent():
            assert event.grey is result
        case Refused():
            assert type(event.why) is result


def test_press_that_is_private_only_goes_neither_to_all_nor_to_all_others() -> None:
    everybody = press.SendPress("x")
    others = press.SendPress("x", tuple(power for power in POWERS if power != "France"))
    some = press.SendPress("x", POWERS[:3])

    for message in (everybody, others):
        event = sent(PressRule.PARTIAL, Signing.CHOICE, message, "France")
        assert why(event) is press.NoBroadcast
    for role, message in ((MASTER, everybody), ("France", some), (OBSERVER, some)):
        event = sent(PressRule.PARTIAL, Signing.CHOICE, message, role)
        assert isinstance(event, press.PressSent)


def test_what_a_game_is_played_with_stays_once_it_runs() -> None:
    for text in ("GUNBOAT", "BLIND", "VICTORY", "BUILDS", "YEAR", "CHAOS", "UNITS"):
        event = told(a_game(), SetOption(text, "OFF"), AS_MASTER)
        assert why(event) is change.GameBegun
    (allowed,) = told(a_game(), SetOption("PRESS", "NONE"), AS_MASTER)
    assert isinstance(allowed, SettingChanged)


def test_who_joined_unnamed_stays_so() -> None:
    unnamed = a_forming_game(ANN, settings=GameSettings(gunboat=True))
    nobody_yet = a_forming_game(settings=GameSettings(gunboat=True))
    off = SetOption("GUNBOAT", "OFF")

    assert why(told(unnamed, off, AS_MASTER)) is change.JoinedUnnamed
    assert isinstance(told(nobody_yet, off, AS_MASTER)[0], SettingChanged)
    (other,) = told(unnamed, SetOption("GRACE", "12"), AS_MASTER)
    assert isinstance(other, SettingChanged)


@pytest.mark.parametrize(("people", "most"), [(1, 7), (2, 4), (3, 3), (5, 2), (7, 1)])
def test_powers_are_dealt_in_rounds_until_none_is_left(people: int, most: int) -> None:
    players = tuple(PLAYERS.values())[:people]
    settings = GameSettings(changes=VariantChanges(players=people))
    seats = starting.deal(a_forming_game(*players, settings=settings))
    held = [seat.player for seat in seats]

    counts = sorted(held.count(player) for player in players)
    assert (sum(counts), counts[-1]) == (7, most)
    assert counts[-1] - counts[0] <= 1
    assert powers_each(STANDARD, settings) == most


def _shared_game() -> Game:
    """Return a game in which Ann has France and Italy, and Germany is vacant."""
    game = a_game(settings=GameSettings(changes=VariantChanges(players=3)))
    game = with_seat_of(game, "Italy", player=ANN)
    return with_seat_of(game, "Germany", player=None)


def test_who_plays_several_powers_has_to_say_which() -> None:
    sign_on = SignOn((("", "demo"),))
    sender = Sender(ANN, "", proven=True)

    assert why(enter(sign_on, sender, _shared_game(), "", NOW)) is WhichPower
    (event,) = enter(sign_on, sender, a_game(), "", NOW)
    assert not isinstance(event, Refused)


def test_a_person_takes_as_many_powers_as_the_game_lets_one_have() -> None:
    sign_on, sender = SignOn((("GERMANY", "demo"),)), Sender(ANN)
    third = enter(sign_on, sender, _shared_game(), "GERMANY", NOW)
    fourth = enter(
        sign_on, sender, with_seat_of(_shared_game(), "Turkey", player=ANN), "GERMANY", NOW
    )

    assert isinstance(third[0], PowerTakenOver)
    assert why(fourth) is AlreadyIn


def test_a_setting_is_told_once_and_a_start_at_each_seat() -> None:
    game = _shared_game()
    told_to = [one.role for one in _start(game).readers(game) if one.player == ANN]

    assert told_to == ["France", "Italy"]
    changed = SettingChanged(game.settings, "GRACE", "12 hours")
    assert [one.role for one in changed.readers(game) if one.player == ANN] == ["France"]


def _start(game: Game) -> Event:
    return starting.start(game, NOW)


def test_a_stranger_is_none_of_those_whose_names_are_hidden() -> None:
    nobody = Player(0, "Sam", "sam@example.org")
    game = a_game(settings=GameSettings(gunboat=True))

    assert roles_of(public_view(game), nobody) == ()
