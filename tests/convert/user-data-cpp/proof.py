def exercise(spam):
    assert spam.Feed(1).sorted(2, 1) == (1, 2)
    assert spam.Feed(-1).sorted(1, 2) == (2, 1)
    try:
        spam.Feed(0).sorted(2, 1)
    except Exception as error:
        assert type(error).__name__ == "FeedError"
    else:
        raise AssertionError("no error")
