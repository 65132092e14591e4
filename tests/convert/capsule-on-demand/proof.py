def exercise(spam):
    capsule = spam.get_api()
    assert type(capsule).__name__ == "PyCapsule"
    return capsule
