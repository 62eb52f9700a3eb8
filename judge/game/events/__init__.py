"""Events: facts, which are stored and told to others, and replies, which answer a letter."""

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
