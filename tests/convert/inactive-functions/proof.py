def exercise(module):
    assert module.query("x") == 1
    try:
        module.query("y")
    except Exception as error:
        assert type(error).__qualname__ == "Error"
    else:
        raise AssertionError("it was found")
