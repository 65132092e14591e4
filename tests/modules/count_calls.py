def exercise(module):
    for _ in range(3):
        module.count()
