import gc


def exercise(module):
    missing = module.get_missing()
    assert module.is_missing(missing) and not module.is_missing(None)
    assert missing is module.get_missing()
    assert type(module.get_nothing()).__name__ == "Nothing"
    assert module.get_nothing() is module.get_nothing()
    gc.collect()
