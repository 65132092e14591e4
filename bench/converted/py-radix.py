from radix._radix import Radix

tree = Radix()
for i in range(256):
    tree.add(f"10.{i}.0.0/16")
node = tree.search_exact("10.7.0.0/16")

cases = {
    "new": (Radix, ()),
    "add": (tree.add, ("10.7.0.0/16",)),
    "search_exact": (tree.search_exact, ("10.7.0.0/16",)),
    "search_best": (tree.search_best, ("10.7.1.2",)),
    "search nothing": (tree.search_best, ("192.0.2.1",)),
    "prefix": (getattr, (node, "prefix")),
    "nodes": (tree.nodes, ()),
}
