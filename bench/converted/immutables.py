from immutables._map import Map

small = Map(a=1, b=2, c=3)
large = Map({str(i): i for i in range(1000)})


def change():
    with small.mutate() as mutation:
        mutation["d"] = 4
        mutation["e"] = 5
        return mutation.finish()


cases = {
    "new": (Map, ({"a": 1, "b": 2},)),
    "empty": (Map, ()),
    "get": (large.get, ("500",)),
    "item": lambda: large["500"],
    "in": lambda: "500" in large,
    "set": (large.set, ("500", 1)),
    "delete": (large.delete, ("500",)),
    "mutate": change,
    "iterate": (list, (small,)),
    "items of many": lambda: list(large.items()),
    "equal": lambda: small == small,
}
