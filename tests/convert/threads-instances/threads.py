"""Threads add to one bag."""


def begin(module):
    return module.Bag()


def run(module, bag):
    bag.count(3000000)
    bag.total()
    len(bag)
    bag.label = object()
    bag.label


def lost(module, bag, n_runs):
    return n_runs * 3000000 - bag.total()
