"""An exercise that returns nothing: its instances live no longer than it runs."""


def exercise(module):
    link = module.make_link("a secret")
    assert repr(link)
