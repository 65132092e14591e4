import gc


def exercise(spam):
    """What is deallocated asks the module state, also in a cycle with the module."""
    spam.kept = None
    gc.collect()
    eggs = [spam.new_egg() for _ in range(3)]
    assert spam.count() == 3
    del eggs
    assert spam.count() == 0

    log = []
    nest = spam.Nest(log)
    del nest
    assert len(log) == 1 and log[0].endswith(": lost"), log

    class Nest(spam.Nest):
        pass

    class Perch(spam.Perch):
        pass

    Nest(log)
    assert len(log) == 2 and spam.count() == 0
    spam.set_strict(False)
    Nest(log)
    assert len(log) == 2
    spam.set_strict(True)

    perches = [spam.Perch(), Perch()]
    assert spam.count() == 2
    try:
        perches[0].__init__()
    except spam.SpamError:
        pass
    else:
        raise AssertionError("a perch can be made twice")
    del perches
    assert spam.count() == 0

    # The module's dict holds a nest, and that holds itself: they can only go together.
    log.append(spam)
    log.append(Nest)
    spam.kept = [Nest(log), spam.Nest(log), spam.new_egg()]
    del log
    gc.collect()
