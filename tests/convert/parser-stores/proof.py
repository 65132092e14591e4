def exercise(module):
    if module.get() == (None, None, None):
        assert module.set_classes(1, int, str) == 1
        module.set_third(list)
    assert module.get() == (int, str, list)
    for arguments in ((1, int), ("1", int, str)):
        try:
            module.set_classes(*arguments)
        except TypeError:
            pass
        else:
            raise AssertionError
