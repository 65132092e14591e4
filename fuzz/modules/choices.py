"""Random decisions that have names, so that each can be replayed and taken back.

A decision depends on the seed and its own name only: dropping a part of a module, or
making one decision plain, leaves all others as they are.
"""

import random


class Recipe:
    """What a module is made from: a seed, the parts left out, the decisions made plain."""

    def __init__(self, seed, dropped=(), plain=()):
        self.seed = seed
        self.dropped = frozenset(dropped)
        self.plain = frozenset(plain)

    def without_part(self, index):
        return Recipe(self.seed, self.dropped | {index}, self.plain)

    def with_plain(self, names):
        return Recipe(self.seed, self.dropped, self.plain | set(names))

    def as_data(self):
        return {"seed": self.seed, "dropped": sorted(self.dropped),
                "plain": sorted(self.plain)}


class Choices:
    """The decisions of one part, or of the style; the plain answer comes first."""

    def __init__(self, recipe, path):
        self.recipe = recipe
        self.path = path
        self.made = []  # names of decisions that are not plain

    def _random(self, name):
        return random.Random(f"{self.recipe.seed}/{self.path}/{name}")

    def _is_plain(self, name):
        return f"{self.path}/{name}" in self.recipe.plain

    def one(self, name, *options):
        if self._is_plain(name):
            return options[0]
        index = self._random(name).randrange(len(options))
        if index != 0:
            self.made.append(f"{self.path}/{name}")
        return options[index]

    def flag(self, name, odds=0.5):
        if self._is_plain(name) or self._random(name).random() >= odds:
            return False
        self.made.append(f"{self.path}/{name}")
        return True

    def number(self, name, low, high):
        return self.one(name, *range(low, high + 1))

    def some(self, name, options, odds=0.5):
        """Those of the options that are chosen, in their order."""
        return [option for option in options if self.flag(f"{name} {option}", odds)]

    def shuffled(self, name, items):
        items = list(items)
        if not self._is_plain(name):
            self._random(name).shuffle(items)
            self.made.append(f"{self.path}/{name}")
        return items
