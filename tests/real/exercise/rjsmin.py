def exercise(module):
    script = "// c\nvar a  =  /re gex/g ; /*! kept */ f ( `x y` )"
    assert module.jsmin(script) == "var a=/re gex/g;f(`x y`)"
    assert module.jsmin(script.encode()) == b"var a=/re gex/g;f(`x y`)"
    assert "kept" in module.jsmin(script, keep_bang_comments=True)
    try:
        module.jsmin(5)
    except TypeError:
        pass
    else:
        raise AssertionError("a number was minified")
