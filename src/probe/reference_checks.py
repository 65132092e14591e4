"""Does a call give back the references that it takes?  In a forked copy of the process.

Embedded in the probe behind forked_checks.py, whose names it uses.  Each round hands out
an object of its own, and compares the references to it before and after.  Those that
`_hold` takes keep it alive when too many are released.
"""

from itertools import islice as _islice

_AGAIN = 3  # rounds with an object each, until a reference that is left counts as lost
_THREADS_SECONDS = 0.05
_ITSELF_SECONDS = 0.6  # of processor time, for the references to instances of a module,
_COUNT_SECONDS = 1.0  # and for all other counts


class _Given:
    """An object that a round hands out."""

    def __init__(self, value):
        _hold(value)
        self.cell = [value]
        self.begin = 0

    def start(self):
        """To be called when the caller's own references are gone."""
        self.begin = self.count()

    def count(self):
        return _sys.getrefcount(self.cell[0])

    def change(self):
        """References that are more, or fewer, than in the beginning."""
        import gc

        if self.count() != self.begin:
            gc.collect()
        return self.count() - self.begin

    def is_known_elsewhere(self):
        """Does an object that the collector knows refer to it?"""
        import gc

        return any(each is not self.cell for each in gc.get_referrers(self.cell[0]))

    def is_in(self, results):
        return any(each is self.cell[0] for each in results)


_fresh_types = {}


def _fresh(value):
    """An equal value that nothing else refers to and the collector knows; or None."""
    kind = type(value)
    if kind not in (str, bytes, bytearray, int, float, tuple, list, dict):
        return None
    if kind not in _fresh_types:
        _fresh_types[kind] = type(kind.__name__, (kind,), {})
    return _fresh_types[kind](value)


def _filled_part():
    return _Part((1, 2, 3))


def _results_of(function, given):
    """What the function returns in a list, or [] if it raises."""
    try:
        return [function(given.cell[0])]
    except Exception as error:
        error.__traceback__ = None
        return []


def _try_balance(name, label, make, function, may_keep=False):
    """Tells of a function whose call releases more than it takes, or less, unless it may
    keep what it takes.  Returns whether it does neither."""
    import time

    rounds = []
    for _ in range(_AGAIN):
        given = _Given(make())
        given.start()
        results = _results_of(function, given)
        is_returned = given.is_in(results)
        results.clear()
        change = given.change()
        if change < 0:
            _tell(("returned" if is_returned else "dropped", name, label))
            return False
        if change == 0 or may_keep or given.is_known_elsewhere():
            return True
        rounds.append(given)
    time.sleep(_THREADS_SECONDS)  # other threads may release theirs
    # What holds one object at a time has let the earlier ones go.
    if any(each.change() <= 0 for each in rounds[:-1]):
        return True
    _tell(("kept", name, label))
    return False


class _Holder:
    """A way to put an object into a new instance."""

    def __init__(self, label, producer, at=None, member=None, is_method=False):
        self.label = label
        self.producer = producer
        self.at = at
        self.member = member
        self.is_method = is_method
        self.name = producer.cls.__name__ + (f".{member}" if member else "")

    def instance(self, part):
        producer = self.producer
        if self.at is not None:
            return _make_or_raise(producer.function,
                                  _replaced(producer.arguments, self.at, part))
        value = _first(producer)
        if self.is_method:
            getattr(value, self.member)(part)
        else:
            setattr(value, self.member, part)
        return value


def _holders(producer):
    """Those that may leave a reference to the object in the instance."""
    cls = producer.cls
    ways = []
    if producer.function is cls:
        ways += [_Holder(producer.label, producer, at=slot)
                 for slot in _slots_of(producer)]
    for name in sorted(vars(cls)):
        if not name.startswith("__") and not callable(vars(cls)[name]):
            ways.append(_Holder(f"{cls.__name__}.{name} = object", producer, member=name))
    for name in _method_names(cls):
        if not _is_left_out(name):
            ways.append(_Holder(f"{cls.__name__}.{name}(object)", producer,
                                member=name, is_method=True))
    return ways


def _holds(holder):
    """Does an instance keep the object while it lives?"""
    given = _Given(_filled_part())
    given.start()
    try:
        value = holder.instance(given.cell[0])
    except Exception:
        return False
    return given.change() > 0 and value is not None


def _first_items(value):
    return list(_islice(iter(value), 4))


_PLAIN_USES = (
    ("__hash__", "hash({})", hash), ("__repr__", "repr({})", repr),
    ("__len__", "len({})", len), ("__bool__", "bool({})", bool),
    ("__iter__", "iter({})", _first_items), ("__reduce_ex__", "copy({})", _copy),
    ("__eq__", "{} == {}", lambda value: value == value),
    ("__lt__", "{} < {}", lambda value: value < value),
    ("__getitem__", "{}[0]", lambda value: value[0]),
    ("__getitem__", "{}['a']", lambda value: value["a"]),
    ("__contains__", "3 in {}", lambda value: 3 in value),
)


def _uses(cls):
    """What is done with an instance: (label, function)."""
    for slot, label, function in _PLAIN_USES:
        if hasattr(cls, slot):
            yield label.replace("{}", cls.__name__), function
    if not _is_dangerous(cls.__name__) and any(
            "__call__" in vars(base) for base in cls.__mro__):
        yield f"{cls.__name__}()()", lambda value: value()
    for sign, function in _operators(cls):
        yield (f"{cls.__name__} {sign} {cls.__name__}",
               lambda value, function=function: function(value, value))
    if cls.__init__ is not object.__init__:
        yield (f"{cls.__name__}.__init__",
               lambda value: value.__init__(_filled_part()))
    methods = _method_names(cls)
    for name in sorted(vars(cls)):
        if name in methods and not _is_left_out(name):
            yield (f"{cls.__name__}.{name}",
                   lambda value, name=name: getattr(value, name)())
        elif not callable(vars(cls)[name]) and not name.startswith("__"):
            yield f"{cls.__name__}.{name}", lambda value, name=name: getattr(value, name)


def _try_life(holder, is_over):
    """The life of an instance alone.  Returns whether it holds the object, and gives it
    back."""
    def live(part):
        holder.instance(part)

    step = f"references of {holder.label}"
    if step in _skip or is_over():
        return False
    _step((step, holder.producer.cls.__name__))
    return (_try_balance(holder.name, holder.label, _filled_part, live)
            and _holds(holder))


def _try_uses(holder, unbalanced, is_over):
    """The same, and each use of it, but those that are known to lose the instance: it would
    be used after its end."""
    cls = holder.producer.cls
    for label, use in _uses(cls):
        step = f"references of {holder.label}: {label}"
        if (step in _skip or is_over()
                or any(label == each or label.startswith(each + " ")
                       for each in unbalanced)):
            continue

        def live_and_use(part, use=use):
            return use(holder.instance(part))

        _step((step, cls.__name__))
        _try_balance(label, f"{label}, after {holder.label}", _filled_part, live_and_use)


def _name_of(call):
    if call.cls is None or call.cls is call.function:
        return call.label.partition("(")[0]
    return f"{call.cls.__name__}.{call.function.__name__}"


def _on_new_instance(call):
    """The function of a call: where it is a method, that of a new instance."""
    if call.cls is None or call.cls is call.function:
        return lambda: call.function
    producer = (_producers or {}).get(id(call.cls))
    if producer is None:
        return None
    name = call.function.__name__
    return lambda: getattr(_first(producer), name)


def _try_arguments(call, is_over):
    """Each argument of a call that came back, in turn."""
    find = _on_new_instance(call)
    keywords = getattr(call.arguments, "keywords", {})
    if find is None:
        return
    for at, value in enumerate(call.arguments):
        for make in (lambda: _fresh(value), _filled_part):
            step = f"references of argument {at + 1} of {call.label}"
            if make() is None or step in _skip or is_over():
                continue

            def use(given):
                arguments = (*call.arguments[:at], given, *call.arguments[at + 1:])
                return find()(*arguments, **keywords)

            _step((step, call.label))
            if not _try_balance(_name_of(call), call.label, make, use):
                break


def _operands(sign, function):
    """What an operator is given beside the instance: (label, use)."""
    yield f"{{}} {sign} {{}}", lambda value: function(value, value)
    for other in (3, "a", [3], None):
        yield f"{{}} {sign} {other!r}", lambda value, other=other: function(value, other)
        if not sign.endswith("="):
            yield f"{other!r} {sign} {{}}", lambda value, other=other: function(other, value)


def _uses_of_itself(cls):
    """What is done with an instance that must not keep itself: (name, label, use)."""
    for slot, label, use in _PLAIN_USES:
        if hasattr(cls, slot):
            yield label, label, use
    for sign, function in _operators(cls):
        for label, use in _operands(sign, function):
            yield f"{{}} {sign}", label, use


def _method_uses(cls):
    """Methods, which may let an instance register itself."""
    for name in _method_names(cls):
        if not _is_left_out(name):
            yield (f"{{}}.{name}", f"{{}}.{name}()",
                   lambda value, name=name: getattr(value, name)())


class _Newborn:
    """A way to make instances that nothing else refers to; one of their arguments may be
    replaced by an object of another type."""

    def __init__(self, producer, at=None):
        self.producer = producer
        self.at = at
        self.label = producer.label if at is None else (
            f"{producer.label} with an object for argument {at + 1}")

    def arguments(self):
        known = self.producer.arguments
        if self.at is None:
            return known
        part = _Part()
        _hold(part)  # an instance may release what it does not own
        other = Arguments((*known[:self.at], part, *known[self.at + 1:]))
        other.keywords = getattr(known, "keywords", {})
        return other

    def make(self):
        """One of them, or None."""
        cells = _produced_alone(self.producer, self.arguments())
        return cells[0].pop() if cells else None


def _try_itself(newborn, unbalanced, is_over):
    """References to an instance that is used.  Adds the names of uses that are told of."""
    cls = newborn.producer.cls
    for uses, may_keep in ((_uses_of_itself, False), (_method_uses, True)):
        for name, label, use in uses(cls):
            name, label = (each.replace("{}", cls.__name__) for each in (name, label))
            step = f"references to {newborn.label}: {label}"
            if step in _skip or is_over():
                continue
            _step((step, cls.__name__))
            if newborn.make() is None:
                return
            if not _try_balance(name, f"{label}, after {newborn.label}", newborn.make, use,
                                may_keep):
                unbalanced.add(name)


def _newborns(producer):
    yield _Newborn(producer)
    if producer.function is producer.cls:
        for at in range(max(1, min(2, len(producer.arguments)))):
            yield _Newborn(producer, at)


def _is_held_by_nobody(cell):
    """Has what the list holds another reference, of nothing that the collector knows?"""
    import gc

    more = _sys.getrefcount(cell[0]) - _one_in_list()
    return (0 < more <= _AGAIN
            and all(each is cell for each in gc.get_referrers(cell[0])))


def _try_new(producer):
    """Tells of a type whose new instances have a reference too many.  An instance that is
    returned again has an owner."""
    import gc
    import time

    cells = [[_first(producer)] for _ in range(_AGAIN)]
    if (len({id(cell[0]) for cell in cells}) < _AGAIN
            or not all(type(cell[0]) is producer.cls for cell in cells)
            or not all(map(_is_held_by_nobody, cells))):
        return
    gc.collect()
    time.sleep(_THREADS_SECONDS)  # other threads may release theirs
    if all(map(_is_held_by_nobody, cells)):
        _tell(("undying", producer.cls.__name__, producer.label))


def try_references(module, known, left_out):
    """References that calls, and instances while they live, take and give back."""
    import time

    _leave_out(left_out, known)
    end = time.thread_time() + _ITSELF_SECONDS

    def is_over():
        return time.thread_time() > end

    # What is short comes first, for all types: the time may not be enough for the rest.
    # What is held here cannot end too early; later it would, and only some copies may crash.
    producers = _producers_of(module)
    for producer in producers:
        step = f"references of {producer.label}"
        if producer.function is producer.cls and step not in _skip:
            _step((step, producer.cls.__name__))
            _try_new(producer)
    unbalanced = set()
    for producer in producers:
        for newborn in _newborns(producer):
            _try_itself(newborn, unbalanced, is_over)
    end = time.thread_time() + _COUNT_SECONDS
    holders = [holder for producer in producers for holder in _holders(producer)
               if _try_life(holder, is_over)]
    for call in _calls:
        _try_arguments(call, is_over)
    for holder in holders:
        _try_uses(holder, unbalanced, is_over)


def _counts(objects):
    return [_sys.getrefcount(each) for each in objects]


def _unvisited_state(module, objects):
    """What the module's m_clear releases, which is called here, and m_traverse does not
    visit."""
    import gc

    visited = {id(each) for each in gc.get_referents(module)}
    for each in objects:
        _hold(each)
    before = _counts(objects)
    _clear(module)
    return [each for each, one, other in zip(objects, before, _counts(objects))
            if other < one and id(each) not in visited and gc.is_tracked(each)
            and not _is_plain(each)]


def _loses_again(owner, objects):
    """Those whose references a second call of a clear function releases, too."""
    for each in objects:
        _hold(each)
    if not _clear(owner):
        return []
    before = _counts(objects)
    _clear(owner)
    return [each for each, one, other in zip(objects, before, _counts(objects))
            if other < one]


def try_clearing(module, known, left_out):
    """Clear functions that are called again: by the collector, by tp_dealloc, by m_free."""
    _leave_out(left_out, known)
    for producer in _producers_of(module):
        cls = producer.cls
        step = f"{producer.label}, cleared twice"
        if step in _skip or not cls.__flags__ & _HAVE_GC:
            continue
        _step((step, cls.__name__))
        for cell in _filled(producer):
            objects = []
            _referents((cell[0], objects, objects))
            if _loses_again(cell[0], objects):
                _tell(("dropped", f"tp_clear of {cls.__name__}",
                       f"{producer.label}, called a second time"))
                break
    step = "the module, cleared twice"
    if step not in _skip:
        _step((step, ""))
        objects = _state_objects(module)
        for each in _unvisited_state(module, objects):
            _tell(("state", "m_traverse", type(each).__name__))
        for each in _loses_again(module, objects):
            _tell(("hook", "m_clear", f"an object of type '{type(each).__name__}' loses "
                   "a reference with the second call"))


class _Place:
    """Where an instance takes another object after it was made."""

    def __init__(self, label, producer, put):
        self.label = label
        self.producer = producer
        self.put = put

    def fill(self, mark, is_closed):
        """A new instance with a tuple that holds the mark, and the instance, too, where the
        cycle is closed.  The tuple has no tp_clear: nothing but the instance can break
        the cycle."""
        value = _first(self.producer)
        link = (value if is_closed else None, mark)
        self.put(value, link)
        return value, link


def _places(producer):
    cls = producer.cls
    found = [_Place(f"{cls.__name__}.{name} = (instance,)", producer,
                    lambda value, link, name=name: setattr(value, name, link))
             for name in _settable_names(cls)]
    for name in _method_names(cls):
        if not _is_left_out(name):
            found.append(_Place(f"{cls.__name__}.{name}((instance,))", producer,
                                lambda value, link, name=name:
                                    getattr(value, name)(link)))
    if hasattr(cls, "__setitem__"):
        for key in (0, "a"):
            found.append(_Place(f"{cls.__name__}[{key!r}] = (instance,)", producer,
                                lambda value, link, key=key:
                                    value.__setitem__(key, link)))
    return found


class _Mark:
    """An object, and whether anything but this refers to it.  What getrefcount says of a
    variable depends on how its line was compiled."""

    def __init__(self):
        self.cell = [object()]
        self.begin = self.count()

    def count(self):
        return _sys.getrefcount(self.cell[0])

    def is_held(self):
        return self.count() > self.begin


def _is_kept(place):
    """Does the instance keep what it was given, and nothing else does?"""
    import gc

    mark = _Mark()
    try:
        value, link = place.fill(mark.cell[0], False)
    except Exception:
        return False
    del link
    is_held = mark.is_held()
    del value
    if mark.is_held():
        gc.collect()
    return is_held and not mark.is_held()


def _left_cycle(place):
    """How the collector sees a cycle that it does not free, or None if it does."""
    import gc

    mark = _Mark()
    value, link = place.fill(mark.cell[0], True)
    if not gc.is_tracked(value):
        kind = "untracked"
    elif any(each is link for each in gc.get_referents(value)):
        kind = "uncleared"
    else:
        kind = "member"
    del value, link
    gc.collect()
    return kind if mark.is_held() else None


def try_cycles(module, known, left_out):
    """Cycles that only the tp_clear of an instance can break."""
    import time

    _leave_out(left_out, known)
    end = time.thread_time() + _COUNT_SECONDS
    for producer in _producers_of(module):
        if not producer.cls.__flags__ & _HAVE_GC:
            continue
        for place in _places(producer):
            step = f"a cycle by {place.label}"
            if step in _skip or time.thread_time() > end:
                continue
            _step((step, producer.cls.__name__))
            if not _is_kept(place):
                continue
            try:
                kinds = {_left_cycle(place) for _ in range(2)}
            except Exception:
                continue
            if None not in kinds:
                text = "tuple" if "member" in kinds else place.label
                _tell((kinds.pop(), producer.cls.__name__, text))
