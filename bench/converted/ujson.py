import ujson

data = {"name": "isolated", "numbers": [1, 2.5, -3], "nested": {"yes": True, "no": None}}
text = ujson.dumps(data)
bulk = [data] * 50
bulk_text = ujson.dumps(bulk)


def fault():
    try:
        ujson.loads("[1,")
    except ujson.JSONDecodeError:
        pass


cases = {
    "dumps": (ujson.dumps, (data,)),
    "loads": (ujson.loads, (text,)),
    "dumps of many": (ujson.dumps, (bulk,)),
    "loads of many": (ujson.loads, (bulk_text,)),
    "decode error": fault,
}
