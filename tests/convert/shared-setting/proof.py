def exercise(module):
    module.set_debug(True)
    module.set_debug(0)
    try:
        module.fail("egg")
    except Exception as error:
        assert type(error).__qualname__ == "Error" and error.args == ("egg",)
    else:
        raise AssertionError("it did not fail")
