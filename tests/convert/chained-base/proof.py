def exercise(spam):
    assert spam.First.__base__ is spam.Second.__base__ is spam.Base
    assert spam.Plain.__base__ is object
    assert isinstance(spam.First(), spam.Base) and isinstance(spam.Second(), spam.Base)
    plain = spam.Plain()
    assert plain + 1 is plain and plain - 1 is plain
