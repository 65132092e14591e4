class Object:
    pass


def exercise(spam):
    before = len(spam.deaths())
    one, two = Object(), Object()
    refs = [spam.watch(one), spam.watch(two)]
    del one
    assert len(spam.deaths()) == before + 1
    del two
    assert spam.deaths()[before:] == (1, 0)
    assert all(ref() is None for ref in refs)
