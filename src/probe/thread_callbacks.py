"""Calls whose arguments run Python code, which waits for another thread that makes the
same call; embedded in the probe.

Runs in the namespace of exercise.py and thread_calls.py.  Python code may wait for another
thread: whoever runs it with a lock held waits for ever then.  Critical sections are
suspended meanwhile, and mutexes are not.
"""
from itertools import islice as _islice

_LOOK_SECONDS = 0.004
_SLEEPING_LOOKS = 40  # one after the other: it waits for a lock, not for a processor
_CALLBACK_LIMIT = 4  # of one call
_CALLBACK_OPERATIONS = 40
_ASKING_ITEMS = 8  # of an iterator; none is endless, since a call may want all of them
_USES_OF_HOLDERS = (("__next__", "next({})", next), ("__iter__", "iter({})", iter),
                    ("__len__", "len({})", len), ("__hash__", "hash({})", hash),
                    ("__repr__", "repr({})", repr))


class _Caller:
    """Makes a call in another thread, and watches it."""

    def __init__(self, function, arguments):
        import _thread

        self.is_done = _thread.allocate_lock()
        self.is_done.acquire()
        self.function = function
        self.arguments = arguments
        self.id = 0
        _thread.start_new_thread(self.run, ())

    def run(self):
        import _thread

        self.id = _thread.get_native_id()
        try:
            self.function(*self.arguments)
        except BaseException:
            pass
        self.is_done.release()

    def sleeps(self):
        try:
            with open(f"/proc/self/task/{self.id}/stat", "rb") as file:
                return file.read().rpartition(b") ")[2][:1] in b"SD"
        except OSError:
            return False

    def comes_back(self):
        """False: it waits for what the calling thread has."""
        n = 0
        while n < _SLEEPING_LOOKS:
            if self.is_done.acquire(True, _LOOK_SECONDS):
                return True
            n = n + 1 if self.id and self.sleeps() else 0
        return False


class _Callbacks:
    """What the special methods of arguments do."""

    def __init__(self):
        self.left = 0
        self.function = self.arguments = None
        self.stuck = None
        self.place = ""

    def run(self, place):
        if self.left == 0 or self.stuck is not None:
            return
        self.left -= 1
        left, self.left = self.left, 0
        caller = _Caller(self.function, self.arguments)
        if not caller.comes_back():
            self.stuck = caller
            self.place = place
        self.left = left


_callbacks = _Callbacks()


def _special(name, original):
    def method(self, *arguments):
        _callbacks.run(name)
        return original(self, *arguments)

    return method


class _AskingIterator:
    def __init__(self):
        self.left = _ASKING_ITEMS

    def __iter__(self):
        return self

    def __next__(self):
        _callbacks.run("__next__")
        self.left -= 1
        if self.left < 0:
            raise StopIteration
        return 1


_answers = {
    "__call__": lambda self, *arguments, **keywords: None,
    "__repr__": lambda self: "asking",
    "__str__": lambda self: "asking",
    "__hash__": lambda self: 1,
    "__eq__": lambda self, other: self is other,
    "__lt__": lambda self, other: False,
    "__bool__": lambda self: True,
    "__index__": lambda self: 1,
    "__float__": lambda self: 1.0,
    "__len__": lambda self: 1,
    "__iter__": lambda self: _AskingIterator(),
    "__getitem__": lambda self, key: 1,
    "__setitem__": lambda self, key, value: None,
    "__fspath__": lambda self: "asking",
    "__bytes__": lambda self: b"asking",
    "write": lambda self, text: 1,
    "read": lambda self, *arguments: b"",
}
_Asking = type("_Asking", (),
               {name: _special(name, answer) for name, answer in _answers.items()})


class _AskingAtItsEnd:
    def __del__(self):
        _callbacks.run("__del__")


def _asking_of(kind):
    """A subclass of a built-in type whose comparisons and conversions are seen."""
    names = [name for name in _answers if name.startswith("__") and name in vars(kind)
             and name not in ("__len__", "__getitem__", "__bool__")]
    return type("_Asking", (kind,),
                {name: _special(name, getattr(kind, name)) for name in names})


_asking_kinds = {kind: _asking_of(kind) for kind in (str, bytes, int, float)}


def _asking_arguments(arguments):
    """Arguments in whose place something that asks may stand: (with, without) it."""
    same = [_asking_kinds[type(value)](value) if type(value) in _asking_kinds else value
            for value in arguments]
    if same != list(arguments) or any(
            type(a) is not type(b) for a, b in zip(same, arguments)):
        yield tuple(same), tuple(arguments)
    for i in range(len(arguments)):
        yield (*arguments[:i], _Asking(), *arguments[i + 1:]), None
        yield (*arguments[:i], [_Asking(), _Asking()], *arguments[i + 1:]), None


def _ask_of_kept(function, arguments):
    """The same of what the call before has kept: this one may release it."""
    for i in range(len(arguments)):
        plain = (*arguments[:i], object(), *arguments[i + 1:])
        _callbacks.left = 0
        try:
            function(*arguments[:i], _AskingAtItsEnd(), *arguments[i + 1:])
        except BaseException:
            _step(("", ""))
            continue
        found = _ask(function, plain, plain, is_prepared=True)
        if found is not None:
            return found
    return None


def _ask(function, arguments, plain, is_prepared=False):
    """Where the call is with a lock held while Python code runs; None: nowhere."""
    _callbacks.left = 0
    if plain is None:
        plain = arguments
    try:
        if not is_prepared:
            function(*plain)
    except BaseException:
        _step(("", ""))
        return None
    _callbacks.function, _callbacks.arguments = function, plain
    _callbacks.left = _CALLBACK_LIMIT
    try:
        function(*arguments)
    except BaseException:
        pass
    _step(("", ""))
    _callbacks.left = 0
    stuck, _callbacks.stuck = _callbacks.stuck, None
    # Now that the call is over, the other one has what it waited for.
    if stuck is not None and stuck.comes_back():
        return _callbacks.place
    return None


def _asking_holders(run):
    """Instances that hold something that asks, each with their calls: (label, function,
    arguments)."""
    for label, (cls, known) in run.makers.items():
        if known.keywords:
            continue
        for arguments, _ in _asking_arguments(tuple(known)):
            try:
                holder = cls(*arguments)
            except BaseException:
                _step(("", ""))
                continue
            yield from _uses_of_holder(run, cls, label, holder)


def _uses_of_holder(run, cls, label, holder):
    for slot, text, function in _USES_OF_HOLDERS:
        own = getattr(cls, slot, None)
        if own is not None and own is not getattr(object, slot, None):
            yield text.replace("{}", label), function, (holder,)
    for call in run.calls:
        if call.cls is cls and call.function is not cls and not call.arguments.keywords:
            yield (call.label, getattr(holder, call.function.__name__),
                   tuple(call.arguments))


def thread_callbacks(module):
    """(label, special method) of a call that holds a lock in Python code, or None."""
    if "*" in _skip:
        return None
    run = _Run(module)
    run.use_all()
    functions = []
    for name, function in run.functions():
        if name not in _skip:
            functions.append((name, function, [(1,), (1, 2), ("a", 1), ("a", 1, 2)]))
    for call in run.calls:
        if not call.arguments.keywords and call.label not in _skip:
            functions.append((call.label, call.function, [tuple(call.arguments)]))
    for label, function, shapes in functions[:_CALLBACK_OPERATIONS]:
        for shape in shapes:
            for arguments, plain in _asking_arguments(shape):
                found = _ask(function, arguments, plain)
                if found is not None:
                    return label, found
            found = _ask_of_kept(function, shape)
            if found is not None:
                return label, found
    for label, function, arguments in _islice(_asking_holders(run), _CALLBACK_OPERATIONS):
        found = _ask(function, arguments, None) if label not in _skip else None
        if found is not None:
            return label, found
    return None
