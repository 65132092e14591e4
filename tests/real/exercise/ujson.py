def exercise(module):
    value = {"a": [1, 2.5, None, True, "\u00e9\U0001f600"], "b": {"c": -(2 ** 40)}}
    assert module.loads(module.dumps(value)) == value
    try:
        module.loads("[1,")
    except module.JSONDecodeError:
        pass
    else:
        raise AssertionError("half an array was decoded")
    try:
        module.dumps(object())
    except TypeError:
        pass
    else:
        raise AssertionError("an object was encoded")
