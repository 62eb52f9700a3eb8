"""Positions, orders and results as JSON objects, for programs that use the engine."""

from judge.notation.exchange.lines import adjudicate_lines

__all__ = ["adjudicate_lines"]
