def exercise(spam):
    assert spam.marker == "marker" and spam.empty == ()
    assert spam.get({"marker": 3}) == 3
    assert spam.get({}) is spam.marker
