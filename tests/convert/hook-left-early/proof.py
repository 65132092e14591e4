import spam

spam.put("a")
assert spam.put("a") == 1
