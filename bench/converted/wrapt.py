from wrapt._wrappers import (BoundFunctionWrapper, CallableObjectProxy, FunctionWrapper,
                             ObjectProxy, PartialCallableObjectProxy)


def wrapper(wrapped, instance, args, kwargs):
    return wrapped(*args, **kwargs)


def function():
    pass


class Class:
    @staticmethod
    def plain():
        pass

    def method(self):
        pass

    method = FunctionWrapper(method, wrapper)


number = ObjectProxy(7)
other = ObjectProxy(5)
items = ObjectProxy([1, 2, 3])
instance = Class()
assert isinstance(instance.method, BoundFunctionWrapper)

cases = {
    "new proxy": (ObjectProxy, (7,)),
    "new wrapper": (FunctionWrapper, (function, wrapper)),
    "attribute": (getattr, (number, "real")),
    "addition": lambda: number + 1,
    "addition of two": lambda: number + other,
    "item": lambda: items[1],
    "len": (len, (items,)),
    "call of a proxy": (CallableObjectProxy(function), ()),
    "call of a wrapper": (FunctionWrapper(function, wrapper), ()),
    "call of a method": lambda: instance.method(),
    "partial": (PartialCallableObjectProxy(function), ()),
}
