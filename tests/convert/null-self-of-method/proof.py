def exercise(spam):
    class Sub(spam.Counter):
        pass

    for call in (spam.fail, spam.Counter().get, spam.Counter().fail, Sub().get, Sub().fail):
        try:
            call("x")
        except Exception as error:
            assert type(error).__name__ == "Error" and error.args == ("x",)
        else:
            raise AssertionError("no error")
