"""A whole game played through the judge by real mail, for people to watch."""

from judge.demo.play import play_demo

__all__ = ["play_demo"]
