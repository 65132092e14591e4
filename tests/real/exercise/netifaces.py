def exercise(module):
    for name in module.interfaces():
        assert isinstance(module.ifaddresses(name), dict)
    assert "default" in module.gateways()
    try:
        module.ifaddresses("missing0")
    except ValueError:
        pass
    else:
        raise AssertionError("an interface that is not there has addresses")
