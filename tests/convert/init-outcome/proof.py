def exercise(spam):
    assert spam.call(2) == spam.call(1) - 1
    try:
        spam.call(None)
    except spam.Error:
        return
    raise AssertionError("None is taken")
