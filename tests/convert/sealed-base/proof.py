"""Python code can derive from the last type only."""


def exercise(module):
    assert module.Open.__mro__[1:3] == (module.One, module.Base)
    assert module.One().name() == "spam.One" and module.Open().name() == "spam.Open"
    type("Sub", (module.Open,), {})()
    for sealed in (module.Base, module.One):
        try:
            type("Sub", (sealed,), {})
        except TypeError:
            continue
        assert False, sealed
