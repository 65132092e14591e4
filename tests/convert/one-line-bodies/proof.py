def exercise(module):
    assert module.count() == 1
    assert module.text() == "a; {b}"
    assert module.first("a") == "a" and module.first("b") == "a"
    assert module.check(3) == 0
    try:
        module.clamped(99)
    except module.Error as error:
        assert str(error) == "99 is above 3"
    assert module.clamped(3) == 2
    assert module.box([1]).get() == [1]
