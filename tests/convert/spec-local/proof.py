def exercise(spam):
    counter = spam.count()
    assert [counter.next() for _ in range(3)] == [1, 2, 3] and len(counter) == 3
    for failing in (
        lambda: spam.Counter(n=-1),
        lambda: spam.Counter(100).next(),
        lambda: len(spam.Counter(7)),
        lambda: spam.Stepper(6).step(),
        lambda: len(spam.Stepper(7)),
        lambda: type("Sub", (spam.Counter,), {})(100).next(),
    ):
        try:
            failing()
        except spam.Error:
            continue
        raise AssertionError("no error")
    assert spam.Stepper(2).step() == 4
