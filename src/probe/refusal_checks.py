"""What does a call do when it has to refuse an argument?  In a forked copy of the process.

Embedded in the probe behind growth_checks.py, whose names it uses.  Calls that came back
are made again, each argument in turn replaced by an object that raises whatever it is
asked for, or by a value that many functions refuse.  They must raise, and leave nothing
behind when they do.
"""

_REFUSAL_SECONDS = 0.4  # of processor time, for all calls of a module, each way
_REFUSED_PLACES = 8  # arguments of one call, also those that are optional


class _Refusal(Exception):
    """What the objects below raise."""


def _refuse(*arguments, **keywords):
    raise _Refusal


_ASKED = (
    "bool len length_hint iter next index int float complex hash eq ne lt le gt ge "
    "getitem setitem delitem contains call str repr bytes fspath format add radd iadd sub "
    "rsub isub mul rmul imul truediv rtruediv floordiv rfloordiv mod rmod and rand or ror "
    "xor rxor lshift rlshift rshift rrshift neg pos invert abs divmod rdivmod pow rpow "
    "matmul rmatmul buffer get set getattr").split()

# Its name is what labels show.
_Raising = type("an object that raises", (),
                {f"__{name}__": _refuse for name in _ASKED})


class _RaisingLater:
    """A sequence, mapping and iterable that raises at the second item."""

    def __len__(self):
        return 3

    def __getitem__(self, key):
        if key == 0:
            return 1
        raise _Refusal

    def __iter__(self):
        yield 1
        raise _Refusal

    def keys(self):
        return self


_RaisingLater.__name__ = "a sequence that raises"


class _Making:
    """Gives a value that nothing else refers to, each time that it is asked for one."""

    def __index__(self):
        return int("5000")  # CPython keeps smaller ones

    __int__ = __length_hint__ = __index__

    def __float__(self):
        return float("5000")

    def __fspath__(self):
        return "".join(["insulate", "-none"])

    def __bytes__(self):
        return bytes(bytearray(9))


_Making.__name__ = "an object that makes new values"

# Values that are refused, each with the words of its label.
_REFUSED = (
    ("an object that raises", _Raising()),
    ("an object that makes new values", _Making()),
    ("a sequence that raises", _RaisingLater()),
    ("None", None), ("-1", -1), ("2 ** 200", 1 << 200), ("-2 ** 200", -(1 << 200)),
    ("1.5", 1.5), ("inf", float("inf")), ("''", ""), ("'\\udc80'", "\udc80"),
    ("b''", b""), ("b'\\xff' * 64", b"\xff" * 64), ("a list of an object that raises", [_Raising()]),
    ("a tuple of None", (None,)), ("a tuple of objects that raise", (_Raising(),) * 2),
    ("a dict", {"a": _Raising()}),
)


class _Attempt:
    """A call that may have to be refused."""

    def __init__(self, name, label, use):
        self.name = name
        self.label = label
        self.use = use


def _counts_of(arguments):
    """Arguments that are too few or too many, and an unknown name."""
    if arguments:
        yield "one argument less", Arguments(arguments[:-1])
    yield "one argument more", Arguments((*arguments, None))
    named = Arguments(arguments)
    named.keywords = {"insulate": None}
    yield "an unknown keyword", named


def _refused_calls(call):
    """The call again, with other arguments."""
    find, name = _on_new_instance(call), _name_of(call)
    keywords = getattr(call.arguments, "keywords", {})

    def attempt(words, arguments):
        return _Attempt(name, f"{words} given to {call.label}", lambda: find()(
            *arguments, **getattr(arguments, "keywords", {})))

    known = parameters(call.function, name.rpartition(".")[2]) or ()
    optional = [each.name for at, each in enumerate(known) if at >= len(call.arguments)]
    slots = dict.fromkeys([*range(len(call.arguments)), *keywords, *optional])
    for slot in list(slots)[:_REFUSED_PLACES]:
        for words, value in _REFUSED:
            place = f" as argument {slot + 1}" if type(slot) is int else f" as {slot}"
            made = attempt(words, _replaced(call.arguments, slot, value))
            made.label += place
            yield made
    for words, arguments in _counts_of(call.arguments):
        yield attempt(words, arguments)


def _refused_operations(cls):
    """What is done with an instance and a value: (label, function of both)."""
    for sign, function in _operators(cls):
        if not sign.startswith("**"):  # a large number may take for ever
            yield f"{{}} {sign} value", function
    yield "{} == value", _operator.eq
    yield "{} < value", _operator.lt
    if hasattr(cls, "__getitem__"):
        yield "{}[value]", _operator.getitem
    if hasattr(cls, "__setitem__"):
        yield "{}[0] = value", lambda one, other: _operator.setitem(one, 0, other)
        yield "{}[:1] = value", lambda one, other: _operator.setitem(
            one, slice(0, 1), other)
        yield "{}[value] = 3", lambda one, other: _operator.setitem(one, other, 3)
        yield "del {}[value]", _operator.delitem
    if hasattr(cls, "__contains__"):
        yield "value in {}", _operator.contains
    for name in _data_names(cls):
        yield f"{{}}.{name} = value", lambda one, other, name=name: setattr(
            one, name, other)


def _refused_uses(producer):
    cls = producer.cls
    for label, function in _refused_operations(cls):
        shown = label.replace("{}", cls.__name__)
        for words, value in _REFUSED:
            yield _Attempt(shown, f"{words} given to {shown}, after {producer.label}",
                           lambda function=function, value=value: function(
                               _first(producer), value))


def _raises(attempt, root):
    """Makes the call.  Returns whether it raised; what is not clean is told of."""
    _step((attempt.label, root))
    try:
        result = attempt.use()
        _step(("", ""))  # it came back
        if type(result).__flags__ & _HEAP_TYPE and not isinstance(result, type):
            _outcome(repr, (result,))  # it may hold what raises
        return False
    except BaseException as error:
        _step(("", ""))
        text = _text_of(error)
        error.__traceback__ = None
        error.__context__ = None
        if type(error) is SystemError and text.endswith(_UNCLEAN):
            _tell_unclean(("call", "SystemError", text))
        return True


def _groups(module):
    """The calls by what they are made of: (name, label, arguments, attempts)."""
    run = _Run(module)
    for call in _calls:
        if _is_plain_call(run, call) and _on_new_instance(call) is not None:
            yield _name_of(call), call.label, call.arguments, _refused_calls(call)
    for producer in _producers_of(module):
        yield (producer.cls.__name__, producer.label, producer.arguments,
               _refused_uses(producer))


def _try_again(name, label, arguments, refused, module, is_over):
    """Calls that were refused, all of them again and again; if they leave something, one
    after the other alone, until it is known which."""
    def use():
        for attempt in refused:
            _repeat(attempt.use, 1)

    values = Arguments((*_given(arguments), *(value for _, value in _REFUSED)))
    roots = (module, _sys.modules, values)
    step = f"{label}, refused again and again"
    if step in _skip:
        return
    _step((step, name))
    if _growth_of(use, roots, False) is not None:
        for attempt in refused:
            if is_over() or not _try_growth(attempt.name, attempt.label, attempt.use,
                                            roots, False):
                break


def try_refusals(module, known, left_out):
    """Calls that have to be refused, each once; then those that were, again and again."""
    import gc
    import time

    _leave_out(left_out, known)
    _keep_alive([value for _, value in _REFUSED])
    for call in _calls:
        _keep_alive(_given(call.arguments))
    end = time.thread_time() + _REFUSAL_SECONDS
    refused = []
    for name, label, arguments, attempts in _groups(module):
        those = [attempt for attempt in attempts
                 if attempt.label not in _skip and time.thread_time() < end
                 and _raises(attempt, label)]
        refused.append((name, label, arguments, those))
    _watched[:] = _long_lived(module)
    gc.collect()
    gc.freeze()
    end = time.thread_time() + _REFUSAL_SECONDS

    def is_over():
        return time.thread_time() + _slept[0] > end

    for name, label, arguments, those in refused:
        if those and not is_over():
            _try_again(name, label, arguments, those, module, is_over)
