"""Threads ask for objects that are made when they are first needed: all get the same ones."""

NAMES = ["token", "brackets", "empty", "early", "asked", "wrapped"]


def begin(module):
    return []


def run(module, found):
    found.append([getattr(module, name)() for name in NAMES])


def lost(module, found, n_runs):
    now = [getattr(module, name)() for name in NAMES]
    same = [[one is other for one, other in zip(objects, now)] for objects in found]
    pairs = [one is other for objects in found for one, other in zip(objects[1], now[1])]
    return (n_runs - len(found) + pairs.count(False)
            + sum(row[:1].count(False) + row[2:].count(False) for row in same))
