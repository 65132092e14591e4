import gc


def exercise(module):
    kept = [module.make(number) for number in range(4)]
    assert module.count() == 4
    del kept[1]
    assert module.count() == 3
    kept.append(module)
    kept.append(kept)
    del kept
    gc.collect()
    assert module.count() == 0
