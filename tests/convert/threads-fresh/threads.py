"""Threads count in one ring, and copy and join it."""


def begin(module):
    return module.Ring()


def run(module, ring):
    ring.step(3000000)
    for _ in range(50):
        memoryview(ring).release()
        ring.copy().step(1)
        (ring + ring).first()


def lost(module, ring, n_runs):
    return n_runs * 3000000 - ring.first()
