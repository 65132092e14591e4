def exercise(spam):
    try:
        spam.fail()
    except spam.Error:
        pass
