def exercise(spam):
    assert repr(spam.Salt(3)) == "3 grains"
