def exercise(module):
    wrapper = module.Wrapper()
    assert wrapper.__module__ is None and wrapper.__doc__ == "of the instance"
