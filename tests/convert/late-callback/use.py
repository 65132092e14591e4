import gc


def exercise(spam):
    spam.kept = None
    gc.collect()
    before = spam.closed()
    spam.Pot()
    spam.Pot(spam)
    assert spam.closed() == before + 2
    # Only the collector can take them apart, with the module if nothing else has it.
    pots = [spam, spam.Pot]
    pots.append(spam.Pot(pots))
    spam.kept = pots
