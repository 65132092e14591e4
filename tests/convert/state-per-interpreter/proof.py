# An interpreter has one module object.
REFUSED = ("two-modules", "leaks", "after-free")


def exercise(spam):
    import ctypes
    api = ctypes.pythonapi.PyCapsule_GetPointer
    api.restype, api.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    table = ctypes.cast(api(spam._API, b"spam._API"), ctypes.POINTER(ctypes.c_void_p))
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_int)(table[0])
    check = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object)(table[1])
    assert type(make(3)) is spam.Egg
    assert check(make(3)) and not check(3)
