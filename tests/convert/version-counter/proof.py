import gc


def exercise(module):
    box = module.Box()
    first = box.set(1)
    assert box.set(2) > first
    # In a cycle with its class and its module, so that all go at once.
    box.set([box, module])
    derived = type("Derived", (module.Box,), {})()
    derived.set([derived, module])
    del box, derived
    gc.collect()
