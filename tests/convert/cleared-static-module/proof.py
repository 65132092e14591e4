def exercise(spam):
    assert spam.is_same()
