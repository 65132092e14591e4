def exercise(module):
    assert module._escape_inner("<a href='x'>&\"") == "&lt;a href=&#39;x&#39;&gt;&amp;&#34;"
    assert module._escape_inner("\u20ac < \U0001f600") == "\u20ac &lt; \U0001f600"
    assert module._escape_inner("plain") == "plain"
