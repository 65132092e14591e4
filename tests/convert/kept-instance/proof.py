def exercise(spam):
    assert type(spam.make()) is spam.Count
