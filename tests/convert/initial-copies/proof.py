def exercise(spam):
    """Each module begins with all of the values, and changes its own."""
    assert spam.poke(3) == (1, 9, "b", "a", "one", 2, 21, 3, 3, 1, 71, 72)
    assert spam.poke(4) == (1, 13, "b", "a", "one", 2, 22, 7, 4, 2, 72, 72)
