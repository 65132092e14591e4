def exercise(spam):
    spam.prepare()
    for name in ("make", "child", "asked", "flagged", "plain"):
        repr(getattr(spam, name)())
    repr(spam.part(1))
