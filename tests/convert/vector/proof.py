def exercise(spam):
    for number, error in enumerate([spam.EmptyError, spam.FullError]):
        try:
            spam.fail(number)
        except error:
            continue
        raise AssertionError(error)
