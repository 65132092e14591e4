import _ldap

connection = _ldap.initialize("ldap://localhost")


def fault():
    try:
        _ldap.str2dn("a", 0)
    except _ldap.DECODING_ERROR:
        pass


cases = {
    "initialize": (_ldap.initialize, ("ldap://localhost",)),
    "str2dn": (_ldap.str2dn, ("cn=a,ou=b,dc=example,dc=org", 0)),
    "decoding error": fault,
    "get_option": (connection.get_option, (_ldap.OPT_PROTOCOL_VERSION,)),
    "set_option": (connection.set_option, (_ldap.OPT_NETWORK_TIMEOUT, 3.5)),
    "page control": (_ldap.encode_page_control, (100, b"cookie")),
}
