import gc
import weakref


class Kept:
    pass


def exercise(spam):
    """What leads back to itself goes, also of classes derived in Python."""
    for base in spam.Mapping, spam.Ordered:
        class Derived(base):
            pass

        for made in base, Derived:
            mapping = made(kept=Kept())
            mapping["itself"] = mapping
            mapping.mark()
            kept = weakref.ref(mapping["kept"])
            del mapping
            gc.collect()
            assert kept() is None, made
    failure = spam.Failure("word")
    failure.args = failure, spam.Word("word"), spam.Row([failure])
    failure.mark()
