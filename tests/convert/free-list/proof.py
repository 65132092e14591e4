import gc


def exercise(spam):
    """Eggs go to the list and come back, also while the collector runs."""
    spam.cycle = None
    for _ in range(3):
        eggs = [spam.new_egg([number]) for number in range(20)]
        gc.collect()
        assert [egg.yolk[0] for egg in eggs] == list(range(20))
        del eggs
        gc.collect()
        assert spam.kept() == 8, spam.kept()
    egg = spam.new_egg([])
    egg.yolk.append(egg)
    assert spam.kept() == 7
    # The cycle holds its module, which holds the list.
    egg.yolk.append(spam)
    spam.cycle = egg
