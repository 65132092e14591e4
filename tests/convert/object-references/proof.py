def exercise(spam):
    spam.make()
    try:
        spam.fail()
    except spam.Error:
        pass
