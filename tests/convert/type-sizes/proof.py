def exercise(module):
    assert module.is_large() is True
    assert module.Thing.__basicsize__ > 100
    module.Thing()
