def exercise(spam):
    assert spam.count() + 1 == spam.count()
    try:
        spam.fail()
    except spam.Error:
        pass
    else:
        raise AssertionError("no exception")
    assert spam.tools.double(4) == 8
    assert spam.tools.__name__ == "spam.tools"
