"""The movement phase: orders are sorted, the plain ones settled, the rest resolved.

`set_up` fills the working tables (`tables`), and `tidy` looks again at orders that are
not plainly the one of a unit. `convoy` says who goes by sea, `support` who helps whom,
`settle` decides what needs no thought, `residue` the rest by the equations in
`strength`, and `explain` says why orders failed.
"""

from judge.engine.movement.phase import Movement, resolve_movement

__all__ = ["Movement", "resolve_movement"]
