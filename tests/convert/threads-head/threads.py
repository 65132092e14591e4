"""Threads step one counter."""

N_CALLS = 5000


def begin(module):
    return module.Job()


def run(module, job):
    for _ in range(N_CALLS):
        job.step()


def lost(module, job, n_runs):
    return n_runs * N_CALLS - job.steps()
