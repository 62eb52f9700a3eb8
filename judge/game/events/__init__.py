"""What happened: facts, which are kept and told to others, and replies to a letter."""

from judge.game.base import (
    ConfirmationAsked as ConfirmationAsked,
    Event as Event,
    Fact as Fact,
    Reply as Reply,
)
from judge.game.events.lines import *
from judge.game.events.replies import *
from judge.game.events.table import *
from judge.game.weight import Weight as Weight
