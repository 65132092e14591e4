def exercise(spam):
    assert spam.is_ham(spam.Ham()) and not spam.is_ham(3)
    try:
        spam.is_ham(())
    except spam.HamError:
        pass
    else:
        raise AssertionError("nothing is ham")
    try:
        for i in range(3):
            spam.Egg()
    except spam.EggError as error:
        assert str(error) == "version 3"
        return
    raise AssertionError("more eggs than the limit")
