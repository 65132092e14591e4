"""Use that may crash: each function here runs in a forked copy of the process.

Embedded in the probe behind exercise.py, whose names it uses.  `_tell((what, subject,
text))` reports what no crash shows; `left_out` has the labels of steps that crashed
in an earlier copy, one a line.
"""

import operator as _operator

# Messages of CPython about types that belong to no module, or to another one.
_WRONG_TYPE = "PyType_GetModule"

_OPERATIONS = (
    ("+", _operator.add), ("-", _operator.sub), ("*", _operator.mul),
    ("/", _operator.truediv), ("//", _operator.floordiv), ("%", _operator.mod),
    ("@", _operator.matmul), ("divmod", divmod), ("**", pow),
    ("<<", _operator.lshift), (">>", _operator.rshift), ("&", _operator.and_),
    ("|", _operator.or_), ("^", _operator.xor), ("+=", _operator.iadd),
    ("-=", _operator.isub), ("*=", _operator.imul), ("<", _operator.lt),
    ("==", _operator.eq), (">=", _operator.ge),
)


def _leave_out(left_out, known=()):
    global _skip
    _skip = frozenset(known) | frozenset(filter(None, left_out.split("\n")))


def _is_wrong_type(error):
    return isinstance(error, SystemError) or (
        isinstance(error, TypeError) and _WRONG_TYPE in str(error))


def _subclass(cls):
    """A class of another module, or None where the type is final."""
    try:
        return type("Subclass", (cls,), {"__module__": "elsewhere"})
    except Exception:
        return None


def _make(cls, arguments):
    try:
        return cls(*arguments)
    except Exception:
        return None


def _method_names(cls):
    """The methods that C code gives a class and its bases."""
    kinds = (type([].append), type(list.append), type(vars(dict)["fromkeys"]))
    names = {}
    for base in cls.__mro__[:-1]:
        for name, value in vars(base).items():
            if isinstance(value, kinds) and not name.startswith("__"):
                names[name] = not _is_dangerous(name)
    return [name for name in sorted(names) if names[name]]


def _outcome(function, arguments):
    """What was raised, or None."""
    try:
        function(*arguments)
    except Exception as error:
        error.__traceback__ = None
        return error
    return None


def _try_method(cls, value, name):
    for arguments in _arguments():
        function = getattr(value, name, None)
        error = _outcome(function, arguments) if callable(function) else None
        if _is_wrong_type(error):
            _tell(("subclass", cls.__name__, f"{name}: {error}"))
        if not isinstance(error, TypeError) or _is_wrong_type(error):
            return


def _try_attributes(cls, value):
    """Getters and setters of the C type."""
    for name, each in sorted(vars(cls).items()):
        if type(each) is type(vars(type)["__dict__"]) and not name.startswith("__"):
            error = _outcome(getattr, (value, name))
            if _is_wrong_type(error):
                _tell(("subclass", cls.__name__, f"{name}: {error}"))


def try_subclasses(module, known, left_out):
    """Methods on instances of a Python subclass from another module."""
    made = instances(module)
    _leave_out(left_out, known)
    for label, (cls, arguments) in made.items():
        sub = _subclass(cls)
        for name in ("", *_method_names(cls)) if sub is not None else ():
            step = f"Subclass({label})" + (f".{name}" if name else "")
            # Classes of one module share functions: what crashes on an instance of one
            # says nothing about subclasses of another.
            if step in _skip or any(name and f").{name}(" in each for each in _skip):
                continue
            _step((step, cls.__name__))
            value = _make(sub, arguments)
            if value is None:
                continue
            if name:
                _try_method(cls, value, name)
            else:
                _try_attributes(cls, value)
        del sub


def _partners(own):
    """Operands that are none of the type's own, and instances of a subclass."""
    cls, arguments = own
    sub = _subclass(cls)
    yield from (1, 1.5, "a", None, (), object())
    if sub is not None:
        yield _make(sub, arguments)


def _try_operation(cls, label, left, right, operation):
    name, function = operation
    error = _outcome(function, (left, right))
    if _is_wrong_type(error):
        _tell(("operand", cls.__name__, f"{name} with {label}: {error}"))


def try_operands(module, known, left_out):
    """Operators with the type's instance on the left, on the right, and on both."""
    made = instances(module)
    _leave_out(left_out, known)
    others = [_make(*each) for each in list(made.values())[:4]]
    for label, (cls, arguments) in made.items():
        for operation in _OPERATIONS:
            step = f"{operation[0]} with {label}"
            if step in _skip:
                continue
            _step((step, cls.__name__))
            own = _make(cls, arguments)
            for other in (*_partners((cls, arguments)), *others):
                _try_operation(cls, label, own, other, operation)
                _try_operation(cls, label, other, own, operation)


def _reached_types(module, results):
    """The module's own types: those with a name in it, and those of what it returned."""
    run = _Run(module)
    found = {}
    for value in (*vars(module).values(), *results.values()):
        for cls in (value if isinstance(value, type) else type(value),):
            if run.is_own_type(cls) and not issubclass(cls, BaseException):
                found.setdefault(cls.__name__, cls)
        for cls in (type(_iterator(value)),) if not isinstance(value, type) else ():
            if run.is_own_type(cls):
                found.setdefault(cls.__name__, cls)
    return [found[name] for name in sorted(found)]


def _is_from_c(cls):
    """Made by C code: it has fields or methods that Python text cannot make.  The
    interpreter makes named tuples as it likes."""
    base = cls.__base__
    return cls.__flags__ & (1 << 9) and not issubclass(cls, tuple) and (
        base is None or cls.__basicsize__ > base.__basicsize__
        and "__dict__" not in vars(cls) and "__slots__" not in vars(cls)
        or any(type(each) is type(list.append) for each in vars(cls).values()))


def _is_uninitialised(cls):
    """Fields of its own, but nothing that would fill them: `object` makes instances."""
    return (cls.__new__ is object.__new__ and cls.__init__ is object.__init__
            and cls.__basicsize__ > cls.__base__.__basicsize__)


def subclass_makers(module):
    """As `instances`, of subclasses: label -> (subclass, arguments, class)."""
    found = {}
    for label, (cls, arguments) in instances(module).items():
        sub = _subclass(cls)
        if sub is not None and _make(sub, arguments) is not None:
            found[label] = (sub, arguments, cls)
    return found


def check_types(module, results):
    """What heap types may have lost that static ones had."""
    for cls in _reached_types(module, results):
        if not _is_from_c(cls):
            continue
        if _sys.version_info >= (3, 10) and not cls.__flags__ & (1 << 8):
            _tell(("mutable", cls.__name__, ""))
        if _is_uninitialised(cls) and not cls.__flags__ & (1 << 7):
            _tell(("instantiable", cls.__name__, ""))


def try_instances(module, results, left_out):
    """Instances that nothing has initialised, used like any other."""
    _leave_out(left_out)
    for cls in _reached_types(module, results):
        label = f"{cls.__name__}()"
        if label in _skip or not _is_from_c(cls) or not _is_uninitialised(cls):
            continue
        _step((label, cls.__name__))
        value = _make(cls, ())
        if value is not None:
            run = _Run(module)
            run.use_instance(label, value)
            run.call(f"repr({label})", repr, value)


def _one_reference():
    """What getrefcount says of an object that only a local variable holds."""
    value = object()
    return _sys.getrefcount(value)


class _Noisy:
    """Looks, when it dies, whether the collector still knows its owner."""

    owner = 0

    def __init__(self, seen):
        self.seen = seen

    def is_same(self, other):
        return other is self

    def __del__(self):
        if self.owner:
            self.seen.append(_is_tracked(self.owner))


def _owner(cls, arguments, noisy):
    """An instance that holds `noisy`, given to the class or as an attribute; or None."""
    import gc

    value = _make(cls, (noisy,))
    if value is None:
        value = _make(cls, arguments)
        for name in vars(cls):
            if not name.startswith("__"):
                _outcome(setattr, (value, name, noisy))
    holds = value is not None and any(map(noisy.is_same, gc.get_referents(value)))
    return value if holds else None


def try_deallocation(module, known, left_out):
    """Instances that die: their dealloc must take them from the collector first."""
    made = instances(module)
    _leave_out(left_out, known)
    for label, (cls, arguments) in made.items():
        step = f"the death of {label}"
        if step in _skip or not cls.__flags__ & (1 << 14):
            continue
        _step((step, cls.__name__))
        seen = []
        noisy = _Noisy(seen)
        value = _owner(cls, arguments, noisy)
        noisy.owner = id(value)
        if value is None or _sys.getrefcount(value) > _one_reference():
            continue
        del noisy
        del value
        if any(seen):
            _tell(("tracked", cls.__name__, ""))


def _replace_all(names):
    for name in list(names):
        if not name.startswith("__"):
            names[name] = 7


def _delete_all(names):
    for name in list(names):
        if not name.startswith("__"):
            del names[name]


def _try_tampering(place, known, left_out, tamper):
    import gc

    name, path = place.split("\n")
    try:
        module = load_fresh(name, path)
    except ImportError:
        return
    exercise(module)
    run = _Run(module)
    functions = [(name, value) for name, value in sorted(vars(module).items())
                 if run.is_own_function(value) and not _is_dangerous(name)]
    tamper(vars(module))
    gc.collect()
    _leave_out(left_out, known)
    for name, function in functions:
        run.root = name
        run.call_some_way(name, function)


def try_replacing(place, known, left_out):
    """Functions of a module all of whose attributes were replaced."""
    _try_tampering(place, known, left_out, _replace_all)


def try_deleting(place, known, left_out):
    """Functions of a module all of whose attributes were deleted."""
    _try_tampering(place, known, left_out, _delete_all)
