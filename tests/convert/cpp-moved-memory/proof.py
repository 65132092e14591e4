def exercise(spam):
    before = spam.look()[3]
    value = [1]
    assert spam.set(value) == before + 1
    assert spam.look() == (value, spam.Spam, [], before + 1)
    spam.set(None)
