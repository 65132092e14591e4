class Colliding:
    """All instances have the same hash: nodes of collisions."""

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return self.name == other.name


def exercise(module):
    many = module.Map((str(i), i) for i in range(500))
    assert many["7"] == many.get("7") == 7 and "x" not in many and len(many) == 500
    assert dict(many.items()) == dict(zip(many.keys(), many.values()))
    assert many.set("x", 1).delete("x") == many and hash(many.set("a", 0))
    assert len(many.update({"x": 1}, y=2)) == 502
    colliding = module.Map({Colliding(i): i for i in range(9)})
    assert colliding[Colliding(3)] == 3
    assert len(colliding.delete(Colliding(3)).delete(Colliding(4))) == 7
    with many.mutate() as mutation:
        mutation["x"] = mutation.pop("1")
        del mutation["2"]
        mutation.update(z=3)
        other = mutation.finish()
    assert len(other) == 500 and repr(module.Map(a=1))

    for what, wrong in ((lambda: many["none"], KeyError),
                        (lambda: many.delete("none"), KeyError),
                        (lambda: mutation.set("a", 1), ValueError),
                        (lambda: module.Map(1), TypeError),
                        (lambda: module.Map([[]]), (TypeError, ValueError)),
                        (lambda: many.set([], 1), TypeError)):
        try:
            what()
        except wrong:
            pass
        else:
            raise AssertionError(f"no {wrong}")
