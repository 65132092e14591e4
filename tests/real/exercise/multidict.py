def exercise(module):
    pairs = [("Host", "example.org"), ("Accept", "text/html"), ("Accept", "text/plain")]
    headers = module.MultiDict(pairs)
    folded = module.CIMultiDict(headers, Extra="yes")
    for each, view in ((headers, module.MultiDictProxy(headers)),
                       (folded, module.CIMultiDictProxy(folded))):
        assert view == each and len(view) == len(each)
        assert each.getall("Accept") == view.getall("Accept")
        assert list(view.items()) == list(zip(view.keys(), view.values()))
        assert ("Host", "example.org") in each.items() and "Host" in each.keys()
        assert (each.keys() & {"Host"}) and (each.keys() - {"Host"})
        assert each.copy() == view.copy() == each
    assert folded[module.istr("accept")] == "text/html"
    assert isinstance(module.istr("a"), str) and module.istr("x").lower() == "x"
    folded.extend([("A", "1")], B="2")
    folded.update({"A": "3"})
    assert folded.setdefault("C", "4") == folded.pop("c") == "4"
    assert folded.popall("accept")
    del folded["host"]
    assert folded.popitem()
    folded.clear()

    class Own(module.MultiDict):
        pass

    own = Own(pairs)
    own["self"] = own
    iterator = iter(own)
    next(iterator)
    own.add("a", 1)
    for wrong, what in ((RuntimeError, lambda: next(iterator)),
                        (KeyError, lambda: headers["none"]),
                        (TypeError, lambda: headers.add(1, 2)),
                        (TypeError, lambda: module.MultiDictProxy(1))):
        try:
            what()
        except wrong:
            pass
        else:
            raise AssertionError(f"no {wrong}")
