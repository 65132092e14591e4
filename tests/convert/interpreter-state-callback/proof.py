# An interpreter has one module object.
REFUSED = ("two-modules", "leaks", "after-free")


def exercise(spam):
    spam.set_key(abs)
    assert spam.sort([-3, 1, 2]) == [1, 2, -3]
