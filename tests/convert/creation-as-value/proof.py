def exercise(module):
    assert issubclass(module.Error, Exception)
    assert module.one == 1
