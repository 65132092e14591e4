"""Runs inside every interpreter of a scenario; embedded in the probe.

`exercise(module)` makes state that only use creates: instances, caches, exceptions.
It is deterministic and bounded, and stays away from whatever sounds dangerous.
`_step(label)` and `_skip` come from the probe: the prover learns which call ran last,
and names the calls that are to be left out; `_waited(None)` says how many microseconds
this thread has waited for a processor.
"""

import sys as _sys

STEP_LIMIT = 2000
TIME_LIMIT = 1.0  # seconds
FULLER_STEP_LIMIT = 500  # of calls with more arguments
ROUNDS = 3  # of using what the round before has made
DRIFT_LIMIT = 0.05  # seconds of one call
SUBCLASS_LIMIT = 6  # classes made of one type until one can be instantiated
WORD_LIMIT = 8
FAILED_LIMIT = 3  # calls of one function that raised, to be made again
SAME_LIMIT = 5  # times that a function may say the same of other arguments
ANSWER_LIMIT = 6  # results of one kind that are tried as arguments
ANSWER_SIZE = 4096
LABEL_LIMIT = 80  # of an argument
LOOK_LIMIT = 20000  # events of a user's exercise that are looked at
RECORDED_LIMIT = 4  # calls of one function that an exercise made
ITEM_LIMIT = 20  # of an iterator, which may have no end
COMMON_WORDS = ("i", "utf-8", "UTC")  # a type code, an encoding, a time zone
_Method = type([].append)  # also that of methods that ask for their defining class
_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE; of `builtins`, CPython has static types only
_DISALLOW_INSTANTIATION = 1 << 7  # Py_TPFLAGS_DISALLOW_INSTANTIATION, from 3.10
# The interpreter's words for a C function that breaks the rules.
_UNCLEAN = ("returned a result with an exception set",
            "returned NULL without setting an exception",
            "error return without exception set",
            "returned a result with an error set",  # 3.9
            "returned NULL without setting an error",
            "null argument to internal routine")
_EXERCISE = "insulate_exercise"  # the module of a user's exercise
_CONTROL = "insulate_control"  # the module of a control run

# A call is left out if a word of its name is one of these, or begins with one of those.
DANGEROUS_WORDS = "del delete deleter open opener reopen".split()
DANGEROUS = (
    "abort abrt accept acquire alarm block brk chdir chmod chown chroot clear_cache clos "
    "crash daemon decref destroy detach die dlclose dlopen drop dup eject erase "
    "exec exit fatal fault fclose fini flood fork format free ftrunc getch getpass "
    "getstr getwch halt hang immortal incref input install interrupt kill killpg leak listen load_dyn "
    "lock login logout longjmp main mainloop mkdir mkfifo mknod mlock mmap mount munmap "
    "nap nice null overflow panic pause pid poll popen power prctl press prompt ptrace "
    "purge putenv quit raise_sig reboot rebind recv register remov renam reset_ "
    "restart rmdir run_forever run_main segv select send serve setgid setpgid "
    "setpriority setregid setres setreuid setrlimit setsid setuid shell shutdown sigf "
    "signal sigs sigw sleep spawn stack_ start stop suspend swapoff swapon sync syscall "
    "sysctl system tcset term toggle trace trap trunc ttyname umask umount unlink unload unlock unmount "
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


# What making an object may do; most types are named for what their objects do later.
DANGEROUS_TYPES = "chroot daemon fork halt popen ptrace reboot shell shutdown spawn".split()


# Names of what is made, not of what is done.
HARMLESS_WORDS = "writer".split()


def _is_dangerous(name):
    lowered = name.lower()
    return (any(stem in lowered for stem in _ANYWHERE)
            or any(word.startswith(_BEGINNINGS) or word in DANGEROUS_WORDS
                   for word in _words(name) if word not in HARMLESS_WORDS))


# What a method of these words does concerns its own object, or what a container holds.
ENDINGS = ("close", "fini", "flush", "write")
ITEM_ENDINGS = ("del", "discard", "drop", "remov", "wipe")


def _is_ending(cls, name):
    """Is it a method that uses an object up, and nothing else?"""
    stems = ENDINGS
    if hasattr(cls, "__len__") or hasattr(cls, "__contains__"):
        stems += ITEM_ENDINGS
    rest = [word for word in _words(name) if not word.startswith(stems)]
    return not _is_dangerous("_".join(rest))


def _emptiness(name):
    """How much the method takes out, by its name."""
    return 2 if name.startswith(("clear", "reset")) else int(name.startswith("pop"))


def _is_dangerous_type(name):
    """Of a constructor, or another name of it: `lmdb.Environment` is `lmdb.open`, too."""
    return any(word.startswith(tuple(DANGEROUS_TYPES)) or word in DANGEROUS_WORDS
               for word in _words(name))


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


def _text_of(error):
    """What an exception of the interpreter says, or one that does not say it by code of its
    own."""
    cls = type(error)
    is_plain = (cls.__str__ is Exception.__str__
                and all(type(each) is str for each in BaseException.args.__get__(error)))
    return str(error) if cls.__module__ == "builtins" or is_plain else ""


def _said(error, text):
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _is_sealed(cls):
    """Does the type refuse to be instantiated?"""
    if _sys.version_info >= (3, 10):
        return bool(cls.__flags__ & _DISALLOW_INSTANTIATION)
    return cls.__new__ is object.__new__ and cls.__flags__ & _HEAP_TYPE == 0


def _add_attribute(names, text, types):
    """Puts a guess for the attribute that a class lacks, or that is wrong; False if the
    error names none, or all guesses are used up."""
    if "attribute" not in text:
        return False
    quoted = text.split("'")[1::2]
    wanted = [each for each in quoted if each.isidentifier() and each.startswith("_")]
    wanted = wanted or [each for each in quoted if each.isidentifier()][-1:]
    if not wanted:
        return False
    choice = max(quoted, key=len)
    guesses = [3, "a", choice[0], *(cls for _, cls in types)]
    done = names.get("guessed_" + wanted[0], 0)
    if done >= len(guesses):
        return False
    names[wanted[0]] = guesses[done]
    names["guessed_" + wanted[0]] = done + 1
    return True


def _use_weakly(value):
    import weakref

    return weakref.ref(value)() is value


def _use_up(value):
    """An iterator to its end, and once more behind it."""
    iterator = iter(value)
    for _ in zip(range(ITEM_LIMIT), iterator):
        pass
    return next(iterator, None)


def _put_item(value):
    value["a"] = 3
    return value["a"]


def _take_item(value):
    del value["a"]


def _use_free_attribute(value):
    value.insulate_attribute = 3
    try:
        return value.insulate_attribute
    finally:
        del value.insulate_attribute


_DATA = type(vars(type)["__dict__"]), type(vars(type)["__basicsize__"])
_OF_ALL = frozenset("__class__ __dict__ __weakref__".split())


def _settable_names(cls):
    """Attributes that C code defines in the class and its bases, and that may hold what
    an instance is given; those that the interpreter defines for all take no tuple."""
    names = set()
    for base in cls.__mro__[:-1]:
        names.update(name for name, value in vars(base).items()
                     if isinstance(value, _DATA))
    return sorted(names - _OF_ALL)


def _use_buffer(value):
    with memoryview(value) as view:
        return view.nbytes


_OPERATORS = (("+", "add"), ("-", "sub"), ("*", "mul"), ("/", "truediv"),
              ("//", "floordiv"), ("%", "mod"), ("@", "matmul"), ("<<", "lshift"),
              (">>", "rshift"), ("&", "and"), ("|", "or"), ("^", "xor"), ("**", "pow"))


_COMPARISONS = (("!=", lambda one, other: one != other), ("<", lambda one, other: one < other),
                ("<=", lambda one, other: one <= other), (">", lambda one, other: one > other),
                (">=", lambda one, other: one >= other))


# What an instance may be made into: (slot, label, function).
_CONVERSIONS = (
    ("__str__", "str({})", str), ("__int__", "int({})", int),
    ("__float__", "float({})", float), ("__complex__", "complex({})", complex),
    ("__index__", "range({})", lambda value: range(value)),
    ("__neg__", "-{}", lambda value: -value), ("__pos__", "+{}", lambda value: +value),
    ("__invert__", "~{}", lambda value: ~value), ("__abs__", "abs({})", abs),
    ("__divmod__", "divmod({}, 3)", lambda value: divmod(value, 3)),
    ("__get__", "{}.__get__(3, int)", lambda value: value.__get__(3, int)),
    ("__reversed__", "reversed({})", reversed),
    ("__await__", "{}.__await__()", lambda value: value.__await__()),
    ("__aiter__", "{}.__aiter__()", lambda value: value.__aiter__()),
    ("__anext__", "{}.__anext__()", lambda value: value.__anext__()),
)

def _enter(value):
    with value:
        pass


def _delete_item(value):
    del value[0]


def _delete_slice(value):
    del value[:1]


# What may use an instance up: (slot, label, function).
_ENDING_USES = (("__enter__", "with {}", _enter), ("__delitem__", "del {}[0]", _delete_item),
                ("__delitem__", "del {}[:1]", _delete_slice))

# They wait, are done by copying, or take apart what they are given.
_SHUNNED_METHODS = frozenset(
    "__enter__ __exit__ __aenter__ __aexit__ __del__ __setstate__ __setattr__ __delattr__ "
    "__getattribute__ __getattr__ __init__ __new__ __call__".split())


def _operators(cls):
    """(sign, function) of those that the type has, also the ones that work in place."""
    import operator

    for sign, name in _OPERATORS:
        for slot, text in (f"__{name}__", sign), (f"__i{name}__", sign + "="):
            if hasattr(cls, slot):
                yield text, getattr(operator, slot)


def _iterator(value):
    try:
        return iter(value) if hasattr(type(value), "__iter__") else None
    except Exception:
        return None


class Call:
    """A call that came back; a method belongs to a type.  callee: what the label begins
    with."""

    def __init__(self, label, function, arguments, cls=None, callee=""):
        self.callee = callee
        self.label = label
        self.function = function
        self.arguments = arguments
        self.cls = cls


class Producer:
    """A call that returns a new instance, or containers of such."""

    def __init__(self, label, function, arguments, cls):
        self.label = label
        self.function = function
        self.arguments = arguments
        self.cls = cls


class _Run:
    """One pass of the built-in exercise over one module object.

    Types are instantiated and functions called first, then what came of it is used, and
    what could not be made or called before is tried again with these instances."""

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
        self.made = {}  # name of a type in small letters -> (label, an instance)
        self.fresh = []  # (label, instance) that nothing has used yet
        self.labels = {}  # identity of an instance -> its label
        self.returned = set()  # names of functions that came back with a result
        self.called = set()  # and of those that at least took their arguments
        self.known_words = None
        self.answers = []  # plain results: what one function returns another may take
        self.good_words = []  # strings that were taken where others were refused
        self.reasons = {}  # name -> why it could not be made or called
        self.calls = []  # those of types, functions and methods that came back
        self.failed = []  # and those that raised, up to FAILED_LIMIT of each
        self.producers = {}  # identity of an own type -> how the first instance came

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

    def is_root_skipped(self):
        """Is all of what it works on left out?  `Type.method`, or `Type` as a whole."""
        return self.root in _skip or self.root.partition(".")[0] in _skip

    def is_skipped(self, label, callee):
        if label in _skip or self.is_root_skipped() or self.is_over():
            return True
        # Neither it, nor what its call begins with, nor an attempt that leads there.
        return bool(_only) and label not in _only and (
            not callee or callee + "(" not in _only)

    def call(self, label, function, *arguments, callee="", keywords=None):
        """Returns True and keeps the result, or False and keeps what was raised."""
        if self.is_skipped(label, callee):
            return False
        self.steps += 1
        _step((label, self.root))
        try:
            # Nothing between the step and the call: it left the stack in a known state.
            if keywords:
                self.results[label] = function(*arguments, **keywords)
            else:
                self.results[label] = function(*arguments)
            _step(("", ""))  # it came back
            return True
        except BaseException as error:
            _step(("", ""))
            text = _text_of(error)
            if type(error) is SystemError and text.endswith(_UNCLEAN):
                _tell_unclean(("call", "SystemError", text))
            # The traceback would lead to this frame, and from there to everything.
            error.__traceback__ = None
            error.__context__ = None
            self.results[label] = error
            return False

    # --- arguments ---

    def instance_of(self, name):
        """An instance of the own type whose name in small letters is this, or None."""
        label, value = self.made.get(name, ("", None))
        return value

    def shown(self, arguments):
        def of(value):
            label = self.labels.get(id(value), "")
            return label if 0 < len(label) <= LABEL_LIMIT else _shown(value)

        words = [of(value) for value in arguments]
        words += [f"{name}={of(value)}" for name, value in arguments.keywords.items()]
        return ", ".join(words)

    def words(self):
        """Strings that the module may know: its constants, and parts of its names."""
        if self.known_words is not None:
            return self.known_words
        constants, parts = [], []
        for name, value in sorted(vars(self.module).items()):
            if name.startswith("__"):
                continue
            if type(value) is str:
                constants.append(value)
            elif type(value) in (tuple, list, set, frozenset):
                constants += sorted(each for each in value if type(each) is str)[:2]
            elif self.is_own_function(value) and "_" in name.strip("_"):
                parts.append(name.strip("_").partition("_")[2])
        words = constants[:3] + list(COMMON_WORDS) + parts[:4]
        self.known_words = list(dict.fromkeys(words))[:WORD_LIMIT]
        return self.known_words

    def call_some_way(self, label, function, goes_on=False, cls=None, taken=None, renew=None):
        """Returns (label, arguments) of a call that came back, or None.  Of errors the
        last is kept; goes_on: continues where arguments are refused for their values.
        cls: the type whose method it is; taken: arguments that came
        back, to which more are added; renew: gives the same method of a new instance, where
        a call that was refused may have spoilt the last one."""
        name = label.rpartition(".")[2]
        search = Search(name, parameters(function, name), self.instance_of,
                        [value for _, value in self.made.values()],
                        self.good_words + self.words(), self.answers)
        if taken is not None:
            search.go_on_from(taken)
        tried = {}
        n_variants = 0
        n_same = 0
        is_known = False
        while len(tried) < search.limit():
            arguments = search.arguments()
            full = f"{label}({self.shown(arguments)})"
            if full not in tried:
                if self.call(full, function, *arguments, callee=label,
                             keywords=arguments.keywords):
                    if n_variants:
                        self.note_words(arguments)
                    return full, arguments
                error = self.results.get(full)
                if error is None:
                    break  # left out, or the time is over
                text = _text_of(error)
                if type(error) is TypeError:
                    del self.results[full]
                self.reasons[label] = _said(error, text)
                is_known = text != "" and text in tried.values()
                if not is_known and len(tried) < FAILED_LIMIT:
                    self.failed.append(Call(full, function, arguments, cls))
                n_same += is_known
                tried[full] = text
                if renew is not None and type(error) is not TypeError:
                    function = renew(function)
            if (type(error) not in (TypeError, AttributeError)
                    and search.after_refusal(text)):
                continue
            if (n_variants and type(error) is TypeError and not is_known
                    and search.after_type_error(text)):
                continue
            if n_variants or type(error) is not TypeError and not (
                    isinstance(error, AttributeError)
                    and search.after_attribute_error(text)):
                n_variants += 1
                if (n_variants > VARIANT_LIMIT or n_same > SAME_LIMIT and not goes_on
                        or not search.next_value()):
                    return None
            elif type(error) is TypeError and not search.after_type_error(text):
                break
        return self.call_plainly(label, function, tried) if taken is None else None

    def call_plainly(self, label, function, tried):
        """The arguments that most functions take some of, where no error helps."""
        if self.is_root_skipped() or sum(each.startswith(label + "(") for each in _skip) > 1:
            return None
        for arguments in map(Arguments, _arguments()):
            full = f"{label}({self.shown(arguments)})"
            if full in tried:
                continue
            if self.call(full, function, *arguments, callee=label,
                             keywords=arguments.keywords):
                return full, arguments
            error = self.results.get(full)
            if isinstance(error, TypeError):
                del self.results[full]
            elif error is not None or full not in _skip:
                return None
        return None

    # --- what is the module's own ---

    def is_own_type(self, value):
        if _is_of_module((value, self.module)):
            return True
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

    def types(self):
        """(name, type) of those that may be called; one name says enough:
        `lmdb.Environment` is `lmdb.open`, too."""
        named = sorted(vars(self.module).items())
        shunned = {id(value) for name, value in named
                   if isinstance(value, type) and _is_dangerous_type(name)}
        return [(name, value) for name, value in named
                if isinstance(value, type) and self.is_own_type(value)
                and id(value) not in shunned]

    def functions(self):
        return [(name, value) for name, value in sorted(vars(self.module).items())
                if self.is_own_function(value) and not _is_dangerous(name)]

    # --- making and calling ---

    def note_words(self, arguments):
        """Strings that were found by trying others before: a format, a type code."""
        known = self.words()
        for value in (*arguments, *arguments.keywords.values()):
            if type(value) is str and value in known and value not in self.good_words:
                self.good_words.append(value)

    def note_answer(self, label, result):
        """No path leads out of the empty directory; one character is the same object in
        all answers."""
        kind = type(result)
        if kind.__name__ == "PyCapsule" and id(result) not in self.labels:
            self.answers.append(result)
            self.labels[id(result)] = label
            return
        if (kind not in (bytes, str, tuple, list, dict) or id(result) in self.labels
                or not 0 < len(result) < ANSWER_SIZE
                or sum(type(each) is kind for each in self.answers) == ANSWER_LIMIT):
            return
        if kind is str and (len(result) == 1 or "/" in result) or (
                kind is bytes and (len(result) == 1 or result.startswith(b"/"))):
            return
        self.answers.append(result)
        self.labels[id(result)] = label

    def keep_answer(self, label, result):
        self.note_answer(label, result)
        self.keep(label, result)

    def keep(self, label, result):
        """Remembers instances of the module's types in a result."""
        values = [result]
        if type(result) in (list, tuple):
            values += result[:8]
        elif type(result) is dict:
            values += list(result.values())[:8]
        for value in values:
            cls = type(value)
            key = cls.__name__.lower().replace("_", "")
            if (key in self.made or isinstance(value, (type, BaseException))
                    or not self.is_own_type(cls)):
                continue
            self.made[key] = (label, value)
            self.labels[id(value)] = label
            self.fresh.append((label, value))

    def note_producer(self, label, function, arguments, value):
        """Remembers the call that returned an instance of an own type."""
        cls = type(value)
        if self.is_own_type(cls) and not isinstance(value, (type, BaseException)):
            self.producers.setdefault(id(cls), Producer(label, function, arguments, cls))

    def use_exception(self, name, cls):
        def throw():
            raise cls("exercise")

        self.call(f"raise {name}", throw)

    def make_type(self, name, cls):
        self.root = name
        if issubclass(cls, BaseException):
            self.use_exception(name, cls)
            return
        if _is_sealed(cls):
            # That it says so is seen once.
            self.call(f"{name}()", cls)
            return
        made = self.call_some_way(name, cls, goes_on=True)
        if made is not None:
            label, arguments = made
            self.makers[label] = (cls, arguments)
            self.keep(label, self.results[label])
            self.note_producer(label, cls, arguments, self.results[label])
            self.calls.append(Call(label, cls, arguments, callee=name))
        else:
            self.make_subclass(name, cls)

    def make_subclass(self, name, cls):
        """An instance of a subclass, which may need attributes: the error names them."""
        names = {}
        for count in range(SUBCLASS_LIMIT):
            label = f"Subclass_{count} of {name}"
            sub = []

            def make():
                sub[:] = [type("Subclass", (cls,), dict(names))]
                return sub[0]()

            if self.call(label, make, callee=name):
                self.makers[label] = (sub[0], Arguments())
                self.keep(label, self.results[label])
                return
            error = self.results.get(label)
            if error is None or not _add_attribute(names, _text_of(error), self.types()):
                return

    def call_function(self, name, function):
        self.root = name
        made = self.call_some_way(name, function)
        if made is not None:
            self.returned.add(name)
            self.keep_answer(made[0], self.results[made[0]])
            self.note_producer(made[0], function, made[1], self.results[made[0]])
            self.calls.append(Call(made[0], function, made[1], callee=name))

    def make_types(self):
        for name, cls in self.types():
            if not self.has_instance(cls) and not self.is_over():
                self.make_type(name, cls)

    def keep_variables(self):
        """Instances that the module itself has, not those in its containers."""
        for name, value in sorted(vars(self.module).items()):
            if (not name.startswith("__") and not _is_dangerous(name)
                    and self.is_own_type(type(value))):
                self.keep(name, value)

    def call_functions(self):
        for name, function in self.functions():
            if name not in self.returned and not self.is_over():
                self.call_function(name, function)

    def has_instance(self, cls):
        """One of a type derived from it, which has a name of its own, shows less."""
        others = {id(each) for _, each in self.types() if each is not cls}
        return any(isinstance(value, cls) and id(type(value)) not in others
                   for _, value in self.made.values())

    def use_fresh(self):
        while self.fresh and not self.is_over():
            label, value = self.fresh.pop(0)
            self.root = label.partition("(")[0].partition(".")[0]
            self.use_instance(label, value)

    def use_all(self):
        for _ in range(ROUNDS):
            n_made = len(self.made), len(self.answers), len(self.good_words)
            self.make_types()
            self.keep_variables()
            self.call_functions()
            self.use_fresh()
            if (n_made == (len(self.made), len(self.answers), len(self.good_words))
                    or self.is_over()):
                break
        self.use_lacking()
        self.use_fuller()

    def use_lacking(self):
        """Methods that need an attribute which only subclasses have: of one with it."""
        for name, cls in self.types():
            made = self.made.get(cls.__name__.lower().replace("_", ""))
            if made is None or type(made[1]) is not cls or self.is_over():
                continue
            label, value = made
            names = {}
            for method in sorted(vars(cls)):
                reason = self.reasons.get(f"{label}.{method}", "")
                wanted = [each for each in reason.split("'")[1::2] if each.isidentifier()][-1:]
                if reason.startswith("AttributeError") and "has no attribute" in reason and wanted:
                    names[wanted[0]] = Anything()
            if not names:
                continue
            self.root = name
            arguments = self.makers[label][1] if label in self.makers else Arguments()
            full = f"Subclass of {name}"

            def make():
                return type("Subclass", (cls,), dict(names))(*arguments, **arguments.keywords)

            if self.call(full, make, callee=name):
                self.use_members(full, self.results[full], cls)

    # --- calls that came back, with more ---

    def fuller_calls(self, call):
        """(label, arguments) of those that came back with optional arguments, and with
        containers that hold something."""
        known = parameters(call.function, call.callee.rpartition(".")[2])
        ways = [call.arguments]
        if known is None or any(not each.is_required for each in known):
            made = self.call_some_way(call.callee, call.function, cls=call.cls,
                                      taken=call.arguments)
            if made is not None and made[0] != call.label:
                yield made
                ways.append(made[1])
        if type(call.function) is type(len):
            yield from self.first_of(call, self.with_more(call))
        named = by_name(call.arguments, known)
        if named is not None:
            yield from self.first_of(call, [named])
        for arguments in ways:
            for alternatives in filled(arguments):
                yield from self.first_of(call, alternatives)

    def with_more(self, call):
        return with_more(call.arguments, call.function, call.callee.rpartition(".")[2])

    def calls_of_other_kinds(self, call):
        """The same with other kinds of values.  Not of functions: what these keep for the
        process would end the interpreter that made it, and hide why."""
        if type(call.function) is type(len):
            return
        yield from self.first_of(call, self.with_more(call))
        for each in (*of_other_kinds(call.arguments), with_text(call.arguments)):
            if each is not None:
                yield from self.first_of(call, [each])

    def first_of(self, call, alternatives):
        """The first arguments with which a call comes back."""
        for arguments in alternatives:
            full = f"{call.callee}({self.shown(arguments)})"
            if full in self.results:
                continue
            if self.call(full, call.function, *arguments, callee=call.callee,
                         keywords=arguments.keywords):
                yield full, arguments
                return
            if type(self.results.get(full)) is TypeError:
                del self.results[full]

    def note_fuller(self, call, full, arguments, use):
        result = self.results[full]
        self.keep_answer(full, result)
        self.calls.append(Call(full, call.function, arguments, call.cls, call.callee))
        if call.function is type(result) and self.labels.get(id(result)) != full:
            use(full, result)

    def use_fuller(self):
        """What came back, again with optional arguments and filled containers; methods and
        attributes of instances that are made so are used, too."""
        end = self.steps + FULLER_STEP_LIMIT
        for call in list(self.calls):
            self.root = call.callee.partition("(")[0].partition(".")[0]
            if call.cls is not None:
                self.root += "." + call.callee.rpartition(".")[2]
            for use, found in ((self.use_members, self.fuller_calls(call)),
                               (self.use_instance, self.calls_of_other_kinds(call))):
                for full, arguments in found:
                    if self.steps >= end:
                        return
                    self.note_fuller(call, full, arguments, use)
            if self.steps >= end or self.is_over():
                return

    # --- instances ---

    def use_instance(self, label, value):
        cls = type(value)
        self.call(f"hash({label})", hash, value)
        self.call(f"{label} == {label}", lambda: value == value)
        self.call(f"{label} < 1", lambda: value < 1)
        for sign, compare in _COMPARISONS:
            self.call(f"{label} {sign} {label}", compare, value, value)
        self.use_operators(label, value)
        self.call(f"bool({label})", bool, value)
        self.call(f"repr({label})", repr, value)
        if hasattr(cls, "__iter__"):
            self.call(f"next(iter({label}))", lambda: next(iter(value)))
            full = f"iter({label})"
            if self.call(full, iter, value):
                iterator = self.results[full]
                self.keep(full, iterator)
                self.note_producer(full, iter, Arguments((value,)), iterator)
            self.call(f"all of {label}", _use_up, value)
        if hasattr(cls, "__len__"):
            self.call(f"len({label})", len, value)
        if hasattr(cls, "__getitem__"):
            if not self.call(f"{label}[0]", lambda: value[0]):
                self.call(f"{label}['a']", lambda: value["a"])
        if hasattr(cls, "__contains__"):
            self.call(f"3 in {label}", lambda: 3 in value)
            self.call(f"'a' in {label}", lambda: "a" in value)
        if cls.__weakrefoffset__ != 0:  # below 0: the interpreter has them
            self.call(f"a weak reference to {label}", _use_weakly, value)
        self.call(f"memoryview({label})", _use_buffer, value)
        self.use_copy(label, value)
        self.use_conversions(label, value)
        self.use_special_methods(label, value)
        self.use_members(label, value)
        if hasattr(cls, "__call__") and not _is_dangerous(cls.__name__):
            self.use_call(label, value)

    def use_members(self, label, value, cls=None):
        """What takes things out comes last; what was refused may find something later."""
        cls = cls or type(value)
        names = [name for name in sorted(vars(cls), key=lambda name: (_emptiness(name), name))
                 if not name.startswith("__") and not _is_dangerous(name)]
        refused = [name for name in names
                   if not self.use_attribute(f"{label}.{name}", value, name)]
        for name in refused:
            if not self.reasons.get(f"{label}.{name}", "TypeError").startswith("TypeError"):
                self.use_attribute(f"{label}.{name}", value, name, self.method_of_another)
        if hasattr(cls, "__getitem__"):
            self.use_parts(label, value)  # methods may have added some
        self.put_attributes(label, value)
        self.use_endings(label, cls)

    def put_attributes(self, label, value):
        """Puts back what they are, and one that nobody knows."""
        for name in _settable_names(type(value)):
            full = f"{label}.{name}"
            now = self.results.get(full)
            if (full in self.results and not isinstance(now, BaseException)
                    and not _is_dangerous(name)):
                self.call(f"{full} = {full}", setattr, value, name, now)
        self.call(f"another attribute of {label}", _use_free_attribute, value)

    def use_endings(self, label, cls):
        """What may use an instance up: on one of its own.  None that was made with a number,
        which may be a file descriptor."""
        producer = self.producers.get(id(cls))
        if producer is None or any(type(each) is int for each in (
                *producer.arguments, *producer.arguments.keywords.values())):
            return
        for name in sorted(vars(cls)):
            if (not name.startswith("__") and _is_dangerous(name)
                    and _is_ending(cls, name)):
                value = self.another(cls)
                if value is None:
                    return
                self.use_attribute(f"{label}.{name}", value, name)
        for slot, text, function in _ENDING_USES:
            if hasattr(cls, slot) and not _is_dangerous(cls.__name__):
                value = self.another(cls)
                if value is not None:
                    self.call(text.replace("{}", label), function, value)

    def use_conversions(self, label, value):
        for slot, text, function in _CONVERSIONS:
            own = getattr(type(value), slot, None)
            if own is not None and own is not getattr(object, slot, None):
                self.call(text.replace("{}", label), function, value)

    def use_special_methods(self, label, value):
        """Those that C code defines by name, as no slot, and special attributes."""
        kinds = (type(list.append), *_DATA)
        for name, method in sorted(vars(type(value)).items()):
            if (name.startswith("__") and isinstance(method, kinds)
                    and name not in _SHUNNED_METHODS and name not in _OF_ALL):
                self.use_attribute(f"{label}.{name}", value, name)

    def use_call(self, label, value):
        made = self.call_some_way(label, value)
        if made is not None:
            self.keep_answer(made[0], self.results[made[0]])
            self.note_producer(made[0], value, made[1], self.results[made[0]])
            self.calls.append(Call(made[0], value, made[1], callee=label))

    def use_parts(self, label, value):
        """Slices, and parts that are put back where they came from."""
        for text, key in ("0", 0), (":2", slice(0, 2)), ("::2", slice(None, None, 2)):
            full = f"part {text} of {label}"
            if (self.call(full, value.__getitem__, key)
                    and hasattr(type(value), "__setitem__")):
                self.call(f"{full}, put back", value.__setitem__, key, self.results[full])
        if hasattr(type(value), "__setitem__"):
            if self.call(f"{label}['a'] = 3", _put_item, value):
                self.call(f"del {label}['a']", _take_item, value)

    def use_operators(self, label, value):
        for sign, function in _operators(type(value)):
            for text, operand in (label, value), ("3", 3):
                full = f"{label} {sign} {text}"
                if self.call(full, function, value, operand):
                    self.keep_answer(full, self.results[full])
                    break
        if hasattr(type(value), "__pow__"):
            self.call(f"pow({label}, 3, 5)", pow, value, 3, 5)

    def use_copy(self, label, value):
        self.call(f"copy({label})", _copy, value)

    def another(self, cls):
        """A new instance of a type where there is a way to one, or None."""
        producer = self.producers.get(id(cls))
        full = f"another {cls.__name__}"
        if producer is None or not self.call(full, producer.function, *producer.arguments,
                                             keywords=producer.arguments.keywords):
            return None
        made = self.results.pop(full)
        return made if type(made) is cls else None

    def method_of_another(self, method):
        """The same method of another instance, or it itself."""
        made = self.another(type(method.__self__))
        return getattr(made, method.__name__, method) if made is not None else method

    def use_attribute(self, label, value, name, renew=None):
        """False: a method that did not come back."""
        if not self.call(label, getattr, value, name):
            return True
        attribute = self.results[label]
        if not isinstance(attribute, _Method):
            self.keep(label, attribute)
            return True
        del self.results[label]
        outer = self.root
        self.root = f"{outer.partition('.')[0]}.{name}"
        made = self.call_some_way(label, attribute, cls=type(value), renew=renew)
        self.root = outer
        if made is not None:
            self.keep_answer(made[0], self.results[made[0]])
            self.note_producer(made[0], attribute, made[1], self.results[made[0]])
            self.calls.append(Call(made[0], attribute, made[1], type(value), label))
        return made is not None


class _Recorded:
    """The module, for an exercise: keeps which of its functions are called with what."""

    def __init__(self, module):
        self.__dict__.update(_module=module, _calls=[])

    def __getattr__(self, name):
        value = getattr(self._module, name)
        if type(value) is not type(len) or name.startswith("__"):
            return value

        def recorded(*arguments, **keywords):
            self._calls.append((name, value, arguments, keywords))
            return value(*arguments, **keywords)

        return recorded

    def __setattr__(self, name, value):
        setattr(self._module, name, value)


def _look_at(function, module):
    """Calls function(module).  Returns its result, and one instance of each own type that it
    met: by the identity of the type."""
    run = _Run(module)
    seen, others = {}, {}  # the other types are kept, so that no new one has their identity
    n_left = [LOOK_LIMIT]
    outer = _sys.getprofile()

    def note(value):
        cls = type(value)
        if id(cls) in seen or id(cls) in others:
            return
        if (isinstance(value, (type, BaseException)) or not run.is_own_type(cls)
                or cls.__module__ == _EXERCISE):
            others[id(cls)] = cls
        else:
            seen[id(cls)] = value

    def look(frame, event, argument):
        if outer is not None:
            outer(frame, event, argument)
        if n_left[0] == 0:
            return
        n_left[0] -= 1
        if event == "c_call" and type(argument) in (type(len), _Method):
            note(argument.__self__)
        elif event == "return" and frame.f_globals.get("__name__") == _EXERCISE:
            for value in (argument, *frame.f_locals.values()):
                note(value)

    _sys.setprofile(look)
    try:
        return function(module), seen
    finally:
        _sys.setprofile(outer)


def _look_or_call(function, module):
    """The same; without a look where it raises then, perhaps because what it met lives longer."""
    looked = None
    try:
        looked = _look_at(function, module)
    except Exception:
        pass
    return looked if looked is not None else (function(module), {})


def _note_recorded(function, module):
    """The calls of the module's functions that an exercise makes, for what makes them again."""
    recorded = _Recorded(module)
    try:
        function(recorded)
    except BaseException:
        pass  # perhaps it takes nothing but a module
    _step(("", ""))
    run = _Run(module)
    known = {}
    for name, called, arguments, keywords in recorded._calls:
        arguments = Arguments(arguments)
        arguments.keywords = keywords
        known.setdefault(name, {})[f"{name}({run.shown(arguments)})"] = called, arguments
    _calls[:] = [Call(label, called, arguments, callee=name)
                 for name, found in known.items() if not _is_dangerous(name)
                 for label, (called, arguments) in list(found.items())[:RECORDED_LIMIT]]


def _user_exercise(module):
    """Runs the file given with --exercise; None if there is none."""
    if _user_source is None:
        return None
    namespace = {"__name__": _EXERCISE, "__file__": _user_file}
    exec(compile(_user_source, _user_file, "exec"), namespace)
    function = namespace.get("exercise")
    if not callable(function):
        raise TypeError(f"{_user_file} has no function exercise(module)")
    _step(("exercise(module)", ""))
    result, seen = _look_or_call(function, module)
    results = {"exercise(module)": result}
    for each in _parts(result):
        seen.pop(id(type(each)), None)
    if seen:
        results["instances of exercise(module)"] = list(seen.values())
    if _producers is not None:
        run = _Run(module)
        for cls in {id(type(each)): type(each) for each in _parts(result)}.values():
            if run.is_own_type(cls) and not issubclass(cls, (type, BaseException)):
                _producers[id(cls)] = Producer(f"{cls.__name__} of exercise(module)",
                                               function, (module,), cls)
        for cls in map(type, seen.values()):
            _producers[id(cls)] = Producer(
                f"{cls.__name__} of exercise(module)",
                lambda module: list(_look_at(function, module)[1].values()), (module,), cls)
        _note_recorded(function, module)
    return results


def exercise(module):
    if "*" in _skip:
        return {}
    results = _user_exercise(module)
    if results is None:
        run = _Run(module)
        run.use_all()
        if hasattr(module, "parse") and module.__name__ == _CONTROL:
            module.parse([1, 2], 1, hi=2)
        _note_use(run)
        results = run.results
    return results


def instances(module):
    """Ways to make instances that the exercise found: label -> (type, arguments)."""
    run = _Run(module)
    if "*" not in _skip:
        run.make_types()
        if any(not run.has_instance(cls) for _, cls in run.types()
               if not issubclass(cls, BaseException)):
            run.call_functions()
            run.make_types()
    return run.makers


_producers = None  # or those that the exercise found: by the identity of the type
_calls = []  # and the calls that came back
_failed = []  # and those that raised


def keep_producers():
    """From now on, with calls.  They keep the module alive."""
    global _producers
    _producers = {}


_used = {}  # names only: of functions that were called and that came back, and reasons


def _note_use(run):
    run.called.update(label.partition("(")[0] for label in run.results)
    _used.update(called=set(run.called), returned=set(run.returned),
                 reasons=dict(run.reasons), is_complete=not run.is_over())
    if _producers is not None:
        _producers.update(run.producers)
        _calls[:] = run.calls
        _failed[:] = run.failed


def watch_use(home):
    """From now on calls of the functions of a module are noted, whoever makes them; and,
    for Pythons that do not tell which objects are created, the types of what is seen."""
    called = _used.setdefault("called", set())
    made = _used.setdefault("made", set())
    _used["is_watched"] = True
    function, module = type(len), type(_sys)

    def look(frame, event, argument):
        if event == "c_call" and isinstance(argument, function):
            owner = argument.__self__
            made.update(map(id, type(owner).__mro__))
            if type(owner) is module and owner.__name__ == home:
                called.add(argument.__name__)
        elif event == "return" and not _is_traced:
            for value in (argument, *frame.f_locals.values()):
                made.update(map(id, type(value).__mro__))

    _sys.setprofile(look)


def _parts(value, depth=4):
    """A value, and what lies in it where it is a container."""
    yield value
    if depth and type(value) in (list, tuple, set, frozenset):
        for each in value:
            yield from _parts(each, depth - 1)
    elif depth and type(value) is dict:
        for each in value.values():
            yield from _parts(each, depth - 1)


def _values(results):
    """What the exercise returned, and what lies in its containers."""
    for value in results.values():
        yield from _parts(value)


def _instantiated(results):
    """Identities of the types of which there are instances, or were."""
    import gc

    seen = {id(base) for values in (_values(results), gc.get_objects())
            for each in values if not isinstance(each, type)
            for base in type(each).__mro__}
    return seen


_is_traced = _sys.version_info >= (3, 13)  # `_was_created` knows


def _has_been_made(cls):
    """Was an instance created since the probe looks, of the type or of a subclass?"""
    if _was_created(cls):
        return True
    return any(map(_has_been_made, type.__subclasses__(cls)))


def coverage(module, results):
    """What of the module's own was used: for each type and function (kind, name, "used",
    "unused" or "sealed", reason)."""
    is_watched = "is_watched" in _used
    if is_watched:
        _sys.setprofile(None)
    run = _Run(module)
    seen = _instantiated(results) | _used.get("made", set())
    called = _used.get("called", set())
    reasons = _used.get("reasons", {})
    functions = [name for name, value in sorted(vars(module).items())
                 if run.is_own_function(value)]
    unreturned = [name for name in functions if name not in _used.get("returned", ())]
    found = []
    types = {id(value): (name, value) for name, value in sorted(vars(module).items())
             if isinstance(value, type) and run.is_own_type(value)
             and not issubclass(value, BaseException)}
    for name, cls in types.values():
        if id(cls) in seen or (is_watched and _has_been_made(cls)):
            found.append(("type", name, "used", ""))
        elif _is_sealed(cls) and not unreturned:
            found.append(("type", name, "sealed", "cannot be made from Python"))
        elif _is_sealed(cls):
            found.append(("type", name, "unused", "it refuses instantiation, and no call "
                          "returned an instance"))
        else:
            found.append(("type", name, "unused",
                          _why_not(name, reasons, _is_dangerous_type)))
    for name in functions:
        is_called = name in called
        found.append(("function", name, "used" if is_called else "unused",
                      "" if is_called else _why_not(name, reasons)))
    return found


def coverage_of(name):
    """The same, of a module that something else has imported and used."""
    module = _sys.modules.get(name)
    return coverage(module, {}) if module is not None else []


def _why_not(name, reasons, is_dangerous=_is_dangerous):
    if is_dangerous(name):
        return "not tried, because of its name"
    if any(label == name or label.startswith(name + "(") for label in _skip):
        return "left out, because a call did not come back"
    return reasons.get(name, "not tried")


def tie(module, results):
    """Lets the module object die with its results, and with instances that only the
    collector can free: it clears classes before those."""
    import gc

    def tie_up(cell, cls):
        made = next((arguments for each, arguments in makers if each is cls), ())
        try:
            cell += [cls(*made, **getattr(made, "keywords", {})), cell]
        except Exception:
            pass

    vars(module)["insulate_results"] = results
    makers = list(instances(module).values())
    classes = [cls for cls, _ in makers]
    for _ in range(2):  # what is older is cleared first
        for cls in classes:
            cell = []
            try:
                cell.append(cls(cell))
            except Exception:
                tie_up(cell, cls)
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


def free_without_collector(name, path):
    """Makes a module object that is freed without m_clear.  False if something refers to
    it other than its types, which the collector, as it likes, may clear before it: that is
    up to the caller."""
    import gc

    def references(cell):
        return _sys.getrefcount(cell[0])

    cell = [load_fresh(name, path)]
    vars(cell[0]).clear()
    types = [each for each in gc.get_referrers(cell[0]) if isinstance(each, type)]
    for at in range(len(types)):
        _move_back(types[at])
    _move_back(cell[0])
    return references(cell) - len(types) <= references([object()])


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


_told = set()


def loaded_stdlib():
    """Those that were not told before."""
    names = [name for name in list(_sys.modules)
             if name not in _told and _is_standard(name)]
    _told.update(names)
    return names


def gil_is_enabled():
    is_enabled = getattr(_sys, "_is_gil_enabled", None)
    return 1 if is_enabled is None or is_enabled() else 0


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


def import_others(names):
    """Those of the modules that are written in C."""
    import importlib
    import importlib.util
    from importlib.machinery import BuiltinImporter, ExtensionFileLoader

    for name in filter(None, names):
        try:
            spec = importlib.util.find_spec(name)
            loader = getattr(spec, "loader", None)
            if loader is BuiltinImporter or isinstance(loader, ExtensionFileLoader):
                importlib.import_module(name)
        except (ImportError, ValueError):
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


def reference_drift(make, arguments, count, watched):
    """How the reference count of `watched`, a type, moves over `count` calls that make
    instances; 0 if these were not deallocated (a live one keeps its type), or if a call
    takes long."""
    import gc
    import time

    def create_instances():
        for _ in range(count):
            make(*arguments)

    def living():
        return sum(1 for each in gc.get_objects() if watched in type(each).__mro__)

    begin = time.thread_time()
    made = [make(*arguments), object()]
    if time.thread_time() - begin > DRIFT_LIMIT:
        return 0
    if _sys.getrefcount(made[0]) > _sys.getrefcount(made[1]):
        return 0  # something else holds it; the collector may not know such instances
    made.clear()
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


def _answer(value):
    """What kind of answer a call gave."""
    if isinstance(value, BaseException):
        return f"raises {type(value).__name__}"
    return f"returns {type(value).__name__}"


def differences(first, *others):
    """(label, answer, other answer) of the calls that gave one kind of answer with the
    first module object, and another with all others."""
    found = []
    for label, value in first.items():
        answers = {_answer(each[label]) for each in others if label in each}
        if (all(label in each for each in others) and len(answers) == 1
                and _answer(value) not in answers):
            found.append((label, _answer(value), *answers))
    return found


def drop_exceptions(results):
    """Exceptions hold what was on the way; only plain results are of interest."""
    for label, value in list(results.items()):
        if isinstance(value, BaseException):
            del results[label]


def _members_that_worked(results):
    """Names of attributes, and of methods called without arguments: by the type."""
    found = {}
    for label, value in results.items():
        cls = type(value)
        names = found.setdefault(id(cls), set())
        if cls.__flags__ & _HEAP_TYPE and not _is_standard(cls.__module__ or ""):
            names.update(name for name in vars(cls) if f"{label}.{name}" in results
                         or f"{label}.{name}()" in results)
    return found


def _use_member(value, name):
    attribute = getattr(value, name)
    if isinstance(attribute, _Method):
        attribute()


def use_kept(results):
    """Calls and uses what outlived the module object that made it."""
    members = _members_that_worked(results)
    for label, value in list(results.items()):
        if isinstance(value, type) or f"after {label}" in _skip:
            continue
        _step((f"{label}, used after its module", label))
        for use in (bool, hash, len, iter, lambda v: v == v, lambda v: v()):
            try:
                use(value)
            except Exception:
                pass
        for name in sorted(members.get(id(type(value)), ())):
            try:
                _use_member(value, name)
            except BaseException:
                pass


class _TestReporter:
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
    return int(pytest.main([*arguments.split("\n"), *fixed], plugins=[_TestReporter(report)]))
