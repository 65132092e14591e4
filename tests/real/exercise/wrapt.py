def exercise(module):
    def wrapper(wrapped, instance, args, kwargs):
        return wrapped(*args, **kwargs)

    class Class:
        @staticmethod
        def plain(a):
            return a

        @classmethod
        def of_class(cls):
            return cls

        def method(self):
            return self

        plain = module.FunctionWrapper(plain, wrapper)
        of_class = module.FunctionWrapper(of_class, wrapper)
        method = module.FunctionWrapper(method, wrapper)

    instance = Class()
    assert instance.method() is instance and Class.method(instance) is instance
    assert Class.plain(1) == instance.plain(1) == 1
    assert isinstance(instance.method, module.BoundFunctionWrapper)
    instance.method._self_mine = 1
    number, items = module.ObjectProxy(7), module.ObjectProxy([1, 2, 3])
    assert number + 1 == 1 + number == 8 and number + module.ObjectProxy(1) == 8
    number += 1
    number //= 2
    assert number == 4 and -number == -4 and int(number) == 4 and hash(number) == hash(4)
    assert pow(number, 2) == 16 and pow(2, number) == 16 and divmod(number, 3) == (1, 1)
    assert len(items) == 3 and items[0] == 1 and 2 in items and list(items) == [1, 2, 3]
    items[0] = 5
    del items[0]
    assert str(items) == "[2, 3]" and repr(items) and bool(items) and dir(items)
    assert items.__wrapped__ == [2, 3] and items.__class__ is list
    proxy = module.CallableObjectProxy(Class.plain)
    proxy._self_note = proxy
    assert proxy(1) == 1 and proxy._self_note is proxy
    partial = module.PartialCallableObjectProxy(lambda *args, **named: (args, named), 1, a=2)
    assert partial(3) == ((1, 3), {"a": 2})

    class Own(module.ObjectProxy):
        def __init__(self, wrapped):
            super().__init__(wrapped)
            self._self_circle = self

    assert Own({"a": 1})["a"] == 1
    with module.ObjectProxy(open("/dev/null")) as file:
        assert not file.read()
    for what, wrong in ((lambda: number.none, AttributeError),
                        (lambda: module.ObjectProxy(), TypeError),
                        (lambda: number + "a", TypeError),
                        (lambda: module.ObjectProxy.__new__(module.ObjectProxy) + 1,
                         ValueError),
                        (lambda: module.CallableObjectProxy(1)(), TypeError)):
        try:
            what()
        except wrong:
            pass
        else:
            raise AssertionError(f"no {wrong}")
