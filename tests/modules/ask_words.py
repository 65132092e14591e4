def exercise(module):
    assert module.ask("plain") == 5
    assert module.ask("") == 0
