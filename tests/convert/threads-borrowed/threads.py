"""Threads replace the items of a list and of a dictionary that others look at."""

N_CALLS = 20000


def begin(module):
    module.put(1)
    return [[[0]], []]


def run(module, shared):
    items, seen = shared
    for number in range(N_CALLS):
        items[0] = [number]
        text = module.first(items)
        if not text[1:-1].isdigit():
            return
        module.get(1)
    seen.append(True)


def lost(module, shared, n_runs):
    return n_runs - len(shared[1])
