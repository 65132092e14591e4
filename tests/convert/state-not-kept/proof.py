"""Each method finds the exception of its own module."""


def exercise(spam):
    names = ("Made", "Other", "Whole", "Bare", "Row", "Short", "Long", "View", "Map")
    for cls in (getattr(spam, name) for name in names):
        made = [cls(), type("Sub", (cls,), {})()]
        if cls is spam.Made:
            made += [one.copy() for one in made]
        if cls is spam.Long:
            assert made[0].more() == 1 and made[0].more() == 2
        for one in made:
            for _ in range(2):
                try:
                    one.fail()
                except spam.SpamError:
                    pass
                else:
                    raise AssertionError(cls)
        if cls is spam.Long:
            assert made[0].more() == 3
