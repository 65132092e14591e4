import gc
import sys


def use(spam):
    class Special(spam.Square):
        pass

    for _ in range(100):
        spam.Shape()
        spam.Square([])
        Special({})
        for cycle in spam.Square, spam.Colored:
            names = []
            names.append(cycle(names))
    gc.collect()


def exercise(spam):
    """Each instance gives its type one reference, and gives up no other."""
    types = spam.Shape, spam.Square, spam.Colored
    use(spam)
    before = [sys.getrefcount(each) for each in types]
    use(spam)
    after = [sys.getrefcount(each) for each in types]
    assert after == before, (before, after)
