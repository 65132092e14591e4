def exercise(spam):
    for value in (0, 1, 3, -1):
        try:
            made = spam.make(value)
        except spam.SpamError:
            continue
        for name in ("half", "again", "into", "case", "cases", "given_up", "torn",
                     "idle", "idle_behind", "detached"):
            try:
                getattr(made, name)()
            except spam.SpamError:
                pass
        made.count(1, spam.SpamError)
        try:
            made.all(1, "")
        except spam.SpamError:
            pass
        try:
            made.replaced("")
        except spam.SpamError:
            pass
        made + 1
    try:
        spam.half("no number")
    except spam.SpamError:
        pass
