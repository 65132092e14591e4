"""Smaller modules with the same failure: parts dropped, decisions made plain."""

import tempfile

from module import Module


def reduced(recipe, signature, oracle, say=lambda text: None):
    """The smallest recipe found whose module fails with the signature."""

    def fails(candidate):
        with tempfile.TemporaryDirectory() as folder:
            return oracle.check(Module(candidate), folder).signature == signature

    recipe = _without_parts(recipe, fails, say)
    recipe = _plainer(recipe, fails, say)
    return _without_parts(recipe, fails, say)


def _without_parts(recipe, fails, say):
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for part in reversed(Module(recipe).parts):
            candidate = recipe.without_part(part.index)
            if fails(candidate):
                say(f"without {part.kind}")
                recipe, is_smaller = candidate, True
    return recipe


def _plainer(recipe, fails, say):
    """Halves of the decisions at a time, then quarters …"""
    names = Module(recipe).choices
    size = len(names)
    while size > 0:
        at = 0
        while at < len(names):
            some = names[at:at + size]
            candidate = recipe.with_plain(some)
            if fails(candidate):
                say(f"{len(some)} decisions plain")
                recipe = candidate
                names = names[:at] + names[at + size:]
            else:
                at += size
        if size == 1:
            break
        size = (size + 1) // 2
    return recipe
