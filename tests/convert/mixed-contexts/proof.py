def exercise(spam):
    for call in (spam.fail,):
        try:
            call("x")
        except Exception as error:
            assert type(error).__name__ == "Error" and error.args == ("x",)
        else:
            raise AssertionError("no error")
