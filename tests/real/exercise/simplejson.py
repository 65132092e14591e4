class Decimal:
    """In place of the standard one, which keeps state for the process on old Pythons."""

    def __str__(self):
        return "1.5"


def encoder(module, **changed):
    """A c_make_encoder as simplejson's own Python code makes it."""
    made = {"markers": {}, "default": str, "encoder": module.encode_basestring_ascii,
            "indent": None, "key_separator": ": ", "item_separator": ", ",
            "sort_keys": False, "skipkeys": False, "allow_nan": False,
            "key_memo": {}, "use_decimal": True, "namedtuple_as_object": True,
            "tuple_as_array": True, "int_as_string_bitcount": None, "item_sort_key": None,
            "encoding": "utf-8", "for_json": False, "ignore_nan": False,
            "Decimal": Decimal, "iterable_as_array": True, **changed}
    return module.make_encoder(*made.values())


class Context:
    strict = True
    object_hook = object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo = {}
    encoding = "utf-8"
    array_hook = None


def exercise(module):
    data = {"name": "\u20ac", "numbers": [1, 2.5, Decimal()], "no": (None, True)}
    text = "".join(encoder(module)(data, 0))
    scan = module.make_scanner(Context())
    assert scan(text, 0) == ({"name": "\u20ac", "numbers": [1, 2.5, 1.5],
                              "no": [None, True]}, len(text))
    assert module.scanstring('isolated"', 0) == ("isolated", 9)
    assert module.encode_basestring_ascii("\u20ac") == '"\\u20ac"'
    assert "".join(encoder(module, sort_keys=True, item_sort_key=None)({"a": set()}, 0))
    keys = {1: False, 2.5: "plain", None: iter((1,)), True: "\u20ac\u2028\""}
    plain = encoder(module, encoder=module.encode_basestring, item_sort_key=str,
                    ignore_nan=True)
    assert "\u20ac" in "".join(plain(keys, 0))
    for wrong in ("[1,", '"\\u12', "{1}"):
        try:
            scan(wrong, 0)
        except ValueError:
            pass
        else:
            raise AssertionError(f"{wrong!r} was read")
    try:
        "".join(encoder(module)(float("nan"), 0))
    except ValueError:
        pass
    else:
        raise AssertionError("nan was written")
    circle = []
    circle.append(circle)
    try:
        encoder(module)(circle, 0)
    except ValueError:
        pass
    else:
        raise AssertionError("a circle was written")
