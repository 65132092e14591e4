def exercise(module):
    tree = module.Radix()
    for i in range(32):
        tree.add(f"10.{i}.0.0/16").data["number"] = i
    tree.add(network="2001:db8::", masklen=32)
    node = tree.search_exact("10.7.0.0/16")
    assert node.prefix == "10.7.0.0/16" and node.prefixlen == 16 and node.data["number"] == 7
    assert node.network and node.packed and node.family and repr(node)
    node.data["circle"] = node
    assert tree.search_best("10.7.1.2").prefix == node.prefix
    assert tree.search_worst("10.7.1.2") and tree.search_best("192.0.2.1") is None
    assert tree.search_covered("10.0.0.0/8") and tree.search_covering("10.7.1.2/32")
    assert len(tree.nodes()) == 33 and len(tree.prefixes()) == 33
    tree.delete("10.8.0.0/16")
    for what, wrong in ((lambda: tree.delete("10.8.0.0/16"), KeyError),
                        (lambda: tree.add("nonsense"), ValueError),
                        (lambda: tree.add(), TypeError),
                        (lambda: tree.add("10.0.0.0", masklen=99), ValueError)):
        try:
            what()
        except wrong:
            pass
        else:
            raise AssertionError(f"no {wrong}")
