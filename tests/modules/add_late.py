def exercise(module):
    words = sorted("the exercise runs for a while before it uses the module".split())
    return module.total + len(" ".join(words))
