"""Observes one build of a module for `insulate compare`; embedded in the program.

It runs behind src/probe/exercise.py in one program, and calls functions and methods
with that exercise's arguments, leaving out the same dangerous names.

    python -c TEXT FD KIND PATH MODULE [SKIPPED...]

KIND is `file` (PATH is the shared library) or `folder` (PATH is put on sys.path).
Each answer goes to FD at once, as a line of fields split by tabs:

    step SUBJECT NAME           what is looked at next; may crash, or hang: whoever
                                reads the answers ends a process that is silent
    saw SUBJECT NAME VALUE      what came of it
    unseen SUBJECT              a type of which no instance was found
    limit                       a limit left something out
    failed PHASE TEXT           the module was not imported
    trouble TEXT                the observer does not know what to do
    done

SUBJECT is "" for the module, else a way to get to the type from the module.  SKIPPED
are words "SUBJECT NAME" with a tab between, of steps that ended an earlier process.
"""

import collections.abc as _abc
import copy as _copy
import copyreg as _copyreg
import gc as _gc
import importlib as _importlib
import importlib.machinery as _machinery
import importlib.util as _importlib_util
import inspect as _inspect
import os as _os
import pickle as _pickle
import re as _re
import types as _types
import warnings as _warnings
import weakref as _weakref
from abc import ABC as _ABC

# Counts, not seconds: both builds must stop at the same place.
TYPES_LIMIT = 60
CALLS_LIMIT = 3000
DEPTH_LIMIT = 4  # steps from the module to a type
TEXT_LIMIT = 1500  # characters of one value

FLAGS = {
    3: "MANAGED_WEAKREF", 4: "MANAGED_DICT", 5: "SEQUENCE", 6: "MAPPING",
    7: "DISALLOW_INSTANTIATION", 8: "IMMUTABLETYPE", 9: "HEAPTYPE", 10: "BASETYPE",
    11: "HAVE_VECTORCALL", 14: "HAVE_GC", 17: "METHOD_DESCRIPTOR", 20: "IS_ABSTRACT",
    22: "MATCH_SELF", 23: "ITEMS_AT_END", 24: "LONG_SUBCLASS", 25: "LIST_SUBCLASS",
    26: "TUPLE_SUBCLASS", 27: "BYTES_SUBCLASS", 28: "UNICODE_SUBCLASS",
    29: "DICT_SUBCLASS", 30: "BASE_EXC_SUBCLASS", 31: "TYPE_SUBCLASS",
}  # fmt: skip

ABCS = sorted(name for name in _abc.__all__)

# Where a module lies and how it was found, which is not the module's doing.
OF_THE_FILE = {"__file__", "__spec__", "__loader__", "__cached__", "__path__",
               "__builtins__"}  # fmt: skip
# Told apart by an observation of its own.
OF_EVERY_TYPE = {"__doc__", "__module__", "__dict__", "__weakref__", "__annotations__",
                 "__annotations_cache__", "__annotate_func__", "__static_attributes__",
                 "__firstlineno__"}  # fmt: skip


class _Silent:
    """Stands for the result of a step that was skipped or raised."""


class _Shown(str):
    """Text that stands for itself: the result of an observation, ready to send."""


_own = set()  # the module's types, by id


def _type_text(cls):
    if id(cls) in _own:  # what its __module__ is has an observation of its own
        return f"class {cls.__qualname__}"
    module = type.__getattribute__(cls, "__module__") if _has_module(cls) else "?"
    return f"class {module}.{cls.__qualname__}"


def _has_module(cls):
    try:
        return isinstance(type.__getattribute__(cls, "__module__"), str)
    except AttributeError:
        return False


def _text(value, depth=0):
    """VALUE as text that is the same in two processes if the value is."""
    kind = type(value)
    if kind is _Shown:
        return str(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return repr(value)
    if isinstance(value, type):
        return _type_text(value)
    if kind in (tuple, list, set, frozenset) and depth < 3:
        parts = [_text(each, depth + 1) for each in value]
        if kind in (set, frozenset):
            parts.sort()
        return f"{kind.__name__}({', '.join(parts)})"
    if kind is dict and depth < 3:
        parts = [f"{_text(k, depth + 1)}: {_text(v, depth + 1)}" for k, v in value.items()]
        return f"{{{', '.join(parts)}}}"
    if kind is _inspect.Signature:
        return str(value)
    return f"a {_type_text(kind)[6:]}"


def _clean(text):
    """TEXT without addresses, and of a bounded size."""
    text = _re.sub(r"0x[0-9a-fA-F]{4,}", "0x\u2026", text)
    if len(text) > TEXT_LIMIT:
        import zlib

        rest = zlib.crc32(text[TEXT_LIMIT:].encode("utf-8", "replace"))
        text = f"{text[:TEXT_LIMIT]}\u2026 ({len(text)} characters, {rest:08x})"
    return text


def _error_text(error):
    try:
        return f"raises {type(error).__name__}: {error}"
    except Exception:  # its __str__ fails
        return f"raises {type(error).__name__}"


def _attribute_text(value):
    """What kind of attribute it is, and what is known of it without using it."""
    kind = type(value)
    words = [f"a {_type_text(kind)[6:]}"]
    if kind in (staticmethod, classmethod):
        return f"{words[0]} of {_attribute_text(value.__func__)}"
    if isinstance(value, type):
        return _type_text(value)
    if kind.__module__ != "builtins" or callable(value) or hasattr(value, "__objclass__"):
        for name in ("__qualname__", "__doc__", "__text_signature__"):
            found = getattr(value, name, None)
            if isinstance(found, str):
                words.append(f"{name} {found!r}")
        return ", ".join(words)
    return _text(value)


def _escape(field):
    field = field.encode("utf-8", "backslashreplace").decode("utf-8")
    for char, text in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"),
                       ("\0", "\\0")):  # fmt: skip
        field = field.replace(char, text)
    return field


class _Observer:
    """Looks at things one by one, and says so before and after."""

    def __init__(self, fd, skipped):
        self.fd = fd
        self.skipped = skipped
        self.process = _os.getpid()
        self.pending = []

    def send(self, *fields, flush=False):
        if _os.getpid() != self.process:
            _os._exit(0)  # a copy that the module made of this process
        line = "\t".join(map(_escape, fields)) + "\n"
        self.pending.append(line.encode("utf-8"))
        if flush:
            data = b"".join(self.pending)
            self.pending.clear()
            while data:
                data = data[_os.write(self.fd, data) :]

    def see(self, subject, name, function, *arguments, show=_text):
        """Returns the result, or _Silent if there is none."""
        if f"{subject}\t{name}" in self.skipped:
            return _Silent
        self.send("step", subject, name, flush=True)
        try:
            result = function(*arguments)
            value = show(result)
        except BaseException as error:
            value = _error_text(error)
            error.__traceback__ = None
            result = _Silent
        self.send("saw", subject, name, _clean(value))
        return result


def _warm_up():
    """Makes the interpreter finish the types that it makes ready on first use."""

    class Old:
        def __getitem__(self, index):
            raise IndexError

    for each in (iter([]), iter(()), iter({}), iter({1}), iter(""), iter(b""), iter(Old()),
                 iter(int, 1), reversed([]), reversed({}), memoryview(b""), iter(range(0)),
                 iter(bytearray()), {}.keys(), {}.items(), {}.values(), slice(0),
                 map(int, ()), filter(None, ()), zip(), enumerate(()), _types.SimpleNamespace(),
                 _weakref.ref(Old), super(Old)):  # fmt: skip
        repr(type(each))


def _all_types():
    found = {}
    todo = [object]
    while todo:
        cls = todo.pop()
        if id(cls) in found:
            continue
        found[id(cls)] = cls
        try:
            todo.extend(type.__subclasses__(cls))
        except TypeError:
            pass
    return found


def _load(kind, path, name):
    """Imports the module: from the folder, or from the very file."""
    if kind == "folder":
        _sys.path.insert(0, path)
        return _importlib.import_module(name)
    folder = _os.path.dirname(path)
    for package in reversed(name.split(".")[:-1]):
        if _os.path.basename(folder) != package:
            break
        folder = _os.path.dirname(folder)
    _sys.path.insert(0, folder)
    parent = name.rpartition(".")[0]
    if parent and _importlib_util.find_spec(parent.partition(".")[0]) is not None:
        _importlib.import_module(parent)
    module = _sys.modules.get(name)
    if module is not None and _is_from(module, path):
        return module  # its package has imported it
    loader = _machinery.ExtensionFileLoader(name, path)
    spec = _importlib_util.spec_from_file_location(name, path, loader=loader)
    module = _importlib_util.module_from_spec(spec)
    _sys.modules[name] = module
    loader.exec_module(module)
    return _sys.modules[name]


def _is_from(module, path):
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and _os.path.realpath(file) == _os.path.realpath(path)


class _Found:
    """One type of the module, and an instance of it if there is one."""

    def __init__(self, cls, subject, depth):
        self.cls = cls
        self.subject = subject
        self.depth = depth
        self.instance = _Silent
        self.way = subject  # how the instance was come by
        self.is_observed = False
        self.maker = None  # arguments that make another instance


class _Subject:
    """The types reachable from a module, in the order in which they were reached."""

    def __init__(self, module, foreign):
        self.module = module
        self.top = module.__name__.partition(".")[0]
        self.foreign = foreign
        self.found = {}
        self.calls = 0
        self.is_cut = False

    def is_own(self, cls):
        home = type.__getattribute__(cls, "__module__") if _has_module(cls) else None
        if home == self.module.__name__:
            return True
        if id(cls) in self.foreign:
            return False
        home_module = _sys.modules.get(home)
        if home_module is None or home == "builtins":
            return True
        if home.partition(".")[0] == self.top:
            return True
        held = home_module
        for name in cls.__qualname__.split("."):
            held = getattr(held, name, None)
        return held is not cls

    def add_type(self, cls, subject, depth):
        if not isinstance(cls, type) or id(cls) in self.found or depth > DEPTH_LIMIT:
            return
        if not self.is_own(cls):
            return
        if len(self.found) >= TYPES_LIMIT:
            self.is_cut = True
            return
        self.found[id(cls)] = _Found(cls, subject, depth)
        _own.add(id(cls))

    def add_value(self, value, way, depth):
        """A value that the module gave: it, or its type, may be new."""
        if value is _Silent:
            return
        if isinstance(value, type):
            self.add_type(value, way, depth)
            return
        cls = type(value)
        self.add_type(cls, f"type({way})", depth)
        known = self.found.get(id(cls))
        if known is not None and known.instance is _Silent:
            known.instance = value
            known.way = way

    def may_call(self):
        self.calls += 1
        self.is_cut = self.is_cut or self.calls > CALLS_LIMIT
        return self.calls <= CALLS_LIMIT


# --- the module ---


def _names(namespace):
    """The attributes' names in order; C code may have put anything there."""
    return sorted(str(name) for name in list(namespace) if isinstance(name, str))


def _signature(value):
    return _inspect.signature(value)


def _is_function(value):
    return isinstance(value, (_types.BuiltinFunctionType, _types.FunctionType))


def _observe_module(observer, subject):
    module = subject.module
    observer.see("", "type(module)", type, module)
    observer.see("", "module.__name__", lambda: module.__name__)
    observer.see("", "module.__doc__", lambda: module.__doc__)
    observer.see("", "module.__package__", lambda: module.__package__)
    observer.see("", "submodules in sys.modules", lambda: sorted(
        name for name in _sys.modules if name.startswith(module.__name__ + ".")))
    names = [name for name in _names(vars(module)) if name not in OF_THE_FILE]
    for name in names:
        subject.add_value(vars(module)[name], name, 0)
    for name in names:
        observer.see("", f"attribute {name}", _module_attribute, vars(module)[name])


def _observe_functions(observer, subject):
    """After the types: a function that corrupts memory ends a later step."""
    module = subject.module
    for name in _names(vars(module)):
        value = vars(module)[name]
        if _is_function(value) and getattr(value, "__self__", module) is module:
            _observe_function(observer, subject, name, value)


def _module_attribute(value):
    if isinstance(value, _types.ModuleType):
        return _Shown(f"module {value.__name__}")
    return _Shown(_attribute_text(value))


def _observe_function(observer, subject, name, function):
    observer.see("", f"signature of {name}", _signature, function)
    observer.see("", f"{name}.__module__", lambda: function.__module__)
    observer.see("", f"{name}.__self__", lambda: function.__self__ is subject.module)
    observer.see("", f"pickle.dumps({name})", lambda: len(_pickle.dumps(function)) > 0)
    if not _is_dangerous(name):
        _observe_calls(observer, subject, "", name, name, lambda: function, 0)


def _observe_calls(observer, subject, where, name, way, getter, depth):
    """Calls with each of the exercise's arguments; only what comes out is compared."""
    for arguments in _arguments():
        if not subject.may_call():
            return
        shown = ", ".join(map(repr, arguments))
        result = observer.see(
            where, f"{name}({shown})", lambda: getter()(*arguments),
            show=_result_text)
        subject.add_value(result, f"{way}({shown})", depth + 1)


def _result_text(value):
    """Of what a call gives only the type: the value may be the time or a number."""
    if value is None or isinstance(value, (bool, type)):
        return _text(value)
    return f"a {_type_text(type(value))[6:]}"


# --- a type ---


def _observe_type(observer, subject, found):
    cls, where = found.cls, found.subject

    def see(name, function, **more):
        return observer.see(where, name, function, **more)

    see("type", lambda: type(cls))
    flags = cls.__flags__
    for bit, name in FLAGS.items():
        see(f"flag {name}", lambda: bool(flags >> bit & 1))
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__text_signature__",
                 "__base__", "__bases__", "__mro__", "__basicsize__", "__itemsize__",
                 "__dictoffset__", "__weakrefoffset__", "__abstractmethods__",
                 "__match_args__", "__annotations__"):  # fmt: skip
        see(f"T.{name}", lambda: getattr(cls, name))
    see("inspect.signature(T)", lambda: _signature(cls))
    see("repr(T)", lambda: repr(cls))
    see("sys.getsizeof(T)", lambda: _sys.getsizeof(cls))
    see("gc.is_tracked(T)", lambda: _gc.is_tracked(cls))
    see("hash(T)", lambda: hash(cls) == hash(cls))
    see("weakref.ref(T)", lambda: type(_weakref.ref(cls)))
    see("copy.copy(T) is T", lambda: _copy.copy(cls) is cls)
    see("T | None", lambda: type(cls | None))
    see("T[int]", lambda: type(cls[int]))
    see("abstract classes", lambda: _Shown(" ".join(
        name for name in ABCS if issubclass(cls, getattr(_abc, name)))))
    see("registered with an abstract class", lambda: _registers(cls))
    for protocol in range(_pickle.HIGHEST_PROTOCOL + 1):
        see(f"pickled T, protocol {protocol}",
            lambda: _pickle.loads(_pickle.dumps(cls, protocol)) is cls)
    _observe_attributes(observer, found)
    _observe_making(observer, subject, found)
    _observe_subclasses(observer, found)


def _registers(cls):
    base = type("Abstract", (_ABC,), {})
    base.register(cls)
    return issubclass(cls, base)


def _observe_attributes(observer, found):
    cls = found.cls
    own = type.__getattribute__(cls, "__dict__")
    for name in _names(own):
        if name in OF_EVERY_TYPE:
            show = lambda value: _Shown(f"a {_type_text(type(value))[6:]}")
        else:
            show = lambda value: _Shown(_attribute_text(value))
        observer.see(found.subject, f"attribute {name}", lambda: show(own[name]))
    bases = [vars(base) for base in cls.__mro__[1:] if base is not object]
    observer.see(found.subject, "attributes that hide a base's", lambda: _Shown(" ".join(
        name for name in _names(own) if any(_hides(name, base) for base in bases))))


def _hides(name, base):
    """Annotations of a base's own are nothing that anyone asks a subclass for."""
    if name == "__annotations__":
        return name in base and not isinstance(base[name], dict)
    return name in base and name not in OF_EVERY_TYPE


def _observe_making(observer, subject, found):
    cls, where = found.cls, found.subject
    for arguments in [*_arguments(), (1, 2, 3, 4)]:
        if not subject.may_call():
            return
        shown = ", ".join(map(repr, arguments))
        made = observer.see(where, f"T({shown})", lambda: cls(*arguments),
                            show=_result_text)
        if made is not _Silent and type(made) is cls and found.maker is None:
            found.maker = arguments
            found.instance = made
            found.way = f"{where}({shown})"
        elif made is not _Silent:
            subject.add_value(made, f"{where}({shown})", found.depth + 1)
    observer.see(where, "T(no_such_word=1)", lambda: cls(no_such_word=1),
                 show=_result_text)
    observer.see(where, "T.__new__(T)", lambda: cls.__new__(cls), show=_result_text)
    observer.see(where, "object.__new__(T)", lambda: object.__new__(cls),
                 show=_result_text)


SUBCLASSES = (
    ("class S(T)", (), {}),
    ("class S(T) with empty __slots__", (), {"__slots__": ()}),
    ("class S(T) with a slot", (), {"__slots__": ("x",)}),
    ("class S(T) with slots __dict__ and __weakref__", (),
     {"__slots__": ("__dict__", "__weakref__")}),
    ("class S(T, list)", (list,), {}),
    ("class S(T, dict)", (dict,), {}),
    ("class S(T, Exception)", (Exception,), {}),
    ("class S(T, ABC)", (_ABC,), {}),
)  # fmt: skip


def _observe_subclasses(observer, found):
    cls, where = found.cls, found.subject
    for name, more, namespace in SUBCLASSES:
        made = observer.see(where, name, lambda: _subclass(cls, more, namespace),
                            show=lambda value: _Shown("is made"))
        if made is _Silent:
            continue
        for what in ("__basicsize__", "__dictoffset__", "__weakrefoffset__"):
            observer.see(where, f"{what} of {name}", lambda: getattr(made, what))
        observer.see(where, f"instance of {name}", lambda: _try_instance(made, found))
        if not more:
            observer.see(where, f"changes to an instance of {name}",
                         lambda: _use_instance(made, found))


def _subclass(cls, more, namespace):
    return type(cls)("S", (cls, *more), {"__module__": "__main__", **namespace})


def _arguments_for(found):
    return () if found.maker is None else found.maker


def _try_instance(cls, found):
    made = cls(*_copy.deepcopy(_arguments_for(found)))
    return _Shown(f"tracked {_gc.is_tracked(made)}, __dict__ {hasattr(made, '__dict__')}")


def _use_instance(cls, found):
    made = cls(*_copy.deepcopy(_arguments_for(found)))
    words = []
    for what, function in (("weakref", lambda: _weakref.ref(made)),
                           ("attribute", lambda: setattr(made, "y", 1)),
                           ("copy", lambda: _copy.copy(made)),
                           ("reduce", lambda: made.__reduce_ex__(2))):  # fmt: skip
        try:
            words.append(f"{what}: {_text(function())}")
        except Exception as error:
            words.append(f"{what} {_error_text(error)}")
    return _Shown("; ".join(words))


# --- an instance ---


def _operations(value, other):
    yield "type(o)", lambda: type(value)
    yield "repr(o)", lambda: _Shown(repr(value))
    yield "str(o)", lambda: _Shown(str(value))
    yield "format(o)", lambda: _Shown(format(value))
    yield "bool(o)", lambda: bool(value)
    yield "hash(o)", lambda: hash(value) == hash(value)
    yield "o == o", lambda: value == value
    yield "o == other", lambda: value == other
    yield "o != other", lambda: value != other
    yield "o < other", lambda: value < other
    yield "o < 1", lambda: value < 1
    yield "1 < o", lambda: 1 < value
    yield "1 + o", lambda: 1 + value
    yield "o + 1", lambda: value + 1
    yield "o + o", lambda: value + value
    yield "o * 2", lambda: value * 2
    yield "-o", lambda: -value
    yield "o | o", lambda: value | value
    yield "o @ o", lambda: value @ value
    yield "int(o)", lambda: int(value)
    yield "float(o)", lambda: float(value)
    yield "o as an index", lambda: [0, 1, 2][value]
    yield "len(o)", lambda: len(value)
    yield "0 in o", lambda: 0 in value
    yield "o[0]", lambda: value[0]
    yield "o['a']", lambda: value["a"]
    yield "o()", lambda: value()
    yield "bytes(o)", lambda: bytes(value) if not isinstance(value, int) else None
    yield "memoryview(o)", lambda: _buffer(value)
    yield "o.__aiter__", lambda: type(value.__aiter__())
    yield "o.no_such_name", lambda: value.no_such_name
    yield "o.no_such_name = 1", lambda: setattr(value, "no_such_name", 1)
    yield "del o.no_such_name", lambda: delattr(value, "no_such_name")
    yield "o.__dict__", lambda: type(value.__dict__)
    yield "o.__module__", lambda: value.__module__
    yield "o.__doc__", lambda: value.__doc__
    yield "o.__annotations__", lambda: value.__annotations__
    yield "names of the instance", lambda: _Shown(
        " ".join(sorted(set(dir(value)) - set(dir(type(value))))))
    yield "weakref.ref(o)", lambda: type(_weakref.ref(value))
    yield "gc.is_tracked(o)", lambda: _gc.is_tracked(value)
    yield "sys.getsizeof(o)", lambda: _sys.getsizeof(value)
    yield "o.__sizeof__()", lambda: value.__sizeof__()
    yield "isinstance of abstract classes", lambda: _Shown(" ".join(
        name for name in ABCS if isinstance(value, getattr(_abc, name))))
    yield "o.__class__ = C", lambda: _change_class(value)
    yield "c.__class__ = T", lambda: setattr(_Plain(), "__class__", type(value))
    yield "copy.copy(o)", lambda: type(_copy.copy(value))
    yield "copy.deepcopy(o)", lambda: type(_copy.deepcopy(value))
    yield "o.__reduce_ex__(0)", lambda: value.__reduce_ex__(0)
    yield "o.__reduce_ex__(2)", lambda: value.__reduce_ex__(2)
    for protocol in range(_pickle.HIGHEST_PROTOCOL + 1):
        yield (f"pickled o, protocol {protocol}",
               lambda protocol=protocol: type(_pickle.loads(_pickle.dumps(value, protocol))))


class _Plain:
    pass


def _change_class(value):
    cls = type(value)
    value.__class__ = _Plain
    value.__class__ = cls


def _buffer(value):
    with memoryview(value) as view:
        return (view.format, view.itemsize, view.readonly, view.ndim, view.nbytes)


def _observe_instance(observer, subject, found):
    cls, where, value = found.cls, found.subject, found.instance
    other = _another(observer, found)
    for name, function in _operations(value, other):
        observer.see(where, name, function)
    iterator = observer.see(where, "iter(o)", lambda: iter(value), show=_result_text)
    subject.add_value(iterator, f"iter({found.way})", found.depth + 1)
    if iterator is not _Silent:
        first = observer.see(where, "next(iter(o))", lambda: next(iterator),
                             show=_result_text)
        subject.add_value(first, f"next(iter({found.way}))", found.depth + 1)
    if issubclass(cls, BaseException):
        observer.see(where, "raised and caught", lambda: _raise(cls))
    own = type.__getattribute__(cls, "__dict__")
    for name in _names(own):
        if not name.startswith("__") and not _is_dangerous(name):
            _observe_member(observer, subject, found, name, own[name])


def _another(observer, found):
    """A second instance, for what two are needed for."""
    if found.maker is None:
        return found.instance
    made = observer.see(found.subject, "another instance",
                        lambda: found.cls(*_copy.deepcopy(found.maker)), show=_result_text)
    return found.instance if made is _Silent else made


def _raise(cls):
    try:
        raise cls("a", "b")
    except cls as error:
        return _Shown(f"{error!r} {error} {error.args}")


def _observe_member(observer, subject, found, name, member):
    where, value = found.subject, found.instance
    if isinstance(member, (type([].append), type(list.append), type(dict.__dict__["fromkeys"]),
                           staticmethod)):  # fmt: skip
        observer.see(where, f"T.{name}(1)", lambda: getattr(found.cls, name)(1),
                     show=_result_text)
        _observe_calls(observer, subject, where, f"o.{name}", f"{found.way}.{name}",
                       lambda: getattr(value, name), found.depth)
        return
    got = observer.see(where, f"o.{name}", lambda: getattr(value, name), show=_result_text)
    subject.add_value(got, f"{found.way}.{name}", found.depth + 1)
    if got is not _Silent:
        observer.see(where, f"o.{name} = the same", lambda: setattr(value, name, got))


# --- changes to a type: last, as they may not be undone ---


def _try_change(cls, name, value):
    own = type.__getattribute__(cls, "__dict__")
    had = name in own
    before = own.get(name)
    if name in ("__name__", "__qualname__", "__bases__"):
        had, before = True, getattr(cls, name)
    setattr(cls, name, value)
    if had:
        setattr(cls, name, before)
    else:
        delattr(cls, name)
    return _Shown("works")


def _try_removal(cls, name):
    own = type.__getattribute__(cls, "__dict__")
    before = own.get(name)
    delattr(cls, name)
    setattr(cls, name, before)
    return _Shown("works")


def _observe_changes(observer, found):
    cls, where = found.cls, found.subject
    for name, value in (("insulate_new", 1), ("__name__", "Other"),
                        ("__qualname__", "Other"), ("__module__", "other"),
                        ("__doc__", "other"), ("__init__", lambda self: None),
                        ("__bases__", (_Plain,)), ("__abstractmethods__", set())):
        observer.see(where, f"T.{name} = \u2026", lambda: _try_change(cls, name, value))
    observer.see(where, "del T.__doc__", lambda: _try_removal(cls, "__doc__"))
    members = [name for name in _names(type.__getattribute__(cls, "__dict__"))
               if not name.startswith("__")]
    for name in members[:1]:
        observer.see(where, f"del T.{name}", lambda: _try_removal(cls, name))


def _import(observer, kind, path, name):
    with _warnings.catch_warnings(record=True) as caught:
        _warnings.simplefilter("always")
        observer.send("step", "", "import", flush=True)
        module = _load(kind, path, name)
        shown = sorted({f"{type(each.message).__name__}: {each.message}" for each in caught})
    observer.send("saw", "", "warnings of the import", _clean("; ".join(shown) or "none"))
    observer.send("step", "", "look", flush=True)
    return module


def _is_not_loaded(error):
    """Is there no such module, or was its file refused before its code ran?"""
    return isinstance(error, ModuleNotFoundError) or (
        isinstance(error, ImportError) and error.path is not None)


def _observe_found(observer, subject, done):
    """Observes the types behind the first DONE, and those that they lead to."""
    while done < len(subject.found):
        found = list(subject.found.values())[done]
        done += 1
        for place, base in enumerate(found.cls.__mro__):
            subject.add_type(base, f"{found.subject}.__mro__[{place}]", found.depth + 1)
        for name in _names(vars(found.cls)):
            subject.add_type(vars(found.cls)[name], f"{found.subject}.{name}",
                             found.depth + 1)
        _observe_type(observer, subject, found)
        if found.instance is not _Silent:
            found.is_observed = True
            _observe_instance(observer, subject, found)
    return done


def _observe(observer, kind, path, name):
    _warm_up()
    foreign = _all_types()
    try:
        module = _import(observer, kind, path, name)
    except BaseException as error:
        phase = "missing" if _is_not_loaded(error) else "import"
        observer.send("failed", phase, _error_text(error)[7:], flush=True)
        return
    if not isinstance(module, _types.ModuleType):
        observer.send("failed", "import", "the imported object is not a module", flush=True)
        return
    _warnings.simplefilter("ignore")
    subject = _Subject(module, foreign)
    _observe_module(observer, subject)
    done = _observe_found(observer, subject, 0)
    _observe_functions(observer, subject)
    _observe_found(observer, subject, done)
    for found in list(subject.found.values()):
        if found.instance is not _Silent and not found.is_observed:
            _observe_instance(observer, subject, found)  # a function gave it
    for found in subject.found.values():
        if found.instance is _Silent:
            observer.send("unseen", found.subject)
    for found in list(subject.found.values()):
        _observe_changes(observer, found)
    if subject.is_cut:
        observer.send("limit")
    observer.send("done", flush=True)


def _main():
    fd, kind, path, name = _sys.argv[1:5]
    observer = _Observer(int(fd), set(_sys.argv[5:]))
    try:
        _observe(observer, kind, path, name)
    except Exception as error:  # no step's: the observer's own
        observer.send("trouble", _error_text(error)[7:], flush=True)


_main()
