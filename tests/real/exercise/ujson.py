class Plain:
    def __json__(self):
        return '{"plain": true}'


def exercise(module):
    data = {"name": "isolated", "numbers": [1, 2.5, -3, 2 ** 63], "nested": {"no": None}}
    assert module.loads(module.dumps(data)) == data
    assert module.decode(module.encode("\u20ac")) == "\u20ac"
    assert module.dumps(Plain()) == '{"plain": true}'
    assert module.dumps({1: "b"}, sort_keys=True, indent=2, escape_forward_slashes=False)
    assert module.dumps(object(), default=lambda thing: "thing") == '"thing"'
    for wrong in ("[1,", "", "{", '"\\u"', "nothing"):
        try:
            module.loads(wrong)
        except module.JSONDecodeError:
            pass
        else:
            raise AssertionError(f"{wrong!r} was read")
    try:
        module.dumps(object())
    except TypeError:
        pass
    else:
        raise AssertionError("a plain object was written")
