def exercise(spam):
    assert spam.double(4) == 8
    assert spam.first == 1
