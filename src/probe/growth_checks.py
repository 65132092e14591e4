"""Does a call leave memory behind each time that it is made, or take references from
objects that outlive it?  In a forked copy of the process.

Embedded in the probe behind reference_checks.py, whose names it uses.  The same call is
made again and again, a method with a new instance, and nothing of it is kept: what is in
use may not grow, nor the references to what was there before, nor may these become fewer.
What can be reached from the modules and the arguments does not count.
"""

_REPETITIONS = 16  # of one batch; caches and free lists are full after the first
_BATCHES = 3
_GROWTH_SECONDS = 1.2  # of processor time, for all calls of a module
_SLOW_CALL = 0.004  # seconds
_REACH_LIMIT = 400_000  # objects
_WATCH_LIMIT = 400  # objects whose references are counted
_LEAST_BYTES = 24  # that a block takes
_SPARE_REFERENCES = 8 * _REPETITIONS * (_BATCHES + 1)


# The interpreter keeps names that were looked up in types, each string by its address.
_CLEAR_CACHES = getattr(_sys, "_clear_internal_caches",
                        getattr(_sys, "_clear_type_cache", lambda: None))


def _repeat(use, times):
    for _ in range(times):
        try:
            use()
        except BaseException as error:
            error.__traceback__ = None
            error.__context__ = None


_watched = []  # what the module keeps
_slept = [0.0]  # seconds that were waited for other threads


def _long_lived(module):
    """What the module and its types refer to, and may share with what they return.  Types
    are left out: instances that come and go count them in ways of their own."""
    import gc

    run = _Run(module)
    found = {id(module): module}
    for owner in (module, vars(module), *(cls for _, cls in run.types())):
        for each in gc.get_referents(owner):
            if not isinstance(each, type) and len(found) < _WATCH_LIMIT:
                found.setdefault(id(each), each)
    return list(found.values())


def _keep_alive(objects):
    """A call may release what it does not own, and the next one would use it."""
    for each in objects:
        while _sys.getrefcount(each) < _SPARE_REFERENCES:
            _hold(each)


def _measure(use, watched, is_sure):
    """Python's blocks and malloc's bytes in use, and references to each object, after
    batches of calls."""
    import gc
    import time

    _keep_alive(watched)
    # No numbers are kept, which would be blocks themselves.
    blocks, n_bytes = (memoryview(bytearray(8 * (_BATCHES + 1))).cast("q")
                       for _ in range(2))
    counts = memoryview(bytearray(8 * (_BATCHES + 1) * len(watched))).cast(
        "q", (_BATCHES + 1, len(watched))) if watched else None
    for at in range(_BATCHES + 1):
        _repeat(use, _REPETITIONS)
        _CLEAR_CACHES()
        gc.collect()
        if is_sure:
            time.sleep(_THREADS_SECONDS)  # other threads may release theirs
            _slept[0] += _THREADS_SECONDS
        n_bytes[at] = _malloc_use(None)
        blocks[at] = _sys.getallocatedblocks()
        for which, each in enumerate(watched):
            counts[at, which] = _sys.getrefcount(each)
    return blocks, n_bytes, counts


def _rate(counts):
    """How many more with each call: as many in all batches, or 0."""
    rates = {(after - before) // _REPETITIONS
             for before, after in zip(counts, counts[1:])}
    return rates.pop() if len(rates) == 1 else 0


def _bytes_left(n_bytes):
    """The same of malloc's bytes, where a little comes and goes."""
    grown = [after - before for before, after in zip(n_bytes, n_bytes[1:])]
    least = min(grown)
    return least // _REPETITIONS if (least >= _LEAST_BYTES * _REPETITIONS
                                     and max(grown) < 2 * least) else 0


def _drift(counts):
    """And of references, of which each call must take or leave as many."""
    rate = _rate(counts)
    return rate if counts[-1] - counts[0] == rate * _REPETITIONS * _BATCHES else 0


def _changes(use, watched, is_life, is_sure):
    """How many blocks, or bytes of an instance, each call leaves; and the objects that it
    leaves more references to, or fewer: (object, how many)."""
    blocks, n_bytes, counts = _measure(use, watched, is_sure)
    drifts = [_drift([counts[at, which] for at in range(_BATCHES + 1)])
              for which in range(len(watched))]
    n_left = _bytes_left(n_bytes.tolist()) if is_life else 0
    return max(_rate(blocks.tolist()), n_left), [
        (each, drift) for each, drift in zip(watched, drifts) if drift]


def _n_reached(roots):
    """How many references the collector finds behind some objects."""
    import gc

    seen, left, n_references = set(), list(roots), 0
    while left and len(seen) < _REACH_LIMIT:
        found = gc.get_referents(*left)
        n_references += len(found)
        left = []
        for each in found:
            if id(each) not in seen and gc.is_tracked(each):
                seen.add(id(each))
                left.append(each)
    return n_references


def _is_reached(use, roots):
    """Does what the calls leave stay within reach, as in a cache?"""
    import gc

    _repeat(use, _REPETITIONS)
    gc.collect()
    before = _n_reached(roots)
    _repeat(use, _REPETITIONS)
    gc.collect()
    return _n_reached(roots) - before >= _REPETITIONS


def _keeps_its_instance(find, use):
    """Does a call leave a reference to its instance, as a handle that is active?"""
    cell = [find()]
    begin = _sys.getrefcount(cell[0])
    _repeat(lambda: use(cell[0]), 1)
    return _sys.getrefcount(cell[0]) > begin


def _is_slow(use):
    import time

    begin = time.thread_time()
    _repeat(use, 2)
    return time.thread_time() - begin > 2 * _SLOW_CALL


def _is_result(use, value):
    try:
        return use() is value
    except BaseException as error:
        error.__traceback__ = None
        return False


def _growth_of(use, roots, is_life=True):
    """What a call leaves each time, or takes more than it has: the word for it, or None.
    is_life: it is all of the life of an instance.  A function may keep something in a
    library, where nobody finds it."""
    if _is_slow(use):
        return None
    watched = [*_watched, *_given(roots[2])]
    left, drifts = _changes(use, watched, is_life, False)
    if left <= 0 and not drifts:
        return None
    left, drifts = _changes(use, watched, is_life, True)
    lost = [each for each, drift in drifts if drift < 0]
    if lost:
        return "returned" if _is_result(use, lost[0]) else "dropped"
    if left <= 0 and not drifts or _is_reached(use, roots):
        return None
    return "grown" if left > 0 else "counted"


def _try_growth(name, label, use, roots, is_life=True):
    """Tells of it; returns whether there is nothing to tell."""
    kind = _growth_of(use, roots, is_life)
    if kind is not None:
        _tell((kind, name, label))
    return kind is None


def _try_use(producer, label, use, roots):
    """The same of a use of a new instance, but for what the instance leaves itself."""
    kind = _growth_of(lambda: use(_first(producer)), roots)
    if kind is None:
        return True
    own = _growth_of(lambda: _first(producer), roots)
    name = producer.cls.__name__
    _tell((kind, name, producer.label) if own == kind
          else (kind, label, f"{label}, after {producer.label}"))
    return own != kind


def _calls_to_repeat(run):
    """Those that came back, and those that raised; of functions and of types, and of
    methods of new instances."""
    for call in (*_calls, *_failed):
        if _is_plain_call(run, call) and _on_new_instance(call) is not None:
            yield call


def _try_uses_of(call, make, roots, is_left_out):
    """Uses of an instance that was made in another way than the first one: all at once, and
    each by itself only if they leave something."""
    name = call.function.__name__
    uses = list(_uses(call.function))

    def use_all():
        value = make()
        for _, use in uses:
            try:
                use(value)
            except BaseException as error:
                error.__traceback__ = None
                error.__context__ = None

    step = f"memory that uses of {call.label} leave"
    if is_left_out(step):
        return
    _step((step, name))
    if _growth_of(use_all, roots) is None:
        return
    for label, use in uses:
        step = f"memory that {label} leaves, after {call.label}"
        if is_left_out(step):
            continue
        _step((step, name))
        kind = (_growth_of(lambda: use(make()), roots)
                if not _keeps_its_instance(make, use) else None)
        if kind is not None:
            _tell((kind, label, f"{label}, after {call.label}"))
            return


def try_growth(module, known, left_out):
    """Memory that calls leave behind, also those that raise."""
    import gc
    import time

    _leave_out(left_out, known)
    run = _Run(module)
    end = time.thread_time() + _GROWTH_SECONDS
    growing = set()  # types whose instances leave something by themselves

    def is_left_out(step):
        return step in _skip or time.thread_time() > end

    _watched[:] = _long_lived(module)
    gc.collect()
    gc.freeze()
    for producer in _producers_of(module):
        cls = producer.cls
        roots = (module, _sys.modules, producer.arguments)
        step = f"memory that {producer.label} leaves"
        if is_left_out(step):
            continue
        _step((step, cls.__name__))
        if not _try_growth(cls.__name__, producer.label, lambda: _first(producer), roots):
            growing.add(id(cls))
            continue
        for label, use in _uses(cls):
            step = f"memory that {label} leaves, after {producer.label}"
            if is_left_out(step):
                continue
            _step((step, cls.__name__))
            if not (_keeps_its_instance(lambda: _first(producer), use)
                    or _try_use(producer, label, use, roots)):
                growing.add(id(cls))
                break
    for call in _calls_to_repeat(run):
        step = f"memory that {call.label} leaves"
        if growing & {id(call.cls), id(call.function)} or is_left_out(step):
            continue
        find = _on_new_instance(call)
        keywords = getattr(call.arguments, "keywords", {})
        _step((step, call.label))
        if call.cls not in (None, call.function) and _keeps_its_instance(
                lambda: find().__self__,
                lambda value: getattr(value, call.function.__name__)(
                    *call.arguments, **keywords)):
            continue
        roots = module, _sys.modules, call.arguments, keywords

        def make():
            return find()(*call.arguments, **keywords)

        is_type = isinstance(call.function, type)
        producer = (_producers or {}).get(id(call.function))
        if (_try_growth(_name_of(call), call.label, make, roots, is_type) and is_type
                and producer is not None and call.label != producer.label):
            _try_uses_of(call, make, roots, is_left_out)
