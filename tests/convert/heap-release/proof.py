def exercise(module):
    made = module.make_class("Made")
    assert issubclass(made, module.Thing)
    for _ in range(20):
        made()
        module.Thing()
