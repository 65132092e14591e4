"""Threads add to one total."""

N_CALLS = 60


def begin(module):
    return None


def run(module, _):
    for _ in range(N_CALLS):
        module.note(1)
        module.count()
        module.remember(object())
        module.last()
        module.set_flags(3)


def lost(module, _, n_runs):
    return (n_runs * N_CALLS * 50000 - module.total()[0]
            + n_runs * N_CALLS * 2 - module.calls())
