def exercise(spam):
    before = spam.Vector(4).norm()["count"]
    assert spam.Vector(4).norm() == {"norm": 2.0, "count": before + 1}
    try:
        spam.Vector(0)
    except Exception as error:
        assert type(error).__name__ == "EmptyError"
    else:
        raise AssertionError("no error")
