import netifaces


def missing():
    try:
        netifaces.ifaddresses("missing0")
    except ValueError:
        pass


cases = {
    "interfaces": (netifaces.interfaces, ()),
    "ifaddresses": (netifaces.ifaddresses, ("lo",)),
    "gateways": (netifaces.gateways, ()),
    "missing": missing,
}
