from _rjsmin import jsmin

script = "var a = 1 ;  // comment\nfunction f ( x ) { return x + a ; }\n"

cases = {
    "empty": (jsmin, ("",)),
    "function": (jsmin, (script,)),
    "bytes": (jsmin, (script.encode(),)),
    "many functions": (jsmin, (script * 50,)),
}
