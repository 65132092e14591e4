"""Counts, limits and boxes; a limit of the module moves with each call of `first`."""


def exercise(module):
    n_calls = module.count()
    assert module.count() == n_calls + 1
    assert module.text() == "a; {b}"
    assert module.first("a") == "a" and module.first("b") == "a"
    assert module.check(-9) == -2
    try:
        module.clamped(99)
    except module.Error as error:
        assert str(error).startswith("99 is above ")
    else:
        assert False, "99 is not above the limit"
    assert module.box([1]).get() == [1]
