def exercise(module):
    assert module.first == 3
    before = module.next_count()
    assert module.next_count() == before + 1 > 4
