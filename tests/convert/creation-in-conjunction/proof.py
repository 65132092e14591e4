"""The type and the constant are there."""


def exercise(module):
    assert type(module.Egg()) is module.Egg
    assert module.one == 1
