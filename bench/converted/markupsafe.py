from markupsafe._speedups import _escape_inner

cases = {
    "plain": (_escape_inner, ("Hello World! " * 4,)),
    "escaped": (_escape_inner, ("<strong>Hello & goodbye</strong> " * 4,)),
    "short": (_escape_inner, ("<",)),
    "wide": (_escape_inner, ("<\u65e5\u672c\u8a9e> " * 8,)),
}
