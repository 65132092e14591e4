def exercise(module):
    made = module.Automaton()
    for number, word in enumerate("he her hers she isolated".split()):
        assert made.add_word(word, (number, word))
    assert len(made) == 5 and made.get("her") == (1, "her") and "hers" in made
    assert made.longest_prefix("herself") == 4 and made.match("is")
    assert sorted(made.keys()) and sorted(made.values()) and len(list(made.items("he"))) == 3
    assert list(made.keys("h?r", "?", module.MATCH_EXACT_LENGTH)) == ["her"]
    made.make_automaton()
    text = "she sells isolated extension modules to hers"
    assert len(list(made.iter(text))) == 6 and list(made.iter_long(text))
    search = made.iter("shers")
    search.set("he", True)
    assert list(search)
    found = []
    made.find_all(text, lambda index, value: found.append(value))
    assert found and made.get_stats()["words_count"] == 5
    numbers = module.Automaton(module.STORE_INTS, module.KEY_STRING)
    numbers.add_word("a", 4)
    assert numbers.remove_word("a") and numbers.get("a", None) is None
    stale = made.iter(text)
    made.add_word("module", 5)
    for what, wrong in ((lambda: next(stale), ValueError),
                        (lambda: made.get("none"), KeyError),
                        (lambda: made.pop("none"), KeyError),
                        (lambda: numbers.add_word("b", "c"), TypeError),
                        (lambda: module.Automaton(99), ValueError)):
        try:
            what()
        except wrong:
            pass
        else:
            raise AssertionError(f"no {wrong}")
    made.clear()
