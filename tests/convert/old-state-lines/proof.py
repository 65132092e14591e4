def exercise(spam):
    """A type finds the state of its module."""
    spam.set_debug([])
    thing = spam.Thing()
    before = thing.calls()
    try:
        thing.fail()
    except spam.Error as error:
        assert str(error) == "fail"
    else:
        raise AssertionError
    assert thing.calls() == before + 1
    assert spam.set_debug([1]) == 1
    assert thing.calls() == before + 2
