"""What happened: facts, which are kept and told to others, and replies to a letter.

`OrdersFiled` is written by `templates/orders_filed.txt`. Each class says its `weight`
in an answer, and what the one who caused it has `seen` of it. A fact carries all that
is to be kept; what it makes of a game stands in `judge/game/after`. It says too who
its `readers` are, and what they are `shown`. Vision is a list of what is allowed: what
a class does not say, nobody is told.
"""

from judge.game.events.conduct import *
from judge.game.events.conduct import ConductFact
from judge.game.events.desk import *
from judge.game.events.desk import DeskReply
from judge.game.events.filling import *
from judge.game.events.filling import FillingFact, FillingReply
from judge.game.events.leading import *
from judge.game.events.leading import LeadingFact
from judge.game.events.lines import *
from judge.game.events.orders import *
from judge.game.events.orders import OrderFact
from judge.game.events.person import *
from judge.game.events.press import *
from judge.game.events.press import DiaryReply, PressFact
from judge.game.events.replies import *
from judge.game.events.replies import Reply
from judge.game.events.table import *
from judge.game.events.table import TableFact
from judge.game.events.time import *
from judge.game.events.time import TimeFact
from judge.game.events.weight import Weight as Weight

Fact = ConductFact | FillingFact | LeadingFact | OrderFact | PressFact | TableFact | TimeFact
Event = Fact | Reply | DeskReply | FillingReply | DiaryReply
