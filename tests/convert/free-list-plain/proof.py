def exercise(spam):
    for _ in range(3):
        eggs = [spam.new_egg(number) for number in range(20)]
        assert [egg.number for egg in eggs] == list(range(20))
        del eggs
        assert spam.kept() == 8, spam.kept()
    spam.egg = spam.new_egg(1)
