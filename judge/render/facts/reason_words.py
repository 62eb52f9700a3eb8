"""Why orders came to nothing, and why lines were not taken, in words."""

from collections.abc import Mapping

from judge.engine import Reason
from judge.messages import Message, message
from judge.notation import Trouble

TROUBLES: Mapping[Trouble, Message] = {
    Trouble.EMPTY: message("nothing to read"),
    Trouble.TOO_LONG: message("too long for an order"),
    Trouble.QUOTED: message("quoted from another mail"),
    Trouble.SEVERAL: message("more than one order, and each needs a line of its own"),
    Trouble.UNKNOWN: message("not understood"),
    Trouble.LEFT_OVER: message("too much after the order"),
    Trouble.OUT_OF_PLACE: message("not where an order has it"),
    Trouble.NO_UNIT_NAMED: message("no unit named"),
    Trouble.NO_VERB: message("not said what to do"),
    Trouble.NO_TARGET: message("not said where"),
    Trouble.NO_UNIT: message("no unit there"),
    Trouble.WRONG_KIND: message("the unit there is of the other kind"),
    Trouble.WRONG_PHASE: message("not an order of this phase"),
    Trouble.OTHER_POWER: message("not your power"),
    Trouble.NO_POWER: message("not said for which power"),
    Trouble.NO_SUCH_COAST: message("no such coast"),
    Trouble.NOT_A_ROUTE: message("not a convoy route"),
    Trouble.QUALIFIED: message("only an order without conditions, doubts or denials is taken"),
}
OUTCOMES: Mapping[Reason, Message] = {
    Reason.BOUNCED: message("bounced"),
    Reason.CUT: message("cut"),
    Reason.DISLODGED: message("dislodged"),
    Reason.CLASHED: message("retreats met, disbanded"),
    Reason.NO_LEAVE: message("no leave was given for it"),
    Reason.NO_CONVOY: message("no convoy was ordered for it"),
    Reason.NO_RETREAT: message("no retreat was ordered"),
    Reason.SURPLUS: message("more than allowed, not done"),
    Reason.CIVIL_DISORDER: message("removed by rule, nothing was ordered"),
    Reason.OUTVOTED: message("no majority wanted it"),
    Reason.WITHHELD: message("no unit of yours went there, so nobody else reads it"),
    Reason.NO_UNIT: message("illegal: no such unit"),
    Reason.FOREIGN_UNIT: message("illegal: not your unit"),
    Reason.WRONG_KIND: message("illegal: wrong kind of unit"),
    Reason.WRONG_PHASE: message("illegal: wrong phase"),
    Reason.NOT_ADJACENT: message("illegal: cannot get there"),
    Reason.NO_ROUTE: message("illegal: no convoy route"),
    Reason.NOT_ON_ROUTE: message("illegal: not on the convoy route"),
    Reason.NEEDED_TO_CONVOY: message("illegal: needed to convoy it"),
    Reason.WRONG_TERRAIN: message("illegal: wrong terrain"),
    Reason.COAST_NEEDED: message("illegal: coast needed"),
    Reason.WRONG_COAST: message("illegal: coast out of reach"),
    Reason.SELF: message("illegal: own province"),
    Reason.CANNOT_CONVOY: message("illegal: cannot convoy"),
    Reason.NO_RETREAT_THERE: message("illegal: no retreat there"),
    Reason.NOT_DISLODGED: message("illegal: not dislodged"),
    Reason.NO_BUILD_THERE: message("illegal: no build there"),
    Reason.OCCUPIED: message("illegal: occupied"),
    Reason.NOT_OWNED: message("illegal: not owned"),
    Reason.NO_CHOICE: message("illegal: nothing to adjust"),
    Reason.FOREIGN_SAYING: message("illegal: not yours to say"),
    Reason.NO_EFFECT: message("illegal: no effect here"),
    Reason.REPLACED: message("illegal: replaced"),
}
"""What became of an order, where nothing else is to be said of it."""

# Lines that were not taken. Their gaps are filled in `mistakes`.
OF_OTHER: Mapping[Reason, Message] = {
    Reason.NO_UNIT: message("There is no unit in {other}."),
    Reason.WRONG_KIND: message("Only a fleet can convoy, and only an army can be convoyed."),
}
IMPOSSIBLE: Mapping[Reason, Message] = {
    Reason.NO_UNIT: message("You have no unit in {home}."),
    Reason.FOREIGN_UNIT: message("{unit} is not yours."),
    Reason.NO_EFFECT: message("That has no effect here."),
    Reason.FOREIGN_SAYING: message("That is for another power to say."),
    Reason.WRONG_KIND: message("The unit in {home} is not {kind}."),
    Reason.WRONG_PHASE: message("That is not for this phase, {phase}."),
    Reason.NOT_ADJACENT: message("{unit} cannot get to {target}."),
    Reason.NO_ROUTE: message("No chain of fleets leads from {home} to {target}."),
    Reason.NOT_ON_ROUTE: message("{own} is on no route from {home} to {target} that needs it."),
    Reason.NEEDED_TO_CONVOY: message("{unit} gets to {target} only if {own} convoys it."),
    Reason.WRONG_TERRAIN: message("{kind} cannot be in {place}."),
    Reason.COAST_NEEDED: message("{place} has more than one coast, so please say which."),
    Reason.WRONG_COAST: message("{unit} cannot get to {target} from where it is."),
    Reason.SELF: message("{unit} cannot do that with itself or where it stands."),
    Reason.CANNOT_CONVOY: message("Only a fleet at sea can convoy, and only an army."),
    Reason.NO_RETREAT_THERE: message("{unit} cannot retreat to {target}."),
    Reason.NOT_DISLODGED: message("{unit} was not dislodged."),
    Reason.NO_BUILD_THERE: message("{kind} cannot be built in {place}."),
    Reason.OCCUPIED: message("{place} is occupied."),
    Reason.NOT_OWNED: message("{place} is not yours."),
    Reason.NO_CHOICE: message("You have nothing to build or remove."),
    Reason.SURPLUS: message("That is more than you may build or remove."),
}
NOT_POSSIBLE = message("That is not possible.")
