from multidict._multidict import CIMultiDict, MultiDict, MultiDictProxy, istr

pairs = [("Host", "example.org"), ("Accept", "text/html"), ("Accept", "text/plain")]
headers = MultiDict(pairs)
folded = CIMultiDict(pairs)
proxy = MultiDictProxy(headers)
key = istr("Accept")


def change():
    made = CIMultiDict()
    made.add("Accept", "text/html")
    made["Host"] = "example.org"
    return made


cases = {
    "new": (MultiDict, (pairs,)),
    "new, folded": (CIMultiDict, (pairs,)),
    "new proxy": (MultiDictProxy, (headers,)),
    "new istr": (istr, ("Accept",)),
    "get": (headers.get, ("Host",)),
    "get, folded": (folded.get, ("host",)),
    "get by istr": (folded.get, (key,)),
    "get through a proxy": (proxy.get, ("Host",)),
    "getall": (headers.getall, ("Accept",)),
    "in": lambda: "Accept" in headers,
    "change": change,
    "items": lambda: list(headers.items()),
    "equal": lambda: headers == proxy,
}
