def exercise(module):
    sub = type("Sub", (module.Egg,), {})
    module.Egg.last("one")
    assert module.Egg().last("two") == "one"
    assert sub.last("three") == "two" and sub().last(None) == "three"
    assert module.Egg.twice(2) == sub().twice(2) == 4
