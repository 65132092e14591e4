FIRST = "baaa bbc iello abd tpam a fixednone"


def exercise(spam):
    """Each module begins with the texts, and changes its own."""
    first = spam.next_id()
    if first.startswith("baaa"):
        assert first == FIRST, first
    spam.set_name("eggs")
    assert spam.next_id().endswith(" fixedeggs")
