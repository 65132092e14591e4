"""Use that may crash: each function here runs in a forked copy of the process.

Embedded in the probe behind exercise.py, whose names it uses.  `_tell((what, subject,
text))` reports what no crash shows; `left_out` has the labels of steps that crashed
in an earlier copy, one a line.
"""

import operator as _operator

# Messages of CPython about types that belong to no module, or to another one.
_WRONG_TYPE = "PyType_GetModule"

_HAVE_GC = 1 << 14  # Py_TPFLAGS_HAVE_GC

_OPERATIONS = (
    ("+", _operator.add), ("-", _operator.sub), ("*", _operator.mul),
    ("/", _operator.truediv), ("//", _operator.floordiv), ("%", _operator.mod),
    ("@", _operator.matmul), ("divmod", divmod), ("**", pow),
    ("<<", _operator.lshift), (">>", _operator.rshift), ("&", _operator.and_),
    ("|", _operator.or_), ("^", _operator.xor), ("+=", _operator.iadd),
    ("-=", _operator.isub), ("*=", _operator.imul), ("/=", _operator.itruediv),
    ("//=", _operator.ifloordiv), ("%=", _operator.imod), ("@=", _operator.imatmul),
    ("<<=", _operator.ilshift), (">>=", _operator.irshift), ("&=", _operator.iand),
    ("|=", _operator.ior), ("^=", _operator.ixor), ("<", _operator.lt),
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
        return cls(*arguments, **getattr(arguments, "keywords", {}))
    except Exception:
        return None


def _slots_of(producer):
    """Where arguments stand: numbers, and names, also of those that are optional.  One
    more where nothing tells them: many a type takes arguments that it does not need."""
    arguments, cls = producer.arguments, producer.cls
    names = dict.fromkeys(getattr(arguments, "keywords", {}))
    known = parameters(cls, cls.__name__)
    for at, each in enumerate(known or ()):
        if at >= len(arguments):
            names[each.name] = None
    last = len(arguments) + 1 if known is None else 1
    return [*range(len(arguments)), *(names or range(len(arguments), last))]


def _replaced(arguments, slot, value):
    """The arguments with another value in one place."""
    keywords = dict(getattr(arguments, "keywords", {}))
    positional = list(arguments)
    if isinstance(slot, str):
        keywords[slot] = value
    else:
        positional[slot:slot + 1] = [value]
    made = Arguments(positional)
    made.keywords = keywords
    return made


def _argument_at(arguments, slot):
    if isinstance(slot, str):
        return getattr(arguments, "keywords", {}).get(slot)
    return arguments[slot] if slot < len(arguments) else None


class _Part(list):
    """Fits in many places, and may be part of a cycle."""

    def __call__(self, *arguments, **keywords):
        return self

    def change_in_place(self, other):
        return self

    __iadd__ = __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = change_in_place
    __imod__ = __imatmul__ = __ipow__ = __ilshift__ = __irshift__ = change_in_place
    __iand__ = __ior__ = __ixor__ = change_in_place


def _producers_of(module):
    """What makes new instances of the module's types."""
    found = {id(cls): Producer(label, cls, arguments, cls)
             for label, (cls, arguments) in instances(module).items()}
    found.update(_producers or {})
    return sorted(found.values(), key=lambda each: each.label)


def _produced(producer, arguments=None):
    """New instances of the producer's type.  Containers around them are gone."""
    result = _make(producer.function,
                   producer.arguments if arguments is None else arguments)
    return [each for each in _parts(result) if type(each) is producer.cls]


def _first(producer):
    return next(iter(_produced(producer)), None)


def _of_subclass(producer):
    """An instance of a class of another module, or None where there can be none."""
    cls = producer.cls
    if producer.function is cls:
        sub = _subclass(cls)
        return _make(sub, producer.arguments) if sub is not None else None
    value = _first(producer)
    try:
        value.__class__ = type("Subclass", (cls,), {"__module__": "elsewhere",
                                                    "__slots__": ()})
    except Exception:
        return None
    return value


def _produced_alone(producer, arguments=None):
    """The same, those that nothing else refers to: each in a list, to be popped."""
    found = _produced(producer, arguments)
    alone = []
    while found:
        value = found.pop()
        if _sys.getrefcount(value) <= _one_reference():
            alone.append([value])
        del value
    return alone


def _method_names(cls):
    """The methods that C code gives a class and its bases."""
    kinds = (type([].append), type(list.append), type(vars(dict)["fromkeys"]))
    names = {}
    for base in cls.__mro__[:-1]:
        for name, value in vars(base).items():
            if isinstance(value, kinds) and not name.startswith("__"):
                names[name] = not _is_dangerous(name)
    return [name for name in sorted(names) if names[name]]


def _is_left_out(name):
    """Did a call of a method of this name not come back?"""
    return any(f").{name}(" in each for each in _skip)


def _outcome(function, arguments):
    """What was raised, or None."""
    try:
        function(*arguments)
    except Exception as error:
        error.__traceback__ = None
        return error
    return None


def _is_same_error(error, other):
    return type(error) is type(other) and str(error) == str(other)


def _try_constructor(producer):
    """Of a subclass of which there is no instance: what its constructor raises."""
    sub = _subclass(producer.cls) if producer.function is producer.cls else None
    if sub is not None:
        error = _outcome(_make_or_raise, (sub, producer.arguments))
        if _is_wrong_type(error):
            _tell(("subclass", producer.cls.__name__, f"{producer.label}: {error}"))


def _make_or_raise(cls, arguments):
    return cls(*arguments, **getattr(arguments, "keywords", {}))


def _try_method(producer, value, name):
    for arguments in _arguments():
        function = getattr(value, name, None)
        error = _outcome(function, arguments) if callable(function) else None
        if not _is_wrong_type(error):
            if not isinstance(error, TypeError):
                return
            continue
        own = getattr(_first(producer), name, None)
        if not (callable(own) and _is_same_error(_outcome(own, arguments), error)):
            _tell(("subclass", producer.cls.__name__, f"{name}: {error}"))
        return


def _try_attributes(producer, value):
    """Getters and setters of the C type."""
    cls = producer.cls
    for name, each in sorted(vars(cls).items()):
        if type(each) is type(vars(type)["__dict__"]) and not name.startswith("__"):
            error = _outcome(getattr, (value, name))
            if _is_wrong_type(error) and not _is_same_error(
                    _outcome(getattr, (_first(producer), name)), error):
                _tell(("subclass", cls.__name__, f"{name}: {error}"))


def try_subclasses(module, known, left_out):
    """Methods on instances of a Python subclass from another module."""
    _leave_out(left_out, known)
    for producer in _producers_of(module):
        cls = producer.cls
        for name in ("", *_method_names(cls)):
            step = f"Subclass({producer.label})" + (f".{name}" if name else "")
            # Classes of one module share functions: what crashes on an instance of one
            # says nothing about subclasses of another.
            if step in _skip or name and _is_left_out(name):
                continue
            _step((step, cls.__name__))
            value = _of_subclass(producer)
            if value is None:
                _try_constructor(producer)
                break
            if name:
                _try_method(producer, value, name)
            else:
                _try_attributes(producer, value)


def _partners(producer):
    """Operands that are none of the type's own, and instances of a subclass."""
    yield from (1, 1.5, "a", None, (), object())
    yield _of_subclass(producer)


def _try_operation(cls, label, left, right, operation):
    name, function = operation
    error = _outcome(function, (left, right))
    if _is_wrong_type(error):
        _tell(("operand", cls.__name__, f"{name} with {label}: {error}"))


def try_operands(module, known, left_out):
    """Operators with the type's instance on the left, on the right, and on both."""
    _leave_out(left_out, known)
    producers = _producers_of(module)
    others = [_first(each) for each in producers[:4]]
    for producer in producers:
        cls, label = producer.cls, producer.label
        for operation in _OPERATIONS:
            step = f"{operation[0]} with {label}"
            if step in _skip:
                continue
            _step((step, cls.__name__))
            own = _first(producer)
            for other in (*_partners(producer), *others):
                _try_operation(cls, label, own, other, operation)
                _try_operation(cls, label, other, own, operation)


def _reached_types(module, results):
    """The module's own types: those with a name in it, and those of what it returned."""
    run = _Run(module)
    found = {}
    for value in (*vars(module).values(), *_values(results)):
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


def makers(module):
    """Calls that make instances: (callable, arguments, the type, the type)."""
    return [(each.function, each.arguments, each.cls, each.cls)
            for each in _producers_of(module)
            if each.function is each.cls or each.cls.__flags__ & _HAVE_GC]


def subclass_makers(module):
    """The same of subclasses: (subclass, arguments, it or its base, the base)."""
    found = []
    for label, (cls, arguments) in instances(module).items():
        sub = _subclass(cls)
        if sub is not None and _make(sub, arguments) is not None:
            found += [(sub, arguments, sub, cls), (sub, arguments, cls, cls)]
    return found


def _is_unnamed(cls):
    """Python text cannot make such a class, whatever it has."""
    return (cls.__flags__ & (1 << 9) and "__module__" not in vars(cls)
            and not issubclass(cls, tuple))


def check_types(module, results):
    """What heap types may have lost that static ones had."""
    for cls in _reached_types(module, results):
        if _is_unnamed(cls):
            _tell(("unnamed", cls.__name__, ""))
        if not _is_from_c(cls):
            continue
        if _sys.version_info >= (3, 10) and not cls.__flags__ & (1 << 8):
            _tell(("mutable", cls.__name__, ""))
        if _is_uninitialised(cls) and not cls.__flags__ & (1 << 7):
            _tell(("instantiable", cls.__name__, ""))


# What an instance that refers to nothing can do without harm.
_HARMLESS_WHEN_EMPTY = ("write", "send", "clos", "register")


def _shunned_names(cls):
    """Methods that the exercise leaves out because of their names, and that are harmless
    here."""
    return [name for name in sorted(vars(cls))
            if not name.startswith("__") and _is_dangerous(name)
            and any(word.startswith(_HARMLESS_WHEN_EMPTY) for word in _words(name))
            and not _is_dangerous("_".join(
                word for word in _words(name)
                if not word.startswith(_HARMLESS_WHEN_EMPTY)))]


def _use_empty(module, cls, label, make, arguments):
    """An instance whose fields nothing has filled, used like any other."""
    if label in _skip:
        return
    _step((label, cls.__name__))
    value = _make(make, arguments)
    if isinstance(value, cls):
        run = _Run(module)
        run.use_instance(label, value)
        run.call(f"repr({label})", repr, value)
        for name in _shunned_names(cls):
            run.use_attribute(f"{label}.{name}", value, name)


def try_instances(module, results, left_out):
    """Instances of types without anything that initialises them."""
    _leave_out(left_out)
    for cls in _reached_types(module, results):
        if _is_from_c(cls) and _is_uninitialised(cls):
            _use_empty(module, cls, f"{cls.__name__}()", cls, ())


def try_without_init(module, results, left_out):
    """Instances whose __init__ was not called, as in a subclass that forgets to."""
    _leave_out(left_out)
    for cls in _reached_types(module, results):
        if _is_from_c(cls) and cls.__init__ is not object.__init__:
            _use_empty(module, cls, f"{cls.__name__}.__new__()", cls.__new__, (cls,))


def _one_reference():
    """What getrefcount says of an object that only a local variable holds."""
    value = object()
    return _sys.getrefcount(value)


def _one_in_list():
    """The same of one that only a list holds."""
    cell = [object()]
    return _sys.getrefcount(cell[0])


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


def _owner(producer, noisy):
    """An instance that holds `noisy`, given to the class or as an attribute; or None."""
    import gc

    cls = producer.cls
    value = _make(cls, (noisy,)) if producer.function is cls else None
    if value is None:
        value = _first(producer)
        for name in vars(cls):
            if not name.startswith("__"):
                _outcome(setattr, (value, name, noisy))
    holds = value is not None and any(map(noisy.is_same, gc.get_referents(value)))
    return value if holds else None


def _is_tracked_by_member(producer):
    """Does a member that dies with its owner find it tracked?"""
    seen = []
    noisy = _Noisy(seen)
    value = _owner(producer, noisy)
    noisy.owner = id(value)
    if value is None or _sys.getrefcount(value) > _one_reference():
        return False
    del noisy
    if seen:
        return False  # the instance did not own it
    del value
    return any(seen)


def _is_tracked_when_freed(producer):
    """Does tp_free, or a debug build, find an instance tracked?"""
    import warnings

    cells = _produced_alone(producer)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        _watch_free(producer.cls)
        for cell in cells:
            cell.clear()
        is_tracked = _watch_free(None)
    return is_tracked or any("not untracked" in str(each.message) for each in caught)


def try_deallocation(module, known, left_out):
    """Instances that die: their dealloc must take them from the collector first."""
    _leave_out(left_out, known)
    for producer in _producers_of(module):
        name = producer.cls.__name__
        step = f"the death of {producer.label}"
        if step in _skip or not producer.cls.__flags__ & _HAVE_GC:
            continue
        _step((step, name))
        if _is_tracked_by_member(producer):
            _tell(("tracked", name, "a member of the instance found it tracked while "
                   "both were deallocated"))
        elif _is_tracked_when_freed(producer):
            _tell(("tracked", name, "the instance was still tracked when its memory "
                   "was freed"))


_kept = []  # weak references that may lead to freed memory: they must not die


def try_weak_references(module, known, left_out):
    """Instances that die: their dealloc must clear the weak references to them."""
    import weakref

    _leave_out(left_out, known)
    for producer in _producers_of(module):
        step = f"the death of {producer.label}, with a weak reference"
        if step in _skip or not producer.cls.__weakrefoffset__:
            continue
        _step((step, producer.cls.__name__))
        for cell in _produced_alone(producer):
            seen = []
            _kept.append(weakref.ref(cell[0], seen.append))
            cell.clear()
            if not seen:
                _tell(("weakref", producer.cls.__name__, producer.label))


def _filled(producer):
    """Instances that may hold another object: as an argument, an attribute, or by a
    method; each in a list, to be popped."""
    cls, arguments = producer.cls, producer.arguments
    cells = []
    for slot in _slots_of(producer) if producer.function is cls else ():
        # What must be a str may be of a subclass, which cycles lead through.
        given = _argument_at(arguments, slot)
        for part in (_Part(), _fresh("a" if given is None else given)):
            if part is not None:
                cells += _produced_alone(producer, _replaced(arguments, slot, part))
    for cell in _produced_alone(producer):
        for name in sorted(vars(cls)):
            if not name.startswith("__"):
                _outcome(setattr, (cell[0], name, _Part()))
        cells.append(cell)
    for name in _method_names(cls):
        for cell in _produced_alone(producer) if not _is_left_out(name) else ():
            _outcome(getattr(cell[0], name), (_Part(),))
            cells.append(cell)
    return cells


_DESCRIPTORS = (type(int.__abs__), type(list.append), type(vars(dict)["fromkeys"]),
                type(vars(type)["__dict__"]), type(vars(type)["__basicsize__"]))


def _is_plain(value):
    """Can it not be part of a cycle, although the collector may know it?  A descriptor of
    a static type leads nowhere else."""
    if type(value) in _DESCRIPTORS:
        return not value.__objclass__.__flags__ & _HEAP_TYPE
    return type(value) in (str, bytes, int, float, complex, bool, type(None)) or (
        type(value) in (tuple, frozenset) and all(map(_is_plain, value)))


def _unvisited(cell):
    """What an instance releases when it dies, but did not show to the collector."""
    if _sys.getrefcount(cell[0]) > _one_in_list():
        return []
    suspects, held = [], []
    _referents((cell[0], suspects, held))
    before = [_sys.getrefcount(each) for each in suspects]
    cell.clear()
    after = [_sys.getrefcount(each) for each in suspects]
    return [each for each, one, other in zip(suspects, before, after)
            if other < one and not _is_plain(each)]


def try_members(module, known, left_out):
    """Instances that own what their traverse function does not visit."""
    _leave_out(left_out, known)
    for producer in _producers_of(module):
        name = producer.cls.__name__
        step = f"members of {producer.label}"
        if step in _skip or not producer.cls.__flags__ & _HAVE_GC:
            continue
        _step((step, name))
        for cell in _filled(producer):
            _check_traversal(cell[0])
            for each in _unvisited(cell):
                _tell(("member", name, type(each).__name__))


def _data_names(cls):
    """Attributes of instances that C code defines, and no methods."""
    kinds = type(vars(type)["__dict__"]), type(vars(type)["__basicsize__"])
    return [name for name, value in sorted(vars(cls).items())
            if isinstance(value, kinds) and not name.startswith("__")]


def try_deletion(module, known, left_out):
    """Attributes that are deleted, and what is left of the instance."""
    _leave_out(left_out, known)
    for producer in _producers_of(module):
        for name in _data_names(producer.cls):
            label = f"del {producer.label}.{name}"
            if label in _skip:
                continue
            _step((label, producer.cls.__name__))
            value = _first(producer)
            if _outcome(delattr, (value, name)) is None:
                for each in _data_names(producer.cls):
                    _outcome(getattr, (value, each))
                _outcome(repr, (value,))


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


FAILING_CALLS = 300  # in all
_SPENT_INSTANCES = 130  # of each type: more than most free lists have
_SPENT_SECONDS = 0.2  # of processor time, to make them


def _given(arguments):
    return [*arguments, *getattr(arguments, "keywords", {}).values()]


def _is_plain_call(run, call):
    """Does it change none of the module's instances but its own?"""
    values = (call.function, *_given(call.arguments))
    return not any(run.is_own_type(type(value)) for value in values)


def _maker_of_callable(run, call):
    """Where an instance is called that a call of its type made: that call."""
    if not run.is_own_type(type(call.function)) or any(
            run.is_own_type(type(value)) for value in _given(call.arguments)):
        return None
    return next((each for each in _calls if each.label == call.callee
                 and each.function is type(call.function) and _is_plain_call(run, each)), None)


class _FreeLists:
    """Keeps instances, so that new ones are allocated and come from no free list."""

    def __init__(self, producers):
        import time

        self.kept = []
        self.producers = []
        end = time.thread_time() + _SPENT_SECONDS
        for producer in producers:
            step = f"many instances of {producer.label}"
            if step in _skip:
                continue
            _step((step, producer.cls.__name__))
            begin = time.thread_time()
            for _ in range(_SPENT_INSTANCES):
                self.kept.append(_first(producer))
                if time.thread_time() > end:
                    return
            if time.thread_time() - begin < _SPENT_SECONDS / 4:
                self.producers.append(producer)

    def use_up(self):
        """Takes what the last call has put back."""
        for producer in self.producers:
            self.kept.append(_first(producer))


def try_failing_calls(module, known, left_out):
    """Calls while memory runs out, each with a new instance where it is a method."""
    _leave_out(left_out, known)
    run = _Run(module)
    budget = FAILING_CALLS
    free_lists = _FreeLists(_producers_of(module))
    for call in _calls:
        step = f"{call.label}, while memory runs out"
        producer = (_producers or {}).get(id(call.cls))
        maker = _maker_of_callable(run, call)
        if (budget <= 0 or step in _skip or maker is None and not _is_plain_call(run, call)
                or call.cls is not None and producer is None):
            continue
        function, arguments = call.function, call.arguments
        keywords = getattr(arguments, "keywords", {})
        if maker is not None:
            def prepare():
                made = _make(maker.function, maker.arguments)
                free_lists.use_up()
                return made

            def use(value):
                value(*arguments, **keywords)
        elif call.cls is None:
            prepare = free_lists.use_up

            def use(_):
                function(*arguments, **keywords)
        else:
            name = function.__name__

            def prepare():
                made = _make(producer.function, producer.arguments)
                free_lists.use_up()
                return made

            def use(value):
                getattr(value, name)(*arguments, **keywords)
        _step((step, call.label))
        budget -= _fail_call((prepare, use))
