"""Calls something, and asks what was called."""


def exercise(module):
    assert module.call(list) == []
    assert module.report() == 7
