import simplejson
from simplejson._speedups import encode_basestring_ascii, scanstring

data = {"name": "isolated", "numbers": [1, 2.5, -3], "nested": {"yes": True, "no": None}}
text = simplejson.dumps(data)
bulk = [data] * 20
bulk_text = simplejson.dumps(bulk)

cases = {
    "dumps": (simplejson.dumps, (data,)),
    "loads": (simplejson.loads, (text,)),
    "dumps of many": (simplejson.dumps, (bulk,)),
    "loads of many": (simplejson.loads, (bulk_text,)),
    "new encoder": lambda: simplejson.dumps(data, sort_keys=True),
    "encode_basestring_ascii": (encode_basestring_ascii, ("isolated \u00e9",)),
    "scanstring": (scanstring, ('isolated"', 0)),
}
