def exercise(spam):
    kinds = (spam.Error, spam.Other, spam.First, spam.Second, spam.Third)
    for number, kind in enumerate(kinds):
        try:
            spam.fail(number)
        except kind as error:
            assert error.args == (number,)
        else:
            raise AssertionError(f"no {kind}")
    assert spam.fail(9) == 9
