import weakref


def exercise(module):
    egg = module.Egg()
    reference = weakref.ref(egg)
    assert type(egg.named("one")) is module.Egg
    assert egg.named("two") == "one" and reference() is egg
    del egg
    assert reference() is None
