def exercise(module):
    style = "/* c */ a , b { color : red ; }\n/*! kept */ c>d{}"
    assert module.cssmin(style) == "a,b{color:red}c>d{}"
    assert module.cssmin(style.encode()) == b"a,b{color:red}c>d{}"
    assert "kept" in module.cssmin(style, keep_bang_comments=True)
    try:
        module.cssmin(5)
    except TypeError:
        pass
    else:
        raise AssertionError("a number was minified")
