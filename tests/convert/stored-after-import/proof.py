import sys


def use(spam, items):
    one, two, three = items
    for _ in range(10):
        spam.remember(one, two)
        spam.remember(two, None)
        spam.find({"known": one, "found": two})
        spam.find({"known": one})
        for each in items:
            spam.shift(each)
        spam.fill(one, two)
        spam.swap()
        spam.rate()
        assert spam.with_current(one, lambda: spam.with_current(two, spam.get_current)) is two
        assert spam.with_current(three, spam.get_current) is three
        assert spam.get_current() is None
    assert spam.memory() == (two, two)
    spam.remember()
    assert spam.memory() == (None, two)


def exercise(spam):
    """The module has one reference for each place, however often it stores one there."""
    items = object(), object(), object()
    use(spam, items)
    before = [sys.getrefcount(each) for each in items]
    use(spam, items)
    after = [sys.getrefcount(each) for each in items]
    assert after == before, (before, after)
    item, alone = spam.pack()[0], []
    assert sys.getrefcount(item) == sys.getrefcount(alone) + 1  # the module's
