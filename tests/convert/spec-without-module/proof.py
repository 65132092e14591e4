def exercise(spam):
    for kind in (spam.Thing, spam.Child, spam.Last):
        thing = kind()
        assert spam.is_thing(thing.copy())
        try:
            thing.fail()
        except spam.Error:
            pass
    try:
        type("Sub", (spam.Last,), {})().fail()
    except spam.Error:
        pass
