"""The movement phase: orders are sorted, the plain ones settled, the rest resolved.

`tables` fills the working tables: each unit's order, who supports or carries whom.
`resolve` decides the plain orders first and the rest by the equations of DATC 5.B.
`phase` puts both together, and says why orders failed.
"""
