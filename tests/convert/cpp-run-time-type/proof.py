def exercise(spam):
    class Named(spam.Row):
        pass

    spam.kept = None
    before = spam.count()
    rows = [spam.Row(3), Named(4)]
    assert [len(row) for row in rows] == [3, 4]
    assert spam.Row.__itemsize__ == 8 and spam.count() == before + 2
    rows.clear()
    assert spam.count() == before
    spam.kept = Named(1)
