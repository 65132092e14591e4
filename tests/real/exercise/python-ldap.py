def exercise(module):
    connection = module.initialize("ldap://localhost")
    assert connection.get_option(module.OPT_PROTOCOL_VERSION) in (2, 3)
    connection.set_option(module.OPT_NETWORK_TIMEOUT, 3.5)
    assert connection.get_option(module.OPT_NETWORK_TIMEOUT) == 3.5
    assert module.str2dn("cn=a,dc=example", 0) == [[("cn", "a", 1)], [("dc", "example", 1)]]
    assert module.encode_page_control(100, b"cookie")
    assert issubclass(module.NO_SUCH_OBJECT, module.error)
    for what, wrong in ((lambda: module.str2dn("a", 0), module.DECODING_ERROR),
                        (lambda: module.initialize("nonsense://"), module.error),
                        (lambda: connection.set_option(-1, 0), ValueError),
                        (lambda: connection.abandon_ext(1), module.error)):
        try:
            what()
        except wrong:
            pass
        else:
            raise AssertionError(f"no {wrong}")
    connection.unbind_ext()
    try:
        connection.unbind_ext()
    except module.error:
        pass
    else:
        raise AssertionError("a connection was closed twice")
