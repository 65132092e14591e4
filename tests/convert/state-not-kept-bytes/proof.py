"""What C makes of an instance's bytes stays the same, whatever the instance was asked."""


def exercise(spam):
    pixel, number = spam.Pixel(1.0, 2.0), spam.Number()
    before = hash(pixel), number.bytes()
    assert pixel.darker() is not None and -pixel is not None and -number is not None
    assert (hash(pixel), number.bytes()) == before
    assert hash(spam.Pixel(1.0, 2.0)) == before[0] and len(before[1]) >= 20
    assert -spam.Range() is not None and -spam.Span() is not None
