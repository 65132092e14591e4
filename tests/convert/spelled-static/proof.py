def exercise(spam):
    assert spam.marker == "marker" and spam.first == 1
    assert spam.get({"marker": 3}) == 3
    assert spam.get({}) is spam.marker
