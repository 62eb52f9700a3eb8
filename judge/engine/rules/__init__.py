"""The rules that few variants have: one module for each rule or family of rules."""
