def exercise(module):
    spam = module.Spam()
    assert spam.child() == 1
    assert spam.copy().copy().child().child() == 13
    assert module.Spam.make().child().child() == 10
