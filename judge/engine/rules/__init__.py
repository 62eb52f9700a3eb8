"""The rules that few variants have: a module a rule, or a family of rules."""
