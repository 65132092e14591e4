def exercise(spam):
    value = [1]
    spam.set(value)
    assert spam.look() == (value, list, 0)
    spam.set(spam.Spam)
