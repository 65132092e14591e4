def exercise(spam):
    things = [spam.Thing() for _ in range(20)]
    before = spam.count()
    for i, thing in enumerate(things):
        spam.remember(i, thing)
        spam.remember(thing, spam)
        spam.add_name(f"name {i}")
    assert spam.count() == before + 40
