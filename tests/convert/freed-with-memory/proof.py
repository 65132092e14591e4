"""Makes buffers, which all have their memory."""


def exercise(module):
    for _ in range(3):
        module.Buffer()
