"""Runs inside every interpreter of a scenario; embedded in the probe.

`exercise(module)` makes state that only use creates: instances, caches, exceptions.
It is deterministic and bounded, and stays away from whatever sounds dangerous.
`_step(label)` and `_skip` come from the probe: the prover learns which call ran last,
and names the calls that are to be left out; `_waited(None)` says how many microseconds
this thread has waited for a processor.
"""

import sys as _sys

STEP_LIMIT = 300
TIME_LIMIT = 1.0  # seconds
_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE; of `builtins`, CPython has static types only
_CONTROL = "insulate_control"  # the module of a control run

# A call is left out if a word of its name begins with one of these.
DANGEROUS = (
    "abort abrt accept acquire alarm block brk chdir chmod chown chroot clear_cache clos "
    "crash daemon decref del destroy detach die dlclose dlopen drop dup eject erase "
    "exec exit fatal fault fclose fini flood fork format free ftrunc getch getpass "
    "getstr getwch halt hang immortal incref input install interrupt kill killpg leak listen load_dyn "
    "lock login logout longjmp main mainloop mkdir mkfifo mknod mlock mmap mount munmap "
    "nap nice null open overflow panic pause pid poll popen power prctl press prompt ptrace "
    "purge putenv quit raise_sig reboot rebind recv register remov renam reset_ "
    "restart rmdir run_forever run_main segv select send serve setgid setpgid "
    "setpriority setregid setres setreuid setrlimit setsid setuid shell shutdown sigf "
    "signal sigs sigw sleep spawn stack_ start stop suspend swap sync syscall sysctl system "
    "tcset term toggle trace trap trunc ttyname umask umount unlink unload unlock unmount "
    "unregister unset wait wipe write"
).split()


def _words(name):
    word = ""
    for char in name:
        if char == "_" or (char.isupper() and word and not word[-1].isupper()):
            if word:
                yield word.lower()
            word = ""
        if char != "_":
            word += char
    if word:
        yield word.lower()


def _is_standard(name):
    """Is it a module of the standard library?"""
    top = name.partition(".")[0]
    names = getattr(_sys, "stdlib_module_names", None)
    if names is not None:
        return top in names
    module = _sys.modules.get(top)  # 3.9 has no list of names
    if top in _sys.builtin_module_names or top.startswith("_frozen_importlib"):
        return True
    file = getattr(module, "__file__", None) or ""
    folder = _sys.modules["os"].__file__.rpartition("/")[0]
    return file.startswith(folder + "/") and "-packages/" not in file


# Those with an underscore may stand anywhere in a name.
_ANYWHERE = tuple(stem for stem in DANGEROUS if "_" in stem)
_BEGINNINGS = tuple(stem for stem in DANGEROUS if "_" not in stem)


def _is_dangerous(name):
    lowered = name.lower()
    return (any(stem in lowered for stem in _ANYWHERE)
            or any(word.startswith(_BEGINNINGS) for word in _words(name)))


def _arguments():
    yield ()
    yield (3,)
    yield ("a",)
    yield (b"abc",)
    yield ([],)
    yield (3, 5)
    yield ("a", "b")


def _copy(value):
    """copy.copy, without what importing that brings into every interpreter."""
    cls = type(value)
    copier = getattr(cls, "__copy__", None)
    if copier is not None:
        return copier(value)
    import copyreg

    reducer = copyreg.dispatch_table.get(cls)
    made = reducer(value) if reducer is not None else value.__reduce_ex__(4)
    if isinstance(made, str):
        return value
    function, arguments, state, items, pairs = (*made, None, None, None)[:5]
    twin = function(*arguments)
    if state is not None:
        _set_state(twin, state)
    for item in items or ():
        twin.append(item)
    for key, item in pairs or ():
        twin[key] = item
    return twin


def _set_state(twin, state):
    if hasattr(twin, "__setstate__"):
        twin.__setstate__(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state is not None:
        twin.__dict__.update(state)
    for name, value in (slots or {}).items():
        setattr(twin, name, value)


class _Run:
    """One pass of the built-in exercise over one module object."""

    def __init__(self, module):
        import time

        self.clock = time.perf_counter
        self.module = module
        self.name = module.__name__
        self.steps = 0
        self.waited = _waited(None)
        self.end = self.clock() + TIME_LIMIT
        self.results = {}
        self.ended = False
        self.makers = {}
        self.root = ""  # what the step works on: the name in the module

    def is_over(self):
        if self.ended or self.steps >= STEP_LIMIT:
            return True
        if self.clock() <= self.end:
            return False
        # On a busy machine the time may have gone to others.
        waited = _waited(None)
        self.end += (waited - self.waited) / 1e6
        self.waited = waited
        self.ended = self.clock() > self.end
        return self.ended

    def call(self, label, function, *arguments):
        """Returns True and keeps the result, or False and keeps what was raised."""
        if label in _skip or self.root in _skip or self.is_over():
            return False
        if _only and label not in _only:  # neither it nor what its call begins with
            return False
        self.steps += 1
        _step((label, self.root))
        try:
            self.results[label] = function(*arguments)
            _step(("", ""))  # it came back
            return True
        except Exception as error:
            _step(("", ""))
            # The traceback would lead to this frame, and from there to everything.
            error.__traceback__ = None
            error.__context__ = None
            self.results[label] = error
            return False

    def call_some_way(self, label, function):
        for arguments in _arguments():
            shown = ", ".join(map(repr, arguments))
            full = f"{label}({shown})"
            if _only and full not in _only:
                continue
            if self.call(full, function, *arguments):
                return full, arguments
            if not isinstance(self.results.get(full), TypeError):
                return None
        return None

    def is_own_type(self, value):
        home = getattr(value, "__module__", None)
        if home == self.name:
            return True
        # One without a dot in its name, or whose instances have a `__module__`.
        top = home.partition(".")[0] if isinstance(home, str) else "builtins"
        if top == "builtins":
            return bool(value.__flags__ & _HEAP_TYPE)
        return not _is_standard(top)

    def is_own_function(self, value):
        if type(value) is not type(len):
            return False
        return value.__self__ is self.module or value.__module__ == self.name

    def use_exception(self, name, cls):
        def throw():
            raise cls("exercise")

        self.call(f"raise {name}", throw)

    def use_type(self, name, cls):
        self.root = name
        if issubclass(cls, BaseException):
            self.use_exception(name, cls)
            return
        made = self.call_some_way(name, cls)
        if made is not None:
            label, arguments = made
            self.makers[label] = (cls, arguments)
            self.use_instance(label, self.results[label])

    def use_instance(self, label, value):
        self.call(f"hash({label})", hash, value)
        self.call(f"{label} == {label}", lambda: value == value)
        self.call(f"{label} < 1", lambda: value < 1)
        self.call(f"bool({label})", bool, value)
        if hasattr(type(value), "__iter__"):
            self.call(f"next(iter({label}))", lambda: next(iter(value)))
        if hasattr(type(value), "__len__"):
            self.call(f"len({label})", len, value)
        self.use_copy(label, value)
        for name in sorted(vars(type(value))):
            if name.startswith("__") or _is_dangerous(name):
                continue
            self.use_attribute(f"{label}.{name}", value, name)

    def use_copy(self, label, value):
        self.call(f"copy({label})", _copy, value)

    def use_attribute(self, label, value, name):
        if not self.call(label, getattr, value, name):
            return
        attribute = self.results[label]
        if type(attribute) is type([].append):
            del self.results[label]
            self.call_some_way(label, attribute)

    def use_types(self):
        named = sorted(vars(self.module).items())
        # One name says enough: `lmdb.Environment` is `lmdb.open`, too.
        shunned = {id(value) for name, value in named if _is_dangerous(name)}
        for name, value in named:
            if isinstance(value, type) and self.is_own_type(value):
                if id(value) not in shunned:
                    self.use_type(name, value)

    def use_functions(self):
        for name, value in sorted(vars(self.module).items()):
            if self.is_own_function(value) and not _is_dangerous(name):
                self.root = name
                self.call_some_way(name, value)


def _user_exercise(module):
    """Runs the file given with --exercise; None if there is none."""
    if _user_source is None:
        return None
    namespace = {"__name__": "insulate_exercise", "__file__": _user_file}
    exec(compile(_user_source, _user_file, "exec"), namespace)
    if not callable(namespace.get("exercise")):
        raise TypeError(f"{_user_file} has no function exercise(module)")
    _step(("exercise(module)", ""))
    result = namespace["exercise"](module)
    return {"exercise(module)": result}


def exercise(module):
    if "*" in _skip:
        return {}
    results = _user_exercise(module)
    if results is None:
        run = _Run(module)
        run.use_types()
        run.use_functions()
        if hasattr(module, "parse") and module.__name__ == _CONTROL:
            module.parse([1, 2], 1, hi=2)
        results = run.results
    return results


def instances(module):
    """Ways to make instances that the exercise found: label -> (type, arguments)."""
    run = _Run(module)
    if "*" not in _skip:
        run.use_types()
    return run.makers


def _values(results):
    """What the exercise returned, and what lies in its containers."""
    for value in results.values():
        yield value
        if type(value) in (list, tuple, set, frozenset):
            yield from value
        elif type(value) is dict:
            yield from value.values()


def coverage(module, results):
    """What of the module's own was used: "types instantiated functions called", and the
    names of the types without an instance."""
    import gc

    run = _Run(module)
    types = {id(value): (name, value) for name, value in sorted(vars(module).items())
             if isinstance(value, type) and run.is_own_type(value)
             and not issubclass(value, BaseException)}
    seen = {id(base) for values in (_values(results), gc.get_objects())
            for each in values if not isinstance(each, type)
            for base in type(each).__mro__}
    missing = [name for name, value in types.values() if id(value) not in seen]
    functions = [name for name, value in vars(module).items()
                 if run.is_own_function(value)]
    called = {label.partition("(")[0] for label, value in results.items()
              if not isinstance(value, TypeError)}
    numbers = (len(types), len(types) - len(missing), len(functions),
               sum(name in called for name in functions))
    return " ".join(map(str, numbers)), ", ".join(missing)


def tie(module, results):
    """Lets the module object die with its results, and with instances that only the
    collector can free: it clears classes before those."""
    import gc

    vars(module)["insulate_results"] = results
    classes = [cls for cls, _ in instances(module).values()]
    for _ in range(2):  # what is older is cleared first
        for cls in classes:
            cell = []
            try:
                cell.append(cls(cell))
            except Exception:
                pass
        gc.collect(1)  # the classes grow older


class _Inits:
    """Watches the init functions of extensions in one interpreter: when an import fails,
    the innermost that failed is to blame, and that may be a dependency's.

    Nothing here holds an exception: its traceback holds half-made modules."""

    def __init__(self):
        self.blamed = [None]  # one cell for each that runs: the last that failed inside

    def wrap(self, function, what):
        def call(argument, *rest):  # `rest`: a file's name that nothing needs
            self.blamed.append(None)
            try:
                result = _through((function, argument))
            except BaseException as error:
                inner = self.blamed.pop()
                own = (*what(argument), id(error))
                self.blamed[-1] = (*inner[:2], id(error)) if inner else own
                raise
            self.blamed.pop()
            self.blamed[-1] = None
            return result

        return call

    def install(self):
        import _imp

        def of_spec(spec):
            return spec.name, spec.origin

        def of_module(module):
            return module.__name__, getattr(module, "__file__", None)

        _imp.create_dynamic = self.wrap(_imp.create_dynamic, of_spec)
        _imp.exec_dynamic = self.wrap(_imp.exec_dynamic, of_module)

    def reset(self):
        self.blamed[:] = [None]


_inits = _Inits()


def _chain(error):
    """The exception and what led to it, as it tells."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _raising_module(traceback, name):
    """The module of another package whose text raised while it was imported, or None."""
    found = None
    while traceback is not None:
        frame = traceback.tb_frame
        home = frame.f_globals.get("__name__") or ""
        if frame.f_code.co_name == "<module>" and home not in ("", __name__):
            found = home
        traceback = traceback.tb_next
    same = found is None or found.partition(".")[0] == name.partition(".")[0]
    return None if same or _is_standard(found) else found


def _failed_init(error):
    """(name, file, identity of the error) of the extension whose init function ended in
    the error, or None."""
    failed = _inits.blamed[0]
    if failed is not None and any(id(each) == failed[2] for each in _chain(error)):
        return failed
    return None


def _causes(error):
    """The exception and those that it was raised from, by its own word."""
    while error is not None:
        yield error
        error = error.__cause__


def _lacking(error):
    import importlib.machinery

    if isinstance(error, ImportError):
        culprit, file = error.name, error.path
    else:
        module = getattr(error, "obj", None)  # AttributeError, from 3.10
        culprit = getattr(module, "__name__", None)
        file = getattr(module, "__file__", None)
    if not isinstance(culprit, str) or not isinstance(file, str):
        return None
    is_extension = file.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES))
    return (culprit, file) if is_extension else None


def lacking_extension(error):
    """(name, file) of an extension that was imported well and lacks what Python text
    wants of it, as one that hands out the module object of an earlier interpreter; or
    None."""
    if _failed_init(error) is not None:
        return None
    return next(filter(None, map(_lacking, _causes(error))), None)


def no_refusal(error):
    """Not None for an ImportError that declines nothing: an extension lacks something,
    or another failure was made an ImportError."""
    if any(not isinstance(each, ImportError) for each in _causes(error)):
        return True
    return lacking_extension(error)


def _is_own(culprit, file, name, path):
    """Is the extension the module, perhaps by another name?"""
    import os

    return culprit == name or bool(
        file and path and os.path.realpath(file) == os.path.realpath(path))


def blame(error, traceback, name, path):
    """(name, file) of the dependency that an import of the module failed over, or None
    where the module itself is to blame."""
    failed = _failed_init(error)
    lacking = lacking_extension(error)
    _inits.reset()
    if failed is not None and not _is_own(*failed[:2], name, path):
        if _is_standard(failed[0]) and not isinstance(error, ImportError):
            return None  # the control run imports it, too
        return failed[0], failed[1] or ""
    if lacking is not None:
        return None if _is_own(*lacking, name, path) else lacking
    culprit = _raising_module(traceback, name)
    return (culprit, "") if culprit else None


def load_fresh(name, path):
    """A new module object from the extension's file, not put into sys.modules."""
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    loader = ExtensionFileLoader(name, path)
    spec = spec_from_file_location(name, path, loader=loader)
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def origin(name):
    """(kind, file) of a module, after importing its parents."""
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import find_spec

    parent = name.rpartition(".")[0]
    if parent:
        __import__(parent)  # what it raises is its own
    try:
        spec = find_spec(name)
    except ValueError:  # __spec__ is None: set up by hand
        spec = None
    if spec is None:
        module = _sys.modules.get(name)
        file = getattr(module, "__file__", None)
        if module is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return ("source", file or "")
    if isinstance(spec.loader, ExtensionFileLoader):
        return ("extension", spec.origin)
    if spec.origin in ("built-in", "frozen"):
        return ("builtin", spec.origin)
    if spec.loader is None or spec.origin is None:
        return ("namespace", "")
    if spec.origin.endswith(".so"):
        return ("extension", spec.origin)
    return ("source", spec.origin)


def loaded_extensions():
    from importlib.machinery import ExtensionFileLoader

    found = []
    for name, module in list(_sys.modules.items()):
        spec = getattr(module, "__spec__", None)
        if isinstance(getattr(spec, "loader", None), ExtensionFileLoader):
            found.append(name)
    return found


def loaded_stdlib():
    return [name for name in list(_sys.modules) if _is_standard(name)]


def is_loaded_from(name, path):
    """Is it the extension that sys.modules holds, or something in its place?"""
    import os

    module = _sys.modules.get(name)
    file = getattr(module, "__file__", None)
    return bool(file) and os.path.realpath(file) == os.path.realpath(path)


def subclass_storm(module, count):
    """Makes `count` subclasses of each type that allows it, all alive at once."""
    made = 0
    run = _Run(module)
    for name, value in sorted(vars(module).items()):
        if not isinstance(value, type) or not run.is_own_type(value):
            continue
        label = f"class Sub({name})"
        if label in _skip or name in _skip:
            continue
        _step((label, name))
        try:
            classes = [type("Sub%d" % i, (value,), {"i": i}) for i in range(count)]
        except Exception:  # final, or asks more of a subclass
            continue
        made += len(classes)
        for cls in classes:
            cls.twin = cls
            setattr(cls, "j", 1)
        del classes
    return made


def imports(names):
    """The control run's work: the same standard modules, without the extension."""
    import importlib

    for name in filter(None, names):
        try:
            importlib.import_module(name)
        except ImportError:
            pass


def control_module():
    """Stands for the module in a control run: classes and an exception in Python."""
    import types

    module = types.ModuleType(_CONTROL)
    for name in ("First", "Second", "Third"):
        setattr(module, name, type(name, (), {"__module__": module.__name__}))
    module.Error = type("Error", (Exception,), {"__module__": module.__name__})
    if "_bisect" in _sys.modules:  # parses its arguments as many extensions do
        module.parse = _sys.modules["_bisect"].bisect_left
    return module


def reference_drift(cls, arguments, count, watched):
    """How the reference count of `watched`, the type or its base, moves over `count`
    creations and deallocations; 0 if instances were not deallocated: a live one keeps its type."""
    import gc

    def create_instances():
        for _ in range(count):
            cls(*arguments)

    def living():
        return sum(1 for each in gc.get_objects() if type(each) is cls)

    create_instances()
    gc.collect()
    alive = living()
    before = _sys.getrefcount(watched)
    create_instances()
    gc.collect()
    drift = _sys.getrefcount(watched) - before
    if living() != alive:
        return 0
    return drift


def drop_exceptions(results):
    """Exceptions hold what was on the way; only plain results are of interest."""
    for label, value in list(results.items()):
        if isinstance(value, BaseException):
            del results[label]


def use_kept(results):
    """Calls and uses what outlived the module object that made it."""
    for label, value in list(results.items()):
        if isinstance(value, type) or f"after {label}" in _skip:
            continue
        _step((f"{label}, used after its module", label))
        for use in (bool, hash, len, iter, lambda v: v == v, lambda v: v()):
            try:
                use(value)
            except Exception:
                pass


class _Witness:
    """A pytest plugin: one record for each test, as it ends."""

    def __init__(self, report):
        self.report = report
        self.seen = {}

    @staticmethod
    def words(report):
        text = getattr(report.longrepr, "reprcrash", None) or report.longrepr or ""
        return str(getattr(text, "message", text))[-400:]

    def pytest_collectreport(self, report):
        if report.failed:
            self.report((report.nodeid, "failed", self.words(report)))

    def pytest_runtest_logreport(self, report):
        # A test has three parts; the worst of them counts, the last one reports.
        name = report.nodeid
        if report.failed and name not in self.seen:
            self.seen[name] = ("failed", self.words(report))
        elif report.skipped and name not in self.seen:
            self.seen[name] = ("skipped", "")
        if report.when == "teardown":
            outcome, words = self.seen.get(name, ("passed", ""))
            self.report((name, outcome, words))


def run_tests(arguments, report):
    """Runs pytest in this interpreter.  Returns its exit code."""
    import pytest

    # faulthandler refuses sub-interpreters; capturing descriptors is for processes.
    fixed = ["-p", "no:faulthandler", "-p", "no:cacheprovider", "--capture=sys"]
    return int(pytest.main([*arguments.split("\n"), *fixed], plugins=[_Witness(report)]))
