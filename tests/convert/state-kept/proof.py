"""Whoever makes an instance, its methods find the exception of its own module."""

import copy
import gc
import weakref


def fails(spam, function):
    try:
        function()
    except spam.EggError:
        return True
    return False


def exercise(spam):
    class Small(spam.Egg):
        __slots__ = ("name",)

    class Wide(spam.Painted):
        def __init__(self, weight):
            super().__init__(weight)
            self.weight = self.weigh()

    class Home(spam.Nest):
        pass

    for cls in (spam.Egg, spam.Painted, Small, Wide):
        egg = cls(3)
        assert egg.weigh() == 3 and spam.Nest(egg).weigh() == 3 and Home(egg).weigh() == 3
        assert egg == spam.Egg(3) and egg != spam.Egg(4) and egg != 3
        assert weakref.ref(egg)() is egg
        hollow = spam.Egg.__new__(cls)
        spam.Egg.__init__(hollow, -1)
        assert fails(spam, hollow.weigh) and fails(spam, spam.Nest(hollow).weigh)
        assert fails(spam, lambda: cls(101))
        assert fails(spam, lambda: hollow.__init__(101))
    painted = spam.Painted(5)
    assert painted.copy().weigh() == 5 and painted.copy().copy() == painted
    hollow = Home(spam.Painted(-1))
    hollow.itself = hollow
    assert fails(spam, hollow.weigh)
    try:
        copy.copy(painted)
    except TypeError:
        pass
    del hollow
    gc.collect()
