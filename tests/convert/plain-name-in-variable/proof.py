"""The types say what they said of their module."""


def exercise(module):
    for name in ("Egg", "Ham", "Once"):
        made = getattr(module, name)
        assert (made.__name__, made.__module__) == (name, "builtins"), made.__module__
        made()
