import os


def exercise(module):
    read, write = os.pipe()
    os.close(write)
    try:
        module.list(read)
    except OSError:
        pass
    finally:
        os.close(read)
    assert isinstance(module.list(os.curdir), list)
    assert isinstance(module.get_all(os.curdir, namespace=module.NS_USER), list)
    try:
        module.get(os.curdir, "user.missing")
    except OSError:
        pass
    else:
        raise AssertionError("an attribute that nobody set was there")
    try:
        module.set(os.curdir, "user.x")
    except TypeError:
        pass
    else:
        raise AssertionError("an attribute without a value was set")
