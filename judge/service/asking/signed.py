"""What shows whose a letter is: a signature, or the secret that it was sent to."""

from judge.conversation import LetterFacts
from judge.letter import Letter
from judge.mail import Unshown, bare_address, is_signed
from judge.service.asking.origin import Origin
from judge.service.parts import Judge


def may_be_signed(judge: Judge, origin: Origin) -> bool:
    """Return whether a signature is to be looked for; what programs write needs none.

    That takes its time, so only what nothing else proves is worth it. It tells nothing
    of an address that is not its place's.
    """
    foreign = origin.place is not None and origin.place.is_foreign
    needless = origin.letter.automatic or foreign
    return judge.signed is not None and not needless and is_signed(origin.kept.raw)


def unshown(judge: Judge, origin: Origin) -> Unshown:
    """Return what a signature is looked for in."""
    letter, kept = origin.letter, origin.kept
    to = (judge.address, bare_address(kept.recipient))
    return Unshown(kept.raw, letter.sender, to, letter.date, kept.arrived)


def is_from_holder(letter: Letter, known: LetterFacts) -> bool:
    """Return whether a person sent the letter who is shown to have its address."""
    is_over = known.place is not None and known.place.is_over
    return known.is_proven and not is_over and not letter.automatic
