def exercise(spam):
    """A type finds the state of its module."""
    thing = spam.Thing()
    try:
        thing.fail()
    except spam.Error as error:
        assert str(error) == "fail"
    else:
        raise AssertionError
    assert thing.calls() == 1
    assert spam.set_debug([1]) == 1
    assert thing.calls() == 2
