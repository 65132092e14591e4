def exercise(spam):
    """Each module begins with all of the values, and changes its own."""
    first, second = spam.poke(3), spam.poke(4)
    if first[6] == 21:
        assert first == (1, 9, "b", "a", "one", 2, 21, 3, 3, 1, 71, 72), first
    assert second[0] == 1 and second[1] == first[1] + 4
    assert second[2:6] == ("b", "a", "one", 2)
    assert second[6:] == (first[6] + 1, first[7] + 4, 4, first[9] + 1, first[10] + 1, 72)
