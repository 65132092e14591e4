from bitarray import bitarray, decodetree, frozenbitarray
from bitarray.util import ba2int, count_and, int2ba, zeros

bits = bitarray("0110" * 16)
others = bitarray("0011" * 16)
many = bitarray("01" * 4096)
code = {"a": bitarray("0"), "b": bitarray("10"), "c": bitarray("11")}
tree = decodetree(code)
coded = bitarray()
coded.encode(code, "abcabcaa")

cases = {
    "new": (bitarray, (64,)),
    "new of text": (bitarray, ("01100110",)),
    "new frozen": (frozenbitarray, (bits,)),
    "item": lambda: bits[7],
    "slice": lambda: bits[3:40],
    "and": lambda: bits & others,
    "equal": lambda: bits == others,
    "count": (bits.count, ()),
    "count of many": (many.count, ()),
    "iterate": (list, (bits,)),
    "decode": lambda: list(coded.decode(tree)),
    "ba2int": (ba2int, (bits,)),
    "int2ba": (int2ba, (123456,)),
    "count_and": (count_and, (bits, others)),
    "zeros": (zeros, (64,)),
}
