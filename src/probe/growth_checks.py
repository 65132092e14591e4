"""Does a call leave memory behind each time that it is made?  In a forked copy of the
process.

Embedded in the probe behind reference_checks.py, whose names it uses.  The same call is
made again and again, a method with a new instance, and nothing of it is kept: what is in
use may not grow.  What can be reached from the modules and the arguments does not count.
"""

_REPETITIONS = 16  # of one batch; caches and free lists are full after the first
_BATCHES = 3
_GROWTH_SECONDS = 1.2  # of processor time, for all calls of a module
_SLOW_CALL = 0.004  # seconds
_REACH_LIMIT = 400_000  # objects


# The interpreter keeps names that were looked up in types, each string by its address.
_CLEAR_CACHES = getattr(_sys, "_clear_internal_caches",
                        getattr(_sys, "_clear_type_cache", lambda: None))


def _repeat(use, times):
    for _ in range(times):
        try:
            use()
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            error.__traceback__ = None
            error.__context__ = None


def _growth(use, is_sure):
    """How many blocks each call leaves: as many in all batches, or 0."""
    import gc
    import time

    counts = [0] * (_BATCHES + 1)
    for at in range(_BATCHES + 1):
        _repeat(use, _REPETITIONS)
        if is_sure:
            _CLEAR_CACHES()
            gc.collect()
            time.sleep(_THREADS_SECONDS)  # other threads may release theirs
        counts[at] = _sys.getallocatedblocks()
    rates = {(after - before) // _REPETITIONS
             for before, after in zip(counts, counts[1:])}
    return rates.pop() if len(rates) == 1 else 0


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


def _try_growth(name, label, use, roots):
    """Tells of a call that leaves more each time; returns whether it does not."""
    if _is_slow(use):
        return True
    if _growth(use, False) <= 0 or _growth(use, True) <= 0 or _is_reached(use, roots):
        return True
    _tell(("grown", name, label))
    return False


def _calls_to_repeat(run):
    """Those that came back, and those that raised; of functions and of types, and of
    methods of new instances."""
    for call in (*_calls, *_failed):
        if _is_plain_call(run, call) and _on_new_instance(call) is not None:
            yield call


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
            if not _keeps_its_instance(lambda: _first(producer), use):
                _try_growth(label, f"{label}, after {producer.label}",
                            lambda: use(_first(producer)), roots)
    for call in _calls_to_repeat(run):
        step = f"memory that {call.label} leaves"
        if id(call.cls) in growing or is_left_out(step):
            continue
        find = _on_new_instance(call)
        keywords = getattr(call.arguments, "keywords", {})
        _step((step, call.label))
        if call.cls not in (None, call.function) and _keeps_its_instance(
                lambda: find().__self__,
                lambda value: getattr(value, call.function.__name__)(
                    *call.arguments, **keywords)):
            continue
        _try_growth(_name_of(call), call.label,
                    lambda: find()(*call.arguments, **keywords),
                    (module, _sys.modules, call.arguments, keywords))
