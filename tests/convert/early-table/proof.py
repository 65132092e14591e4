def exercise(module):
    missing = module.get_missing(1)
    assert missing is module.get_missing(2)
    assert type(missing) is module.Missing
