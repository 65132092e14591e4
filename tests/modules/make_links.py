"""An exercise whose instances lie in containers."""


def exercise(module):
    return {"links": [module.make_link("a secret") for _ in range(3)]}
