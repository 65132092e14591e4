def exercise(module):
    said = []

    def hook():
        said.append(module)

    for _ in range(3):
        module.add(hook)
    assert module.drop() is hook
    module.call()
    assert said == [module, module]
