def exercise(module):
    spam = module.Spam()
    assert spam.get("name") is True and spam.get("value") is False
    made, dropped, value = module.counts()
    assert made >= 2 and dropped >= 1 and value == "value"
