"""The table of commands, with one row for each command.

Each module has the rows of one group of commands, and the functions that read their lines.
"""

from judge.commands.table.desk import DESK
from judge.commands.table.diary import DIARY
from judge.commands.table.entry import ENTRIES
from judge.commands.table.filling import FILLING
from judge.commands.table.inquiry import INQUIRIES
from judge.commands.table.keeper import KEEPER, read_admin
from judge.commands.table.master import MASTER
from judge.commands.table.orders import ORDERS
from judge.commands.table.person import PERSON
from judge.commands.table.row import Row
from judge.commands.table.seat import SEAT
from judge.commands.table.time import TIME
from judge.game import Who

TABLE = (
    *ENTRIES,
    *PERSON,
    *INQUIRIES,
    *ORDERS,
    *SEAT,
    *DIARY,
    *FILLING,
    *TIME,
    *MASTER,
    *DESK,
    *KEEPER,
)

__all__ = ["ENTRIES", "TABLE", "Row", "Who", "read_admin"]
