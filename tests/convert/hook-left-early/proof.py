"""Fills the table that moves."""


def exercise(module):
    module.put("a")
    assert module.put("a") == 1
