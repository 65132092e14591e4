def exercise(module):
    thing = module.Thing()
    assert (thing.next(), thing.n, thing.double) == (1, 1, 2)
