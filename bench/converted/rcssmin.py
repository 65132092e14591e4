from _rcssmin import cssmin

style = "a:hover { color : #fff ; margin : 0px 1px }\n/* comment */\n"

cases = {
    "empty": (cssmin, ("",)),
    "rule": (cssmin, (style,)),
    "bytes": (cssmin, (style.encode(),)),
    "many rules": (cssmin, (style * 50,)),
}
