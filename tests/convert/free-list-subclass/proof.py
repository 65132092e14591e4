import gc


def exercise(spam):
    """Nodes go to the list and come back; instances of a subclass never do."""
    class Leaf(spam.Node):
        pass

    spam.cycle = None
    for _ in range(3):
        nodes = [spam.Node(number) for number in range(20)]
        nodes[0] = spam.Node(nodes)
        del nodes
        gc.collect()
        assert spam.kept() == 8, spam.kept()
    leaves = [Leaf(number) for number in range(4)]
    assert spam.kept() == 8
    del leaves
    gc.collect()
    assert spam.kept() == 8
    spam.cycle = spam.Node(spam)
    assert spam.kept() == 7
