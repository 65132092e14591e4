def exercise(module):
    assert module.make(None) is None
    assert type(module.make(1)) is module.Egg
    assert type(module.make("")) is module.Spam
