def exercise(module):
    bag = module.Bag()
    for number in (1, 2):
        bag.add(number)
    return bag
