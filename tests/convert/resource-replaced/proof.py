def exercise(spam):
    for _ in range(3):
        assert spam.set("spam")[0] == "spam"
        assert spam.set("egg")[0] == "egg"
        assert spam.use_file() > 0
        spam.clear()
        spam.clear()
        assert spam.set("x")[0] == "x"
        assert spam.use_file() > 0
