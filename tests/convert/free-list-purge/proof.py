def exercise(spam):
    for count in (1, 3, 8):
        eggs = [spam.new_egg([number]) for number in range(count)]
        assert [egg.yolk[0] for egg in eggs] == list(range(count))
        del eggs
        assert spam.kept() == count, spam.kept()
        spam.purge()
        assert spam.kept() == 0
