"""The calls that several threads make on shared objects; embedded in the probe.

Runs in the namespace of exercise.py.  An operation is a tuple (label, function,
arguments, kind, member): `arguments(number)` gives positional arguments and keywords for
one call.  A member is a field that CPython itself reads or writes: (instance, descriptor,
is it written), or None.  Objects of the module are shared by all calls; strings, bytes and larger integers
are new ones each time, so that nothing else holds them: what the module keeps without a
reference is gone when it is replaced.
"""

OPERATION_LIMIT = 60
_CALL, _MUTATOR, _MAKER, _CLOSED = 0, 1, 2, 3  # as in shared_calls.c
# What these call is the slot alone: CPython itself looks at no memory of the instance.
_CLOSED_SLOTS = frozenset(
    ["__len__", "__next__", "__hash__", "__repr__", "__bool__", "__getitem__", "__setitem__",
     "__contains__", "__call__", "__eq__", "__lt__", "__int__", "__float__", "__neg__",
     "__pos__", "__invert__", "__abs__"])
_AS_GIVEN = 0  # the number of arguments that are those of the exercise; as there
_DEATH_LIMIT = 6  # types whose instances die
_MATE_LIMIT = 2  # instances of a type that may be used up
PLAN_LIMIT = OPERATION_LIMIT  # functions whose first call is tried
_FIRST_NUMBER = 1000  # CPython keeps smaller integers for ever


class _Filled:
    """A list or dictionary that calls share, with contents that can be replaced."""

    def __init__(self, kind, make):
        self.kind = kind
        self.make = make
        self.value = kind()
        self.number = 0
        self.replace()

    def replace(self):
        """New contents; nothing else holds the old ones."""
        self.number += 1
        items = [self.make(self.number * 4 + i) for i in range(3)]
        if self.kind is list:
            self.value[:] = items
        else:
            self.value.clear()
            self.value.update(zip(("a", "key", 3), items))


def _new_str(number):
    return "key-%d" % number


def _new_bytes(number):
    return b"key-%d" % number


def _new_int(number):
    return _FIRST_NUMBER + number


def _new_float(number):
    return number + 0.5


_makers = {str: _new_str, bytes: _new_bytes, int: _new_int, float: _new_float}
_no_number = frozenset({int})  # an integer may be a size, a flag or a position


def _works(function, make):
    """Do calls with such arguments come back?"""
    for number in (1, 2, 1):
        arguments, keywords = make(number)
        try:
            function(*arguments, **(keywords or {}))
            _step(("", ""))  # drops what it may have left beside its result
        except BaseException:  # CancelledError of asyncio is no Exception
            _step(("", ""))
            return False
    return True


def _as_given(arguments, keywords):
    return lambda number: (arguments, keywords)


def _renewed(arguments, keywords, kinds):
    """Like these, with new objects of the kinds in place of constants."""
    def renew(value, number):
        return _makers[type(value)](number) if type(value) in kinds else value

    def make(number):
        if number == _AS_GIVEN:
            return arguments, keywords
        return (tuple([renew(value, number) for value in arguments]),
                {name: renew(value, number) for name, value in keywords.items()}
                if keywords else None)

    return make


def _with_filled(arguments, filled, kind):
    return lambda number: (tuple([filled.value if type(value) is kind else value
                                  for value in arguments]), None)


def _made_by(maker, make):
    """One argument, which the maker makes of those."""
    def made(number):
        arguments, keywords = make(number)
        return (maker(*arguments, **(keywords or {})),), None

    return made


def _best_arguments(function, arguments, keywords):
    kinds = {type(value) for value in (*arguments, *(keywords or {}).values())}
    kinds &= set(_makers)
    for chosen in (kinds, kinds - _no_number):
        if chosen:
            make = _renewed(arguments, keywords, chosen)
            if _works(function, make):
                return make
    make = _as_given(arguments, keywords)
    return make if _works(function, make) else None


_SAME = object()  # stands for the instance itself
_KEYS = ((0,), ("a",))
_OPERANDS = ((_SAME,), (3,), ("a",))


def _next(value):
    return next(value, None)  # its end is an answer as well


def _call(value, *arguments):
    return value(*arguments)


def _look_up(value):
    return getattr(value, "insulate", None)


def _set_attribute(value, other):
    value.insulate = other


def _put_and_delete(value, key):
    """Deletes what has just been put there; another thread may take it first."""
    value[key] = 1
    del value[key]


def _protocols():
    """(slot, text, function, tuples of further arguments) of what is no method; a type
    stands for new objects of that kind."""
    import operator

    for slot, text, function in (
            ("__len__", "len({})", len), ("__iter__", "iter({})", iter),
            ("__next__", "next({})", _next), ("__hash__", "hash({})", hash),
            ("__repr__", "repr({})", repr), ("__bool__", "bool({})", bool),
            ("__buffer__", "memoryview({})", _use_buffer),
            ("__getattribute__", "{}.insulate", _look_up), *_CONVERSIONS):
        yield slot, text, function, ((),)
    for slot in ("__copy__", "__reduce__", "__getstate__", "__sizeof__", "__length_hint__"):
        yield slot, "{}." + slot + "()", operator.methodcaller(slot), ((),)
    yield "__setattr__", "{}.insulate = {}", _set_attribute, [(kind,) for kind in _makers]
    yield "__getitem__", "{}[{}]", operator.getitem, _KEYS
    yield ("__setitem__", "{}[{}] = {}", operator.setitem,
           [(*key, kind) for key in _KEYS for kind in _makers])
    yield "__delitem__", "del {}[{}]", _put_and_delete, ((_FIRST_NUMBER,), ("insulate",))
    yield "__contains__", "{1} in {0}", operator.contains, _KEYS
    yield "__call__", "{}({})", _call, (*_KEYS, (_SAME,))
    yield "__eq__", "{} == {}", operator.eq, (*_KEYS, (_SAME,))
    yield "__lt__", "{} < {}", operator.lt, ((_SAME,), *_KEYS)
    for sign, name in _OPERATORS:
        for slot, text in (f"__{name}__", sign), (f"__i{name}__", sign + "="):
            yield slot, "{} " + text + " {}", getattr(operator, slot), _OPERANDS


def _own_slots(cls):
    """Rows of _protocols() that the type defines, or another one of an extension."""
    for row in _protocols():
        home = next((base for base in cls.__mro__ if row[0] in vars(base)), object)
        is_own = home is cls or home.__module__ != "builtins"
        if is_own and vars(home)[row[0]] is not None:
            yield row


def _with_new(value, rest):
    def make(number):
        if number == _AS_GIVEN:
            number = 1
        return (value, *[_makers[each](number) if type(each) is type else each
                         for each in rest]), None  # an operand may have no hash

    return make


_OPERATOR_SLOTS = frozenset(f"__{prefix}{name}__" for _, name in _OPERATORS
                            for prefix in ("", "i"))
_named_makers = {}  # identity of a type -> its name in the module, and arguments it takes
_called_slots = set()  # (type, slot)
_GENERAL_SLOTS = ("__getattribute__", "__setattr__")  # may be those of CPython itself


class _Operations:
    def __init__(self):
        self.found = []

    def add(self, label, function, make, kind=_CALL, member=None):
        if len(self.found) < OPERATION_LIMIT and label not in _skip:
            self.found.append((label, function, make, kind, member))
            return True
        return False

    def add_filled(self, label, function, arguments, kind, maker=None):
        """With a list or dictionary that another thread fills anew.  maker: what makes of it
        the argument of the call, each time."""
        for make in (_new_str, _new_int, _new_float, _new_bytes):
            filled = _Filled(kind, make)
            with_filled = _with_filled(arguments, filled, kind)
            if maker is not None:
                with_filled = _made_by(maker, with_filled)
            if _works(function, with_filled):
                name = f"{label} with a shared {kind.__name__}"
                if self.add(name, function, with_filled, _CALL if maker is None else _MAKER):
                    self.add(f"replacement of the contents of the {kind.__name__}",
                             filled.replace, _as_given((), None), _MUTATOR)
                return True
        return False

    def add_call(self, label, function, arguments, keywords=None, kind=_CALL, member=None):
        make = _best_arguments(function, arguments, keywords)
        if make is not None:
            self.add(label, function, make, kind, member)

    def add_protocols(self, label, value):
        """What operators and built-in functions call."""
        cls = type(value)
        for slot, text, function, shapes in _own_slots(cls):
            for shape in shapes:
                rest = [value if each is _SAME else each for each in shape]
                make = _with_new(value, rest)
                if _works(function, make):
                    words = [label if each is value else _shown(make(1)[0][at])
                             for at, each in enumerate(rest, 1)]
                    is_closed = slot in _CLOSED_SLOTS or slot in _OPERATOR_SLOTS
                    if self.add(text.format(label, *words), function, make,
                                _CLOSED if is_closed else _CALL):
                        _called_slots.add((cls, slot))
                    break
        for name in sorted(vars(cls)):
            if name.startswith("__") or _is_dangerous(name):
                continue
            descriptor = type(vars(cls)[name]).__name__
            if descriptor in ("getset_descriptor", "member_descriptor"):
                is_member = descriptor == "member_descriptor"
                kind = _CALL if is_member else _CLOSED
                members = [(value, vars(cls)[name], writes) if is_member else None
                           for writes in (False, True)]
                self.add_call(f"{label}.{name}", getattr, (value, name), None, kind,
                              members[0])
                try:
                    now = getattr(value, name)
                except BaseException:
                    continue
                self.add_call(f"{label}.{name} = ...", setattr, (value, name, now), None, kind,
                              members[1])


def _owner(function):
    return getattr(function, "__self__", None)


_METHOD_ARGUMENTS = ((), (1,), ("a",), (b"a",), (1.5,), ([],), ({},), (1, 2), ("a", 1))


def _add_exercise(operations, run):
    """The calls that an exercise of the user makes: of functions with its arguments, of
    methods with some that they take; else the exercise as a whole.  Returns instances."""
    namespace = {"__name__": _EXERCISE, "__file__": _user_file}
    exec(compile(_user_source, _user_file, "exec"), namespace)
    exercise = namespace["exercise"]
    recorded = _Recorded(run.module)
    methods = {}

    def see(frame, event, function):
        owner = _owner(function) if event == "c_call" else None
        name = getattr(function, "__name__", "__")
        cls = type(owner)
        if (owner is not None and not name.startswith("__") and not _is_dangerous(name)
                and cls.__module__ != _EXERCISE and run.is_own_type(cls)):
            methods.setdefault((cls, name), owner)

    _sys.setprofile(see)
    try:
        exercise(recorded)
    except BaseException:
        pass  # perhaps it takes nothing but a module
    _sys.setprofile(None)
    _step(("", ""))
    known = set()
    for name, function, arguments, keywords in recorded._calls:
        if name not in known:
            known.add(name)
            operations.add_call(f"{name}(...)", function, arguments, keywords or None)
    shared = {cls: owner for (cls, _), owner in reversed(methods.items())}
    for (cls, name), owner in methods.items():
        function = getattr(shared[cls], name)
        for arguments in _METHOD_ARGUMENTS:
            make = _best_arguments(function, arguments, None)
            if make is not None:
                operations.add(f"{cls.__name__}().{name}(...)", function, make)
                break
    if not operations.found:
        operations.add("exercise(module)", exercise, _as_given((run.module,), None))
    for cls, owner in shared.items():
        operations.add_protocols(f"{cls.__name__}()", owner)
    return list(shared.values())


def thread_operations(module):
    """Operations on the module and on one instance of each of its types; the instances
    whose memory is watched; what of the module's objects is there for good; instances
    that export their memory as a buffer; and operations that export all of these."""
    operations = _Operations()
    if "*" in _skip:
        return [], [], [], [], ([], [])
    run = _Run(module)
    instances = (_add_exercise(operations, run) if _user_source is not None
                 else _add_all(operations, run))
    exporters = [value for value in instances if hasattr(type(value), "__buffer__")]
    return (operations.found, instances, _lasting(operations, run, instances), exporters,
            _ways_to_export(operations, exporters))


_OF_OPERATORS = frozenset(["builtins", "_operator", _use_buffer.__module__])


def _may_export(operation, exporters):
    """Is it a call that may have a buffer exported until it ends?"""
    _, function, make, kind, _ = operation
    if function is _use_buffer:
        return True
    given = make(_AS_GIVEN)[0] if kind in (_CALL, _CLOSED) else ()
    if getattr(function, "__module__", None) in _OF_OPERATORS:
        given = given[1:]  # the first one is what it works on
    return any(value is each for value in given for each in exporters)


def _ways_to_export(operations, exporters):
    """Two operations: all buffers are exported, as by a thread that reads them, and given
    back; and the numbers of those that may do so themselves."""
    views = []

    def export():
        for each in exporters:
            try:
                views.append(memoryview(each))
            except BaseException:
                _step(("", ""))

    def give_back():
        while views:
            views.pop().release()

    make = _as_given((), None)
    numbers = [number for number, each in enumerate(operations.found)
               if _may_export(each, exporters)]
    return ([("an export", export, make, _CALL, None),
             ("its end", give_back, make, _CALL, None)], numbers) if exporters else ([], [])


def _lasting(operations, run, instances):
    """Instances and types that all calls of the operations use: the operations keep them."""
    found = [cls for _, cls in run.types()] + list(instances)
    for _, function, make, kind, _ in operations.found:
        if kind in (_CALL, _CLOSED):
            found += [value for value in (_owner(function), *make(_AS_GIVEN)[0])
                      if run.is_own_type(type(value))]
    return found


def _add_all(operations, run):
    """Returns the instances whose memory is watched."""
    run.use_all()
    names = {id(cls): name for name, cls in run.types()}
    _named_makers.update((id(cls), (names[id(cls)], arguments))
                         for cls, arguments in run.makers.values() if id(cls) in names)
    others = _add_others(operations, run)
    for call in run.calls:
        operations.add_call(call.label, call.function, tuple(call.arguments),
                            dict(call.arguments.keywords) or None)
    for name, function in run.functions():
        if name not in _skip:
            _add_containers(operations, name, function)
    for label, value in run.made.values():
        operations.add_protocols(label, value)
        for name in sorted(vars(type(value))):
            method = vars(type(value))[name]
            if (type(method).__name__ != "method_descriptor" or name.startswith("__")
                    or _is_dangerous(name)):
                continue
            _add_containers(operations, f"{label}.{name}", getattr(value, name))
    _add_deaths(operations, run)
    _add_iterators(operations, run)
    others += _add_mates(operations, run)
    return [value for _, value in run.made.values()] + others


def _add_mates(operations, run):
    """What may use an instance up, as write() and close(), is called on one of its own: that
    one's other methods and attributes are used, too.  Returns those instances."""
    endings = {}
    for call in run.calls:
        owner = _owner(call.function)
        name = getattr(call.function, "__name__", "__")
        if (type(owner) is call.cls and not name.startswith("__") and _is_dangerous(name)
                and len(endings.setdefault(id(call.cls), [])) < _MATE_LIMIT):
            endings[id(call.cls)].append((name, owner))
    for call in run.calls:
        name = getattr(call.function, "__name__", "__")
        for ending, owner in endings.get(id(call.cls), ()):
            if _owner(call.function) is not owner and not _is_dangerous(name):
                operations.add_call(f"{call.label} beside {ending}", getattr(owner, name),
                                    tuple(call.arguments),
                                    dict(call.arguments.keywords) or None)
    mates = [mate for each in endings.values() for mate in each]
    for ending, owner in mates:
        operations.add_protocols(f"{type(owner).__name__} beside {ending}", owner)
    return [owner for _, owner in mates]


def _add_deaths(operations, run):
    """The last reference to a new instance is released: only then runs its tp_dealloc."""
    for label, (cls, arguments) in list(run.makers.items())[:_DEATH_LIMIT]:
        make = _best_arguments(cls, tuple(arguments), dict(arguments.keywords) or None)
        if make is not None:
            operations.add(f"the end of {label}", list.clear, _in_a_list(cls, make), _MAKER)


def _add_iterators(operations, run):
    """Iterators that look into a list or dictionary, a new one for each call: others are
    soon at their end.  The exercise has empty ones only."""
    for label, (cls, arguments) in list(run.makers.items()):
        for kind in (list, dict):
            if (arguments.keywords or not hasattr(cls, "__iter__")
                    or not any(type(value) is kind for value in arguments)):
                continue

            def make_iterator(*given, cls=cls):
                return iter(cls(*given))

            operations.add_filled(f"next(iter({label}))", _next, tuple(arguments), kind,
                                  make_iterator)


def _in_a_list(cls, make):
    def made(number):
        arguments, keywords = make(number)
        return ([cls(*arguments, **(keywords or {}))],), None

    return made


def _add_others(operations, run):
    """Methods that take an instance of their own type get another one than `self`, and that
    one's methods are called, too.  Returns those instances."""
    others = {}
    makers = {id(cls): (cls, arguments) for cls, arguments in run.makers.values()}
    for call in run.calls:
        owner = _owner(call.function)
        cls = type(owner)
        if (id(cls) not in makers or call.arguments.keywords
                or not any(type(value) is cls for value in call.arguments)):
            continue
        if id(cls) not in others:
            arguments = makers[id(cls)][1]
            try:
                others[id(cls)] = cls(*arguments, **arguments.keywords)
            except BaseException:
                _step(("", ""))
                continue
        other = others[id(cls)]
        operations.add_call(f"{call.label} with another instance", call.function,
                            tuple([other if type(value) is cls else value
                                   for value in call.arguments]))
    for call in run.calls:
        other = others.get(id(type(_owner(call.function))))
        if other is not None and not call.arguments.keywords:
            operations.add_call(f"{call.label} of another instance",
                                getattr(other, call.function.__name__),
                                tuple(call.arguments))
    return list(others.values())


def _add_containers(operations, label, function):
    """The exercise has empty containers only.  Another thread may change one."""
    for kind in (list, dict):
        for arguments in ((kind(),), (kind(), 0), (kind(), "key")):
            if operations.add_filled(label, function, arguments, kind):
                break
    buffer = bytearray(b"key-1")
    for arguments in ((buffer,), (buffer, 0), (buffer, "key")):
        make = _as_given(arguments, None)
        if _works(function, make):
            operations.add(f"{label} with a shared bytearray", function, make)
            break


def thread_renewals(module):
    """(label, renew) of methods, attributes and operators: renew() makes an instance that
    nobody has used yet, and returns what to call and its arguments."""
    found = []
    if "*" in _skip or _user_source is not None:
        return found
    run = _Run(module)
    run.use_all()
    makers = {id(cls): (cls, arguments) for cls, arguments in run.makers.values()}
    for call in run.calls:
        if id(call.cls) in makers and not call.arguments.keywords:
            cls, arguments = makers[id(call.cls)]
            found.append((call.label, _renewal_of_method(
                cls, arguments, call.function.__name__, tuple(call.arguments))))
    for cls, arguments in makers.values():
        for function, slot in ((hash, "__hash__"), (repr, "__repr__"), (len, "__len__")):
            if slot in vars(cls):
                found.append((f"{function.__name__}({cls.__name__}())",
                              _renewal_of_argument(cls, arguments, function, ())))
        for name, value in sorted(vars(cls).items()):
            if (type(value).__name__ == "getset_descriptor"
                    and not name.startswith("__") and not _is_dangerous(name)):
                found.append((f"{cls.__name__}().{name}",
                              _renewal_of_argument(cls, arguments, getattr, (name,))))
    return [each for each in found if each[0] not in _skip and _is_renewed(each[1])]


def _renewal_of_method(cls, arguments, name, rest):
    return lambda: (getattr(cls(*arguments, **arguments.keywords), name), rest)


def _renewal_of_argument(cls, arguments, function, rest):
    return lambda: (function, (cls(*arguments, **arguments.keywords), *rest))


def _is_renewed(renew):
    try:
        function, arguments = renew()
        function(*arguments)
        _step(("", ""))
    except BaseException:
        _step(("", ""))
        return False
    return True


def thread_coverage(module, operations):
    """(name, is it called) of the module's types, functions, and methods and operators of
    its types.  What is left alone because of its name, as write() is, counts: nothing is
    shown of it."""
    run = _Run(module)
    words = [label for label, *_ in operations]
    found = []
    for name, value in sorted(vars(module).items()):
        if not run.is_own_function(value):
            continue
        found.append((name, any(each.startswith(name + "(") or each.startswith(name + " ")
                                for each in words)))
    for name, cls in run.types():
        if issubclass(cls, BaseException) or _is_sealed(cls):
            continue
        for method, value in sorted(vars(cls).items()):
            if (type(value).__name__ in ("method_descriptor", "classmethod_descriptor",
                                         "staticmethod") and not method.startswith("__")):
                owners = tuple("." + method + end for end in "( ")
                found.append((f"{name}.{method}",
                              any(owners[0] in each or owners[1] in each
                                  for each in words)))
        found += [(f"{name}.{slot}", (cls, slot) in _called_slots)
                  for slot, *_ in _own_slots(cls) if slot not in _GENERAL_SLOTS]
    return found


def _way_to(function):
    """What leads from the module to it: names, and arguments of a type on the way."""
    owner = _owner(function)
    cls = function if isinstance(function, type) else (
        owner if isinstance(owner, type) else type(owner))
    if isinstance(owner, type(_sys)):
        return (function.__name__,)
    if id(cls) not in _named_makers:
        return None
    name, arguments = _named_makers[id(cls)]
    if function is cls:
        return (name,)
    if owner is cls:
        return name, function.__name__
    return name, (tuple(arguments), arguments.keywords), function.__name__


def _follow(module, way):
    value = module
    for step in way:
        value = (getattr(value, step) if type(step) is str
                 else value(*step[0], **step[1]))
    return value


def thread_plan(operations):
    """The calls that another process can make, whose module is still unused."""
    import marshal

    plan = []
    for label, function, make, kind, _ in operations:
        is_own = type(function) is type(len) or isinstance(function, type)
        way = _way_to(function) if kind == _CALL and is_own else None
        if way is None or len(plan) == PLAN_LIMIT:
            continue
        entry = (label, way, *make(1))
        try:
            marshal.dumps(entry)
        except ValueError:
            continue
        plan.append(entry)
    return marshal.dumps(plan)


def thread_first_operation(module, plan, index):
    """How many the plan has, and a list with this one, or an empty list."""
    import marshal

    plan = marshal.loads(plan)
    found = []
    for label, way, arguments, keywords in plan[index:index + 1]:
        try:
            found.append((label, _follow(module, way), _as_given(arguments, keywords), _CALL,
                          None))
        except Exception:
            _step(("", ""))  # what leads there does not come back
    return len(plan), found


def thread_settings():
    """Is the GIL in use?  The smallest switch interval, and no collections in between."""
    import gc

    gc.disable()
    _sys.setswitchinterval(1e-6)
    return gil_is_enabled()
