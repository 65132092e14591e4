"""Threads add to one floating-point number."""

N_CALLS = 60


def begin(module):
    return None


def run(module, _):
    for _ in range(N_CALLS):
        module.add()
        module.set_limit(module.limit() + 1)


def lost(module, _, n_runs):
    return (int(n_runs * N_CALLS * 2500 - module.total())
            + n_runs * N_CALLS - module.calls())
