def exercise(module):
    assert module.ping() == "pong"
