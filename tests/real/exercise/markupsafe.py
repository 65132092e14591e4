def exercise(module):
    assert module._escape_inner("<a href='x'>&\"") == "&lt;a href=&#39;x&#39;&gt;&amp;&#34;"
    assert module._escape_inner("plain") == "plain"
    try:
        module._escape_inner(1)
    except TypeError:
        pass
    else:
        raise AssertionError("a number was escaped")
