"""Maps of the DPjudge, of which those of the package `diplomacy` are a part.

Their lines are obeyed one after the other: later ones change what earlier ones said.
"""
