class Thing:
    attribute = "value"

    def method(self):
        return self


def exercise(module):
    names = {"thing": Thing(), "nested": {"key": "value"}}
    nested = names["nested"]
    assert module.valueForKey(names, "nested") is nested
    assert module.valueForName(names, "nested.key") == "value"
    assert module.valueForName(names, "thing.method.attribute", True) == "value"
    assert module.valueFromSearchList([{}, names], "nested.key") == "value"
    assert module.valueFromFrame("nested.key") == "value"
    assert module.valueFromFrameOrSearchList([names], "thing.attribute") == "value"
    for what in (lambda: module.valueForName(names, "nothing"),
                 lambda: module.valueForKey(names, "nothing"),
                 lambda: module.valueFromSearchList([names], "nested.none"),
                 lambda: module.valueFromFrame("nothing_at_all")):
        try:
            what()
        except module.NotFound:
            pass
        else:
            raise AssertionError("a name that is not there was found")
