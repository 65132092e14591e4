"""Counts from what it was, and has its constant."""


def exercise(module):
    before = module.count()
    assert module.count() == before + module.one
