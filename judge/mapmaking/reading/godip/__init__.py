"""Variants of godip: Go files whose board is a chain of calls."""
