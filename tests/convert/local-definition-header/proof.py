def exercise(spam):
    try:
        spam.Counter().fail("x")
    except Exception as error:
        assert type(error).__name__ == "Error" and error.args == ("x",)
    else:
        raise AssertionError("no error")
