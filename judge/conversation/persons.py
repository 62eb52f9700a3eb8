"""Carries out commands about the letter's writer as a person, and about other persons."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache

from confusable_homoglyphs import categories, confusables  # type: ignore[import-untyped]  # ships no types

from judge.conversation.known import (
    Acquaintance,
    AddressClaim,
    AddressDropped,
    BrowsersClosed,
    Deed,
    KeeperAsked,
    MailRedirected,
    PasswordChosen,
    PersonBlocked,
    PersonForgotten,
    PersonUnblocked,
    means_the_writer,
)
from judge.conversation.progress import (
    Progress,
    done_for_person,
    for_holder,
    for_proven_writer,
    registered,
    told,
    why_not_mailed,
)
from judge.game import (
    ConfirmationAsked,
    MailGoesThere,
    NotFromOwner,
    NotKeeper,
    NotOwnAddress,
    NotProven,
    NotRegistered,
    Player,
    PlayerRegistered,
    Refusal,
    Refused,
    WhoisPart,
    admin,
    profiles,
)
from judge.letter import OPEN_FOR

_LONGEST = 40
_OF_THE_JUDGE = (
    "judge|the judge|master|the master|game master|moderator|the moderator|observer"
    "|an observer|keeper|the keeper|postmaster|entrant|somebody|everybody|all|vacant"
    "|nobody|everyone|anonymous|system|operator|the operator|admin|administrator|gm"
    "|the gm"
)
# A title is also forbidden beside other words: "Bob, the Master", "Bob (Judge)".
_TITLE = re.compile(
    r"\b(?:the|game)\W+(?:judge|master|moderator|keeper|gm|operator|observer)\b"
    r"|[(,/-]\W*(?:judge|master|moderator|keeper|gm)\W*$",
    re.IGNORECASE,
)
_MOST_WORDS = 6
_JOINER = re.compile(r"(?<=\w)[\u200c\u200d](?=\w)")  # within a word, for Persian and others
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# A name with such characters could be read as words of the judge.
_SENTENCE = re.compile(r"[:;!?|<>=\"\[\]]|(?!Mrs|Rev|Prof)\b\w{3,}\.\s")
_NO_SCRIPT = frozenset({"COMMON", "INHERITED"})
_EAST_ASIAN = frozenset({"HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
_MARK = "\u200e"  # the tables of the library put this mark around letters


def is_like(name: str, others: Iterable[str]) -> bool:
    """Return whether `name` can be mistaken for one of `others`."""
    return any(_looks(name) & _looks(other) for other in others)


def is_misleading(name: str, taken: Iterable[str]) -> bool:
    """Return whether nobody may have this name, because of its form or the names in `taken`."""
    odd = _SENTENCE.search(name) or _is_mixed(name) or _is_no_name(name)
    return bool(odd) or is_like(name, (*taken, *_OF_THE_JUDGE.split("|")))


def fitting_name(person: Player, taken: Iterable[str]) -> str:
    """Return a name for a newcomer: their own, or one made from their address."""
    local, _, domain = person.address.partition("@")
    if "@" not in person.name and not is_misleading(person.name, taken):
        return person.name
    return f"{local} at {domain}" if is_like(local, taken) else person.address


@lru_cache(maxsize=65_536)
def _looks(name: str) -> frozenset[str]:
    """Return the forms of a name that are the same for names that look alike.

    If the name is an address, only the part before the @ counts, because only that is shown. A
    capital I looks like an l, a lower-case i does not, so both forms are returned.
    """
    shown = " ".join(name.partition("@")[0].split())
    plain = unicodedata.normalize("NFKC", shown)
    small = (plain.casefold(), _skeleton(plain).casefold())
    return frozenset(map(_skeleton, small))


def _skeleton(text: str) -> str:
    plain = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(map(_prototype, plain)))


def _prototype(sign: str) -> str:
    """Return the character that stands for all characters that look like `sign`."""
    alike: list[dict[str, str]] = confusables.confusables_data.get(sign, [])
    if len(alike) != 1:
        return sign
    other = alike[0]["c"].strip(_MARK)
    is_chief = len(confusables.confusables_data.get(other, [])) > 1
    return other if is_chief else min(sign, other)


def _is_no_name(name: str) -> bool:
    """Return whether a name is too long, is invisible, or contains a title."""
    return (
        len(name) > _LONGEST
        or len(name.split()) > _MOST_WORDS
        or (name != "" and not any(map(str.isalnum, name)))
        or any(unicodedata.category(sign) in _UNSEEN for sign in _JOINER.sub("", name))
        or any(_TITLE.search(one) for one in (name, _skeleton(name)))
    )


def _is_mixed(name: str) -> bool:
    """Return whether one word contains letters of several scripts."""
    for word in name.split():
        scripts = categories.unique_aliases(word) - _NO_SCRIPT
        if len(scripts) > 1 and not scripts <= _EAST_ASIAN:
            return True
    return False


def show_person(who: str, progress: Progress) -> Progress:
    """Return the progress with the facts about the person `who` that they show to others."""
    own = progress.writer.address
    found = _called(own if means_the_writer(who) else who, progress)
    if found is None:
        return told(progress, Refused("WHOIS", profiles.UnknownPerson(who)))
    return told(progress, person_shown(found, own=_is_own(found, progress)))


def person_shown(found: Acquaintance, *, own: bool) -> profiles.PersonShown:
    """Return the facts that a person shows to others; with `own` for the person themselves."""
    person, shown = found.player, found.player.preferences.shown
    known = Player(
        person.number,
        person.name.partition("@")[0],
        person.address if WhoisPart.ADDRESS in shown else "",
        person.zone if WhoisPart.ZONE in shown else "",
    )
    games = found.games if WhoisPart.GAMES in shown else ()
    return profiles.PersonShown(known, games, own=own)


def show_reliability(progress: Progress) -> Progress:
    """Return the progress with the writer's reliability."""
    known = progress.known
    found = profiles.reliability_of(known.world.standing.conduct, known.now)
    return told(for_holder(progress), profiles.ReliabilityShown(found))


def block(who: str, progress: Progress) -> Progress:
    """Return the progress after the writer blocked a person; "" only shows their blocks.

    The blocked person is not told. An address is blocked whether it has an owner or not, so the
    writer learns nothing about it.
    """
    if not who:
        return _shown(progress)
    found = _called(who, progress)
    if found is None and "@" not in who:
        return told(progress, Refused("BLOCK", profiles.UnknownPerson(who)))
    if found is not None and _is_own(found, progress):
        return told(progress, Refused("BLOCK", profiles.Yourself()))
    if found is None or "@" in who:
        deed = PersonBlocked(progress.writer.number, who.lower())
    else:
        name = found.player.name.partition("@")[0]
        deed = PersonBlocked(progress.writer.number, name, found.player.number)
    return _shown(done_for_person(progress, deed))


def unblock(who: str, progress: Progress) -> Progress:
    """Return the progress after the writer removed a block; the words must be those of the block.

    If other words for the same person worked, they would reveal that both mean the same person.
    """
    called = next((one for one in _blocked(progress) if one.lower() == who.lower()), None)
    if called is None:
        return told(progress, Refused("UNBLOCK", profiles.NotBlocked(who)))
    deed = PersonUnblocked(progress.writer.number, called)
    return _shown(done_for_person(progress, deed))


def _called(who: str, progress: Progress) -> Acquaintance | None:
    return progress.known.world.person_called(who)


def _is_own(found: Acquaintance, progress: Progress) -> bool:
    return found.player.number == progress.writer.number != 0


def _shown(progress: Progress) -> Progress:
    """Return the progress with a list of all blocks at the end, only once in the answer."""
    others = tuple(one for one in progress.events if not isinstance(one, profiles.BlocksShown))
    return replace(progress, events=(*others, profiles.BlocksShown(_blocked(progress))))


def _blocked(progress: Progress) -> tuple[str, ...]:
    """Return the words by which the writer has blocked persons, after the letter so far."""
    names = dict.fromkeys(progress.known.world.blocked)
    for deed in progress.deeds:
        if isinstance(deed, PersonBlocked):
            names[deed.called] = None
        elif isinstance(deed, PersonUnblocked):
            names.pop(deed.called, None)
    return tuple(names)


# How long the reader of a claimed address can object, if the claim comes with the owner's password.
OBJECTION = timedelta(days=1)


def obey_on_addresses(command: profiles.AddressCommand, progress: Progress) -> Progress:
    """Return the progress after a command about the writer's addresses."""
    why = _why_refused(command, progress)
    if why is not None:
        return told(progress, command.refused(why))
    name = command.called()
    match command:
        case profiles.SetAddress(address):
            return _move(address, name, progress)
        case profiles.AlsoKnown():
            return _claim(command, name, progress)
        case profiles.ForgetAddress(address):
            dropped = AddressDropped(progress.writer.number, address)
            left = tuple(one for one in _own(progress) if one != address)
            return _done(progress, dropped, left)
        case profiles.SetPassword(password):
            hashed = progress.known.hash_of(password)
            assert hashed is not None
            chosen = PasswordChosen(progress.writer.number, hashed)
            kept = profiles.PasswordKept(progress.writer.address)
            return told(done_for_person(progress, chosen), kept)


def _why_refused(command: profiles.AddressCommand, progress: Progress) -> Refusal | None:
    """Return why the writer may not give the command, or None if they may.

    A reply address or a game's password alone does not prove that the sender is its holder.
    """
    speaks_for = progress.sender.player.number
    if not progress.known.is_writers or speaks_for not in (0, progress.writer.number):
        return NotFromOwner()
    if isinstance(command, profiles.AlsoKnown):
        return None
    if not progress.writer.number:
        return NotRegistered()
    if isinstance(command, profiles.ForgetAddress):
        if command.address not in _own(progress):
            return NotOwnAddress(command.address)
        if command.address == _own(progress)[0]:
            return MailGoesThere(command.address)
    return None


def _own(progress: Progress) -> tuple[str, ...]:
    """Return the writer's addresses after the letter so far, the main one first."""
    return progress.addresses or progress.known.world.addresses or (progress.writer.address,)


def _move(address: str, name: str, progress: Progress) -> Progress:
    own = _own(progress)
    if address in own:
        moved = MailRedirected(progress.writer.number, address)
        others = tuple(one for one in own if one != address)
        return _done(progress, moved, (address, *others))
    return _ask(AddressClaim(progress.known.sender, address, main=address), name, progress)


def _claim(command: profiles.AlsoKnown, name: str, progress: Progress) -> Progress:
    known, address = progress.known, command.address
    if address in _own(progress):
        return told(progress, profiles.AddressesShown(_own(progress)))
    owner = known.world.owner(address)
    if not known.was_right(command.password, owner.password):
        return _ask(AddressClaim(known.sender, address), name, progress)
    due = known.now if owner.came_back else known.now + OBJECTION
    claim = AddressClaim(known.sender, address, main=known.sender, due=due)
    if owner.came_back:
        return _done(progress, claim, (known.sender, address))
    return _ask(claim, name, progress)


def _ask(claim: AddressClaim, name: str, progress: Progress) -> Progress:
    """Return the progress with a question to the claimed address, or a refusal.

    A letter causes one question at most. A claim with the owner's password is not limited by claims
    of other people, so that an owner can always return.
    """
    asked = profiles.AddressAsked(claim.asked, progress.known.now + OPEN_FOR, claim.due)
    if claim in progress.deeds:
        return progress
    why = why_not_mailed(claim.asked, progress) if claim.due is None else None
    if why is not None:
        return told(progress, Refused(name, why))
    return told(done_for_person(progress, claim), asked)


def _done(progress: Progress, deed: Deed, addresses: tuple[str, ...]) -> Progress:
    progress = done_for_person(progress, deed)
    progress = replace(progress, addresses=addresses)
    return told(progress, profiles.AddressesShown(addresses))


def ask_for_keeper(command: admin.KeeperCommand, progress: Progress) -> Progress:
    """Return the progress with a command of the keeper, to be carried out later.

    Its answer is not known here. A reply address alone does not prove that the sender is the
    keeper.
    """
    known = progress.known
    if not known.is_keeper:
        return told(progress, Refused("ADMIN", NotKeeper()))
    if known.place is not None and not known.authentic:
        return told(progress, Refused("ADMIN", NotProven()))
    asked = KeeperAsked(command)
    return told(done_for_person(progress, asked), admin.KeeperAnswered(command))


_FORGET = "FORGET ME"


def give_copy(part: int, progress: Progress) -> Progress:
    """Return the progress with a copy of everything stored about the writer."""
    shown = profiles.DataShown(progress.writer, part)
    return told(for_proven_writer(progress), shown)


def forget(code: str, progress: Progress) -> Progress:
    """Return the progress with the erasure of the writer, or the question for their code.

    It is refused while they have a place in a game, because other people play with them.
    """
    person, places = progress.writer, progress.known.world.places
    if places:
        return told(progress, Refused(_FORGET, profiles.StillInGames(places)))
    right = progress.known.codes(person.number).code(_FORGET, person.address)
    if code.lower() != right:
        asked = ConfirmationAsked(_FORGET, right)
        return told(for_proven_writer(progress), asked)
    done = for_proven_writer(done_for_person(progress, PersonForgotten(person.number)))
    return told(done, profiles.PersonErased(person.name))


MOST_MONITORS = 20
"""So many persons may follow all games of a judge."""


def prefer(option: str, value: str, progress: Progress) -> Progress:
    """Return the progress with a changed preference of the writer, or a refusal."""
    if option == "MONITOR" and not progress.writer.number:
        progress = as_newcomer(progress)
    match profiles.wished(progress.writer, option, value):
        case profiles.Wished(person) if person.preferences.monitor and _is_full(progress):
            return told(progress, Refused("MONITOR ALL", profiles.TooManyMonitors(MOST_MONITORS)))
        case profiles.Wished(person):
            if not person.preferences.web and progress.writer.number:
                progress = done_for_person(progress, BrowsersClosed(progress.writer.number))
            return _preferences_shown(registered(progress, person))
        case why:
            return told(progress, Refused(f"SET MY {option}", why))


def as_newcomer(progress: Progress) -> Progress:
    """Return the progress with the sender registered, if they are a stranger."""
    if not progress.writer.number:
        person = progress.sender.player
        name = fitting_name(person, progress.known.world.names_taken)
        progress = registered(progress, replace(person, name=name))
        progress = told(progress, PlayerRegistered(progress.writer, new=True))
    return replace(progress, sender=replace(progress.sender, player=progress.writer))


def _is_full(progress: Progress) -> bool:
    """Return whether the limit of people who follow all games is reached, for a new follower."""
    follows = progress.writer.preferences.monitor
    return not follows and progress.known.world.followers >= MOST_MONITORS


def show_preferences(progress: Progress) -> Progress:
    """Return the progress with the writer's preferences in the answer."""
    return _preferences_shown(progress)


def _preferences_shown(progress: Progress) -> Progress:
    """Return the progress with the preferences at the end, only once in the answer."""
    others = (one for one in progress.events if not isinstance(one, profiles.PreferencesShown))
    shown = profiles.PreferencesShown(progress.writer)
    return replace(progress, events=(*others, shown))


def obey_on_web(
    command: profiles.AskForKey | profiles.ShutBrowsers, progress: Progress
) -> Progress:
    """Return the progress after a request for a web key, or for signing out all browsers.

    A key needs no proof, because the answer goes to the writer's address on record.
    """
    if isinstance(command, profiles.ShutBrowsers):
        closed = BrowsersClosed(progress.writer.number)
        return told(done_for_person(progress, closed), profiles.BrowsersShut())
    if not progress.writer.preferences.web:
        return told(progress, Refused("WEB", profiles.NoWeb()))
    known = progress.known
    key = profiles.web_key(known.key, progress.writer.number, known.now)
    return told(progress, profiles.WebKeyGiven(key))


def obey_for_person(command: profiles.PersonCommand, progress: Progress) -> Progress:
    """Return the progress after a command about the writer or about other persons."""
    if isinstance(command, profiles.AddressCommand):
        return obey_on_addresses(command, progress)
    why = _why_not_obeyed(command, progress)
    if why is not None:
        return told(progress, command.refused(why))
    match command:
        case profiles.SetPreference(option, value):
            return prefer(option, value, progress)
        case profiles.ShowPreferences():
            return show_preferences(progress)
        case profiles.ShowReliability():
            return show_reliability(progress)
        case profiles.WhoIs(person):
            return show_person(person, progress)
        case profiles.Block(person):
            return block(person, progress)
        case profiles.Unblock(person):
            return unblock(person, progress)
        case profiles.ShowData(part):
            return give_copy(part, progress)
        case profiles.ForgetMe(code):
            return forget(code, progress)
        case profiles.AskForKey() | profiles.ShutBrowsers():
            return obey_on_web(command, progress)
        case _:
            raise NotImplementedError(command.called())


def _why_not_obeyed(command: profiles.PersonCommand, progress: Progress) -> Refusal | None:
    """Return why the writer may not give the command, or None if they may.

    A reply address or a game's password alone does not prove that the sender is its holder.
    Commands about the form of mail are allowed anyway.
    """
    if isinstance(command, profiles.WhoIs):
        return None
    speaks_for, writer = progress.sender.player.number, progress.writer.number
    foreign = command.personal and not progress.known.is_writers
    if foreign or speaks_for not in (0, writer):
        return NotFromOwner()
    # Programs that follow all games cannot REGISTER.
    monitors = isinstance(command, profiles.SetPreference) and command.option == "MONITOR"
    return None if writer or monitors else NotRegistered()
