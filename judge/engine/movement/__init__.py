"""The movement phase: sort the orders, settle the certain ones, resolve the others.

`tables` fills the working tables: the order of each unit, its supporters and its carriers.
`resolve` decides the certain orders first, and the others by the equations of DATC 5.B. `phase`
connects both, and finds out why orders failed.
"""
