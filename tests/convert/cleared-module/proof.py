def exercise(spam):
    assert spam.colours() == ("red", "green")
    assert issubclass(spam.Error, Exception)
