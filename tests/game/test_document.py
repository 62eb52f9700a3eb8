"""The document of all settings lists their values, and sets them again."""

from datetime import time, timedelta

from hypothesis import given, strategies as st

from judge.engine import PhaseKind
from judge.game import (
    Admission,
    Early,
    GameSettings,
    KindTiming,
    Nmr,
    PressRule,
    SettingChanged,
    Signing,
    Timing,
    VariantChanges,
)
from judge.game.model import Builds
from judge.game.settings.change import set_option
from judge.game.settings.options import OPTIONS, document_of
from judge.store.codec import read_settings, settings_text
from tests.game.builders import STANDARD

# Options whose values take more than a few words have command lines of their own.
APART = {"UNITS", "POWERS EACH"}

clocks = st.none() | st.times().map(lambda one: time(one.hour, one.minute))
lengths = st.integers(1, 60 * 24 * 9).map(lambda n: timedelta(minutes=n))
spans = st.just(timedelta()) | lengths
days = st.sampled_from(("SMTWTFS", "-MTWTF-", "sMTWTFs"))
kinds = st.lists(
    st.builds(
        KindTiming,
        st.sampled_from(PhaseKind),
        st.none() | st.tuples(clocks),
        st.none() | days,
        st.none() | spans,
    ),
    unique_by=lambda one: one.kind,
).map(lambda some: tuple(one for one in some if one != KindTiming(one.kind)))
timings = st.builds(
    Timing,
    zone=st.sampled_from(("UTC", "Europe/Paris")),
    clock=clocks,
    movement=lengths,
    retreat=lengths,
    adjustment=lengths,
    days=days,
    grace=spans,
    reminders=st.lists(lengths, unique=True, max_size=3).map(
        lambda some: tuple(sorted(some, reverse=True))
    ),
    delay=spans,
    early=st.sampled_from(Early),
    kinds=kinds,
)
changes = st.builds(
    VariantChanges,
    builds=st.none() | st.sampled_from(Builds),
    victory=st.none() | st.integers(5, 34),
    year=st.none() | st.integers(-500, -1) | st.integers(1, 1950),
    players=st.none() | st.integers(1, 6),
)
all_settings = st.builds(
    GameSettings,
    timing=timings,
    nmr=st.sampled_from(Nmr),
    press=st.sampled_from(PressRule),
    signing=st.sampled_from(Signing),
    gunboat=st.booleans(),
    blind=st.booleans(),
    changes=changes,
    draw_in_all_survivors=st.booleans(),
    excuses=st.integers(0, 9),
    longest_absence=st.integers(0, 60).map(lambda n: timedelta(days=n)),
    patient_start=st.booleans(),
    votes_stand=st.booleans(),
    admission=st.sampled_from(Admission),
    most_games=st.integers(0, 99),
    replace_after=st.integers(0, 9),
)


@given(all_settings)
def test_what_the_document_says_sets_the_same_again(settings: GameSettings) -> None:
    found = GameSettings()
    for name, value in document_of(settings, STANDARD, forming=True):
        event = set_option(found, f"{name} {value}", STANDARD, forming=True)
        assert isinstance(event, SettingChanged), (name, value)
        found = event.settings

    by_kind = {one.kind: one for one in found.timing.kinds}
    assert by_kind == {one.kind: one for one in settings.timing.kinds}
    assert document_of(found, STANDARD, forming=True) == document_of(
        settings, STANDARD, forming=True
    )


def test_the_document_leaves_out_no_option() -> None:
    named = {name for name, _ in document_of(GameSettings(), STANDARD, forming=True)}

    assert {option.name for option in OPTIONS} - named == APART


@given(all_settings)
def test_settings_are_kept_as_they_are(settings: GameSettings) -> None:
    assert read_settings(settings_text(settings)) == settings
