from Cheetah._namemapper import (valueForKey, valueForName, valueFromFrame,
                                 valueFromSearchList)


class Thing:
    attribute = "value"

    def method(self):
        return self


thing = Thing()
names = {"thing": thing, "nested": {"key": "value"}}


def missing():
    try:
        valueForName(names, "nothing")
    except LookupError:
        pass


def local():
    nested = names["nested"]  # noqa: F841
    return valueFromFrame("nested.key")


cases = {
    "valueForKey": (valueForKey, (names, "thing")),
    "valueForName": (valueForName, (names, "nested.key")),
    "called": (valueForName, (names, "thing.method.attribute", True)),
    "valueFromSearchList": (valueFromSearchList, ([{}, names], "nested.key")),
    "valueFromFrame": local,
    "missing": missing,
}
