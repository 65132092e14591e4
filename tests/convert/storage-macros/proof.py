"""Counts, in a state of its own."""


def exercise(module):
    before = module.count(1)
    after = module.count("a")
    assert after[0] == before[0] + 1 and after[1][-2:] == [1, "a"], after
    assert after[2:] == ("other", before[3] + 1, before[4] + 2), after
