def exercise(spam):
    before = spam.live()

    class Derived(spam.Spam):
        pass

    one, two = spam.Spam(), Derived()
    assert spam.live() == (before[0] + 2, before[1] + 1)
    del one, two
    assert spam.live() == (before[0], before[1] + 1)
