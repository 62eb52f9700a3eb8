"""Map making: `reading` turns maps of other programs into variants, `drawing` draws boards.

Only the commands of `judge variant` use this package. `drawing` needs the extra `maps`.
"""
