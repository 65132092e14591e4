def exercise(spam):
    type_, check, version = spam.version()
    assert type_.__name__ == "Spam" and type(type_()) is type_
    assert check == 1 and version == 2
