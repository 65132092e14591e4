"""An exercise that crashes."""


def exercise(module):
    import os

    os.abort()
