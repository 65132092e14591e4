def exercise(spam):
    assert spam.length_of(spam.OID) == 3 and spam.length_of(spam.SECOND) == 1
    assert spam.length_of(spam.LOCAL) == 7
