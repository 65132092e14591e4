def exercise(spam):
    assert spam.error() is spam.Error
