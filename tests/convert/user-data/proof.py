def exercise(spam):
    assert spam.Order(1).sorted(2, 3, 1) == (1, 2, 3)
    assert spam.Order(-1).sorted(2, 3, 1) == (3, 2, 1)
    try:
        spam.Order(0).sorted(2, 3, 1)
    except Exception as error:
        assert type(error).__name__ == "OrderError"
    else:
        raise AssertionError("no error")
