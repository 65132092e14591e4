def exercise(module):
    assert module.size(module.Spam(1, 2)) == 2
    assert module.size(type("Child", (module.Spam,), {})()) == 0
