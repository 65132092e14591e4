import gc
import sys


def exercise(spam):
    """What instances own goes with them, and is not released twice."""
    for made in (spam.Body, spam.Satellite, spam.Moon, spam.Crater, spam.Orbit, spam.Ellipse):
        class Derived(made):
            pass

        for each in made, Derived:
            marker = object()
            count = sys.getrefcount(marker)
            instance = each()
            instance(marker)
            gc.collect()
            instance(marker, instance if gc.is_tracked(instance) else None)
            gc.collect()
            instance(marker)
            del instance
            gc.collect()
            assert sys.getrefcount(marker) == count, each
