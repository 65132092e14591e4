def exercise(module):
    trait = module.Trait()
    for number, value, fails in ((0, trait, False), (0, 1, True), (1, None, False), (1, 1, True)):
        trait.set(number)
        try:
            result = trait.check(value)
        except module.Error:
            assert fails
        else:
            assert not fails and result is value
    trait.set(0)
    trait.check(trait)
    try:
        trait.set(2)
    except module.Error:
        pass
