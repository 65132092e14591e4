import gc
import warnings


def exercise(spam):
    """Eggs die one by one, and in a cycle with their module."""
    names = []
    spam.kept = None
    spam.set_on_death(names.append)
    eggs = [spam.new_egg(str(number)) for number in range(10)]
    assert spam.count() == 10
    del eggs[5:]
    assert spam.count() == 5 and sorted(names) == list("56789"), names
    eggs.clear()
    assert spam.count() == 0 and len(names) == 10

    def fail(name):
        raise ValueError(name)

    spam.set_on_death(fail)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        egg = spam.new_egg("x")
        spam.set_on_death(names.append)
    del egg
    gc.collect()
    assert spam.count() == 0 and names[-1] == "x"
    # The module's dict holds an egg: they can only go together.
    spam.kept = spam.new_egg("kept")
