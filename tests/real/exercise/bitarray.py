import pickle

from bitarray import bitarray


def use_arrays(module):
    bits, others = module.bitarray("0110" * 16), module.bitarray("0011" * 16)
    assert bits & others | bits == bits and (~bits ^ bits).all() and (bits << 3)[0] in (0, 1)
    assert bits[3:40:2].count(1) + bits[-1] and bits.count() == 32 and bits == bits.copy()
    bits[2:9] = others[:7]
    del bits[::5]
    bits.extend("01")
    bits += [1, 0]
    bits.sort()
    assert len(bits * 2) == 2 * len(bits) and bits.tolist() and bits.to01() and repr(bits)
    assert sum(1 for _ in bits) == len(bits) and list(bits.search(module.bitarray("1")))
    code = {"a": module.bitarray("0"), "b": module.bitarray("10"), "c": module.bitarray("11")}
    tree = module.decodetree(code)
    coded = module.bitarray()
    coded.encode(code, "abcab")
    assert "".join(coded.decode(tree)) == "".join(coded.decode(code)) == "abcab"
    assert tree.todict() == code and tree.nodes() and tree.complete()
    with memoryview(others) as view:
        assert len(view) == 8
        try:
            others.clear()
        except BufferError:
            pass
        else:
            raise AssertionError("an array in use was emptied")

    class Own(module.bitarray):
        pass

    own = Own("01")
    own.circle = own
    assert pickle.loads(pickle.dumps(bitarray("01"))) == bitarray("01")
    for what, wrong in ((lambda: module.bitarray("2"), ValueError),
                        (lambda: own & own.circle[:1], ValueError),
                        (lambda: own.index(1, 5), ValueError),
                        (lambda: module.bitarray().pop(), IndexError),
                        (lambda: own.encode({}, "a"), ValueError),
                        (lambda: module.decodetree({"a": module.bitarray()}), ValueError)):
        try:
            what()
        except wrong:
            pass
        else:
            raise AssertionError(f"no {wrong}")


def exercise(module):
    if hasattr(module, "decodetree"):
        use_arrays(module)
        return
    bits = bitarray("0110" * 16)
    assert module.count_and(bits, bits) == 32 and not module.count_xor(bits, bits)
    assert module.hex2ba(module.ba2hex(bits)) == bits
    assert module.deserialize(module.serialize(bits)) == bits
    assert module.sc_decode(iter(module.sc_encode(bits))) == bits
    assert module.vl_decode(iter(module.vl_encode(bits))) == bits
    try:
        module.count_and(bits, 1)
    except TypeError:
        pass
    else:
        raise AssertionError("a number was counted with")
