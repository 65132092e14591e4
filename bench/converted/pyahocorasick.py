import ahocorasick

automaton = ahocorasick.Automaton()
for number, word in enumerate("he her hers she isolated extension module".split()):
    automaton.add_word(word, (number, word))
automaton.make_automaton()
text = "she sells isolated extension modules to her and hers " * 4


def build():
    made = ahocorasick.Automaton()
    made.add_word("word", 1)
    return made


cases = {
    "new": (ahocorasick.Automaton, ()),
    "build": build,
    "exists": (automaton.exists, ("hers",)),
    "get": (automaton.get, ("hers",)),
    "iter": lambda: list(automaton.iter(text)),
    "iter_long": lambda: list(automaton.iter_long(text)),
    "keys": lambda: list(automaton.keys()),
}
