"""Finds arguments for a call: from its signature, then from what its errors say.

Embedded in the probe before exercise.py.  Nothing here calls the module: `Search` is
told what a call raised, and answers with the next arguments to try.
"""

SEARCH_LIMIT = 24  # calls of one function until one comes back
VARIANT_LIMIT = 8  # of these, after arguments of the right types were refused
SOME_TEXT = '[1, -2.5, {"a": [true, null]}, "b c"]'  # numbers, quotes, brackets
REFUSED_SIZE = 4096  # of bytes that an exception asks for
INSTANCE_LIMIT = 6  # instances that are tried where a message names no type
_FILE_DESCRIPTOR = -1  # of no file


class Arguments(tuple):
    """Positional arguments, and those that go by name."""

    keywords = {}


class Anything:
    """Stands for an object of which the module asks methods and attributes.  Each attribute
    is an object of its own, as it is one that an instance keeps."""

    def __init__(self, **known):
        self.__dict__.update(known, insulate_known=tuple(known), insulate_asked=set())

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        self.insulate_asked.add(name)
        return Anything()

    def __call__(self, *arguments, **keywords):
        return self

    def __bool__(self):
        return False

    def __len__(self):
        return 0

    def __index__(self):
        return 0

    def __iter__(self):
        return iter(())


def _coroutine():
    """One that has ended: nobody has to wait for it."""
    async def coroutine():
        pass

    made = coroutine()
    try:
        made.send(None)
    except StopIteration:
        pass
    return made


_PLAIN = (int, float, str, bytes, bool, bytearray, type(None))


def _is_short(value, size=3):
    """Does it hold little, and nothing but plain values?"""
    kind = type(value)
    if kind in (list, tuple, dict, set):
        values = [*value, *value.values()] if kind is dict else value
        return len(value) <= size and all(_is_short(each, size - 1) for each in values)
    return kind in _PLAIN and (kind not in (str, bytes, bytearray) or len(value) <= 16)


def _shown(value):
    """How a label shows an argument; never asks an object of the module."""
    kind = type(value)
    if kind is bytes and len(value) > 16:
        return f"bytes of {len(value)}"
    if kind in _PLAIN:
        return repr(value)
    if kind in (list, tuple, dict, set):
        return repr(value) if _is_short(value) else f"{kind.__name__} of {len(value)}"
    if isinstance(value, type):
        return value.__name__
    if kind is Anything:
        known = value.insulate_known
        return "anything with " + " and ".join(known) if known else "anything"
    return kind.__name__


# Methods of a file that messages name.
_FILE_METHODS = frozenset("read readline readinto write".split())


def _file(words):
    """What methods of Anything do not return, a file of the standard library does."""
    import io

    is_text = "str" in words or "string" in words or "unicode" in words
    return io.StringIO("a,b\n1,2\n") if is_text else io.BytesIO(bytes(range(64)))


def _is_alike(one, other):
    plain = (int, float, str, bytes, bool, bytearray, tuple, list, dict, type(None))
    return type(one) is type(other) and (type(one) not in plain or one == other)


def _is_equal(one, other):
    """Never asks what lies in a container: it may be the module's."""
    if type(one) in (list, tuple, dict):
        return one is other
    return one == other


def _some_class():
    return int


# The words of messages, and what they ask for.
_KINDS = (
    (("bytearray", "read-write", "writable", "writeable", "mutable"),
     lambda: bytearray(b"abc")),
    (("bytes", "bytes-like", "buffer", "buffer-like"), lambda: b"abc"),
    (("memoryview",), lambda: memoryview(b"abc")),
    (("str", "string", "unicode", "character", "path", "pathlike", "filename", "text"),
     lambda: "a"),
    (("integer", "int", "index", "long", "fileno"), lambda: 3),
    (("float", "real", "number", "double", "numeric"), lambda: 1.5),
    (("complex",), lambda: 1j),
    (("tuple",), lambda: ()),
    (("list", "sequence"), lambda: []),
    (("dict", "mapping", "dictionary"), lambda: {}),
    (("set",), lambda: {3}),
    (("iterator",), lambda: iter([])),
    (("iterable",), lambda: []),
    (("coroutine", "awaitable"), _coroutine),
    (("bool", "boolean"), lambda: True),
    (("none", "nonetype"), lambda: None),
    (("slice",), lambda: slice(0, 1)),
    (("class", "type"), _some_class),
    (("callable", "function", "method"), lambda: Anything()),
    (("file", "file-like", "object", "stream"), Anything),
)
_VAGUE = (_some_class, Anything)  # "unexpected type", "wrong object"

# The words of a parameter's name, and what it takes.
_NAMES = (
    (("size", "count", "length", "n", "num", "index", "level", "flags", "offset", "pos",
      "iterations"), lambda: 3),
    (("fd", "fileno", "filedes"), lambda: _FILE_DESCRIPTOR),
    (("data", "buffer", "buf", "bytes", "msg", "message", "content", "chunk", "salt",
      "password", "block"), lambda: b"abc"),
    (("name", "string", "str", "text", "encoding", "errors", "path", "filename", "fmt",
      "format", "prefix", "suffix", "sep", "s", "charset", "digestmod", "algorithm"),
     lambda: "a"),
    (("key", "keys"), lambda: b"abc"),
    (("func", "function", "callback", "callable", "predicate", "loop", "file", "stream",
      "hook", "handler", "wrapper", "factory"), Anything),
    (("iterable", "iterator", "items", "seq", "sequence", "values", "args", "list"),
     lambda: []),
    (("dict", "mapping", "kwargs", "options"), lambda: {}),
    (("coro", "coroutine"), _coroutine),
    (("cls", "type", "klass"), lambda: int),
)


def _find(table, words):
    for stems, make in table:
        if any(word in stems for word in words):
            return make
    return None


def _name_words(name):
    return [word for word in name.lower().split("_") if word]


class Parameter:
    def __init__(self, name, is_named_only, is_required):
        self.name = name
        self.is_named_only = is_named_only
        self.is_required = is_required

    def guess(self):
        make = _find(_NAMES, [self.name.lower(), *_name_words(self.name)[-1:]])
        return make() if make is not None else 3


def _split(text):
    """The parts between commas outside of brackets and quotes, each with how many
    optional brackets ("[, x]") are open where it begins."""
    part, depth, optional, quote, begun = "", 0, 0, "", 0
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "[" and "=" not in part and ":" not in part:
            optional += 1
            continue
        elif char == "]" and optional and not depth:
            continue
        elif char in "([{<":
            depth += 1
        elif char in ")]}>":
            depth -= 1
        elif char == "," and depth <= 0:
            yield part.strip(), begun
            part, begun = "", optional
            continue
        if not part.strip():
            begun = optional
        part += char
    yield part.strip(), begun


def _inside(text):
    """What stands between the first bracket and the one that closes it."""
    depth = 0
    start = text.find("(")
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return text[start + 1:at]
    return None


def _signature_text(function, name):
    """"a, b=1" from where CPython keeps signatures, else from the docstring's head."""
    text = getattr(function, "__text_signature__", None)
    if isinstance(text, str):
        return _inside(text)
    doc = getattr(function, "__doc__", None)
    for each in (name, getattr(function, "__name__", None)):
        if isinstance(doc, str) and doc.lstrip().startswith(f"{each}("):
            return _inside(doc.lstrip())
    return None


def parameters(function, name):
    """The parameters of a function, or None where nothing tells them."""
    text = _signature_text(function, name)
    if text is None:
        return None
    found, is_named_only = [], False
    for part, n_optional in _split(text):
        head, _, default = part.partition("=")
        word = head.partition(":")[0].strip()
        if word == "*":
            is_named_only = True
        if word.startswith("*"):
            is_named_only = True
            continue
        if not word.isidentifier() or word.startswith("$"):
            continue
        is_required = not default and not n_optional
        found.append(Parameter(word, is_named_only, is_required))
    return found


def takes_more(function, name):
    """Does it take any number of arguments, and any names?"""
    words = [part for part, _ in _split(_signature_text(function, name) or "")]
    return (any(word[:1] == "*" and word[1:2].isidentifier() for word in words),
            any(word.startswith("**") for word in words))


def _clean_words(text):
    """The words of a message, without quotes and brackets."""
    cleaned = "".join(" " if char in "'\"()`,;:<>/=" else char for char in text)
    return [word.rstrip(".") for word in cleaned.split()]


def _asks_for_capsule(words):
    """"PyCapsule_GetPointer called with invalid PyCapsule object"."""
    return any("capsule" in word.lower() for word in words)


def _quoted(text):
    """What stands in single quotes."""
    return text.split("'")[1::2]


def _number(word):
    if word.isdigit():
        return int(word)
    return {"no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4}.get(word.lower())


_ORDINALS = {word: at for at, word in enumerate(
    "first second third fourth fifth sixth".split())}

# What takes the place of an empty container.
_FILLED = {
    list: ([1, 2, 3], ["a", "b"], [b"abc"], [(1, 2), (3, 4)], [("a", 1), ("b", 2)]),
    tuple: ((1, 2), ("a", "b")),
    dict: ({"a": 1},),
}


_OTHER_KINDS = ([1, 2, 3], {"a": 1}, "abc", 1.5, Anything())


def filled(arguments):
    """For each empty container, the arguments with one that holds something, in several
    ways: lists of them.  What takes a list may take a dictionary, too."""
    keywords = arguments.keywords
    for slot in (*range(len(arguments)), *keywords):
        value = keywords[slot] if isinstance(slot, str) else arguments[slot]
        for kind in (type(value), dict) if type(value) is list else (type(value),):
            ways = []
            for other in _FILLED.get(kind, ()) if not value else ():
                made = Arguments(other if at == slot else each
                                 for at, each in enumerate(arguments))
                made.keywords = {name: other if name == slot else each
                                 for name, each in keywords.items()}
                ways.append(made)
            if ways:
                yield ways


def by_name(arguments, known):
    """The same arguments, all by name; None where nothing tells the names."""
    names = [each.name for each in known or () if not each.is_named_only]
    if not arguments or len(names) < len(arguments):
        return None
    made = Arguments()
    made.keywords = {**dict(zip(names, arguments)), **arguments.keywords}
    return made


def of_other_kinds(arguments):
    """In place of a number what else may be taken there."""
    for slot, value in enumerate(arguments[:2]):
        for other in _OTHER_KINDS if type(value) is int else ():
            made = Arguments((*arguments[:slot], other, *arguments[slot + 1:]))
            made.keywords = arguments.keywords
            yield made


def with_more(arguments, function, name):
    """The same with what `*args` and `**kwargs` take: both, or one of them."""
    is_any_number, is_any_name = takes_more(function, name)
    ways = []
    for n_more, names in ((2, {"insulate": (3,)}), (2, {}), (0, {"insulate": (3,)})):
        if (n_more == 0 or is_any_number) and (not names or is_any_name):
            made = Arguments((*arguments, *("a", 3)[:n_more]))
            made.keywords = {**arguments.keywords, **names}
            ways.append(made)
    return ways


def with_text(arguments):
    """A text to read in place of a word, and from its beginning; or None."""
    texts = {str: SOME_TEXT, bytes: SOME_TEXT.encode(), int: 0}
    if not any(type(each) in (str, bytes) for each in arguments):
        return None
    made = Arguments([texts.get(type(each), each) for each in arguments])
    made.keywords = arguments.keywords
    return made


class Search:
    """The arguments of one call, and what was learnt of them."""

    def __init__(self, name, known, instance_of, instances, words, answers=()):
        self.parameters = known if known is not None else []
        self.instance_of = instance_of  # (name of a type) -> its instance, or None
        self.instances = instances  # all of the module's own types
        self.words = words  # strings that the module knows
        self.answers = answers  # plain results of its functions
        self.name = name
        self.positional = []
        self.keywords = {}
        self.wanted = {}  # place and what was asked for there -> kinds that were tried
        self.places_of = {each.name: at for at, each in enumerate(self.parameters)
                          if not each.is_named_only}
        self.variants = None
        for each in self.parameters:
            if each.is_required and each.is_named_only:
                self.keywords[each.name] = self.guess(each)
            elif each.is_required:
                self.positional.append(self.guess(each))

    def guess(self, parameter):
        """An instance where the parameter has the name of a type."""
        made = self.instance_of(parameter.name.replace("_", ""))
        return made if made is not None else parameter.guess()

    def go_on_from(self, arguments):
        """Arguments that were taken, and those that are optional, or one that may be."""
        self.positional = list(arguments)
        self.keywords = dict(arguments.keywords)
        by_place = [each for each in self.parameters if not each.is_named_only]
        self.pad(len(by_place) if self.parameters else len(arguments) + 1)
        for each in self.parameters:
            if each.is_named_only and each.name not in self.keywords:
                self.keywords[each.name] = self.guess(each)
            elif not each.is_named_only:
                self.keywords.pop(each.name, None)

    def arguments(self):
        made = Arguments(self.positional)
        made.keywords = dict(self.keywords)
        return made

    # --- a TypeError ---

    def pad(self, count):
        while len(self.positional) < count:
            at = len(self.positional)
            by_place = [each for each in self.parameters if not each.is_named_only]
            self.positional.append(
                self.guess(by_place[at]) if at < len(by_place) else 3)

    def fit_count(self, words):
        """"takes exactly 2 arguments (1 given)", "expected at least 2 arguments, got 1"."""
        for at, word in enumerate(words):
            if not word.startswith(("argument", "positional", "required")) or at == 0:
                continue
            count = _number(words[at - 1])
            before = len(self.positional)
            if words[at - 1] in ("a", "an") and before == 0 and (
                    "needs" in words[:at] or "requires" in words[:at]):
                self.pad(1)  # "needs an argument"
                return True
            if count is None or count > 12:
                continue
            if word == "required":  # "missing 2 required positional arguments"
                return False
            if count < before and "least" not in words[:at]:
                del self.positional[count:]
            self.pad(count)
            return len(self.positional) != before
        return False

    def fit_file(self, words):
        """"read() did not return bytes": of something that was no file."""
        if _FILE_METHODS.isdisjoint(words):
            return False
        for slot in (*range(len(self.positional)), *self.keywords):
            demand = ("file", slot, *words)
            if type(self.at(slot)) is Anything and demand not in self.wanted:
                self.wanted[demand] = 0
                self.put(slot, _file(words))
                return True
        return False

    def fit_attribute(self, text, words):
        """"encoding must be a string": of something that was asked for `encoding`."""
        for slot in (*range(len(self.positional)), *self.keywords):
            value, name = self.at(slot), words[0]
            if type(value) is not Anything or name not in value.insulate_asked:
                continue
            known = {each: vars(value)[each] for each in value.insulate_known}
            kinds = list(self.kinds(text, words[1:]))
            demand = (slot, *words)
            at = self.wanted.get(demand, 0)
            self.wanted[demand] = at + 1
            if at < len(kinds):
                self.put(slot, Anything(**{**known, name: kinds[at]()}))
                return True
        return False

    def fit_sequence(self, words):
        """"takes a 3-sequence", "takes an at least 9-sequence"."""
        for word in words:
            count, _, rest = word.partition("-")
            if rest == "sequence" and count.isdigit() and int(count) <= 100:
                self.positional[:1] = [(0,) * int(count)]
                return True
        return False

    def fit_missing(self, text, words):
        """"missing required argument 'x' (pos 1)", "missing 1 required positional
        argument: 'x'"."""
        if "missing" not in words:
            return False
        names = [name for name in _quoted(text) if name.isidentifier()]
        place = words[words.index("pos") + 1] if "pos" in words[:-1] else ""
        changed = False
        for name in names:
            parameter = Parameter(name, False, True)
            is_next = place == str(len(self.positional) + 1) and not self.keywords
            if is_next or "positional" in words:
                self.places_of.setdefault(name, len(self.positional))
                self.positional.append(self.guess(parameter))
                changed = True
            elif name not in self.keywords:
                self.keywords[name] = self.guess(parameter)
                changed = True
        return changed

    def fit_names(self, words):
        """"takes no positional arguments": then they go by the names that were missed."""
        by_place = {at: name for name, at in self.places_of.items()}
        if ("positional" not in words or "no" not in words or not self.positional
                or len(by_place) < len(self.positional)):
            return False
        for at, value in enumerate(self.positional):
            self.keywords[by_place[at]] = value
        self.positional = []
        return True

    def fit_keywords(self, text, words):
        if "keyword" not in words or not self.keywords:
            return False
        if "unexpected" in words or "invalid" in words:
            dropped = [self.keywords.pop(name, None) for name in _quoted(text)]
            return any(each is not None for each in dropped)
        self.positional.extend(self.keywords.values())
        self.keywords = {}
        return True

    def places(self, words, unfit):
        """Where the argument stands that a message is about: it says so, or it is one
        of the type that the message refuses."""
        for at, word in enumerate(words[:-1]):
            if word in ("argument", "arg", "parameter", "arguments", "item"):
                named = words[at + 1]
                ordinal = _ORDINALS.get(words[at - 1]) if at > 0 else None
                if ordinal is not None and ordinal < len(self.positional):
                    return [ordinal]  # "the first argument must be callable"
                if named.isdigit() and 0 < int(named) <= len(self.positional):
                    return [int(named) - 1]
                if named in self.keywords:
                    return [named]
                if self.places_of.get(named, len(self.positional)) < len(self.positional):
                    return [self.places_of[named]]
        slots = [*range(len(self.positional)), *self.keywords]
        if words[0] in self.keywords:
            return [words[0]]  # "key must be callable"
        if self.places_of.get(words[0], len(self.positional)) < len(self.positional):
            return [self.places_of[words[0]]]
        fitting = [slot for slot in slots
                   if type(self.at(slot)).__name__ in unfit or _shown(self.at(slot)) in unfit]
        return fitting or slots

    def at(self, slot):
        return self.keywords[slot] if isinstance(slot, str) else self.positional[slot]

    def put(self, slot, value):
        if isinstance(slot, str):
            self.keywords[slot] = value
        else:
            self.positional[slot] = value

    def kinds(self, text, words):
        """What a message asks for, in the order of its words."""
        makers = []
        for word in words:
            made = self.instance_of(word.rpartition(".")[2].lower().replace("_", ""))
            if made is not None:
                makers.append(lambda made=made: made)
        for word in words:
            make = _find(_KINDS, [word.lower().rpartition(".")[2]])
            if make is not None:
                makers.append(make)
        if _asks_for_capsule(words):
            makers[:0] = [lambda each=each: each for each in self.answers
                          if type(each).__name__ == "PyCapsule"]
        # Most likely it is one of the module's own, or its type.
        own = self.instances[:INSTANCE_LIMIT]
        is_vague = all(make in _VAGUE for make in makers)
        if _some_class in makers:
            at = makers.index(_some_class)
            makers[at:at] = [lambda made=made: type(made) for made in own]
        if is_vague:
            makers = [lambda made=made: made for made in own] + makers
        yield from makers
        if "iterable" not in text:
            yield lambda: "a"
            yield lambda: b"abc"
        yield lambda: []
        yield Anything
        yield lambda: None

    def fit_types(self, text, words):
        # "must be str, not int", "got 'int'": what comes behind is what it was.
        cut = max((at for at, word in enumerate(words)
                   if word in ("not", "got", "given", "found")), default=len(words))
        unfit = words[cut + 1:]
        asked = words[:cut]
        if "object" in words and "is" in words and "not" in words:
            # "'int' object is not iterable"
            asked, unfit = words[words.index("not") + 1:], words[:words.index("object")]
        asked = [word for word in asked if word not in (self.name, "object")]
        for slot in self.places(words, unfit):
            kinds = list(self.kinds(text, asked))
            demand = (slot, *asked)
            now = self.at(slot)
            for at in range(self.wanted.get(demand, 0), len(kinds)):
                value = kinds[at]()
                self.wanted[demand] = at + 1
                if not _is_alike(value, now):
                    self.put(slot, value)
                    return True
        return False

    def after_type_error(self, text):
        """Fits the arguments to what the message says.  False: it says nothing new."""
        words = _clean_words(text[:1].lower() + text[1:])
        return (self.fit_file(words) or self.fit_attribute(text, words)
                or self.fit_missing(text, words) or self.fit_names(words)
                or self.fit_sequence(words) or self.fit_keywords(text, words)
                or self.fit_count(words) or self.fit_types(text, words))

    def after_attribute_error(self, text):
        """"'int' object has no attribute 'read'": of an argument."""
        words = _clean_words(text)
        unfit = words[:1]
        slots = [*range(len(self.positional)), *self.keywords]
        for slot in slots:
            if type(self.at(slot)).__name__ in unfit and slot not in self.wanted:
                self.wanted[slot] = 0
                self.put(slot, Anything())
                return True
        return False

    # --- arguments of the right types, with values that are refused ---

    def after_refusal(self, text):
        """"requires a buffer of 4 bytes", "expected 2 items": of an exception that is no
        TypeError."""
        words = _clean_words(text)
        for at, word in enumerate(words[1:], 1):
            count = _number(words[at - 1])
            if count is None or count > REFUSED_SIZE or (word, count) in self.wanted:
                continue
            self.wanted[word, count] = 0
            if word in ("bytes", "byte"):
                for slot in (*range(len(self.positional)), *self.keywords):
                    if type(self.at(slot)) in (bytes, bytearray):
                        self.put(slot, type(self.at(slot))(count))
                        return True
            elif word in ("items", "item", "values", "value") and count <= 12:
                before = len(self.positional)
                given = _number(words[words.index("got") + 1]) if "got" in words[:-1] else None
                # What is counted may stand behind others, as behind a format.
                wanted = count if given is None else before + count - given
                if given is not None and 0 < wanted < before:
                    del self.positional[wanted:]
                self.pad(wanted)
                return len(self.positional) != before
        return self.is_of_type(words) and self.fit_types(text, words)

    def is_of_type(self, words):
        """"iterable expected, not int", "expected buffer argument": is it about types?"""
        if _asks_for_capsule(words):
            return True
        if "expected" in words[:-1] and words[-1].startswith("argument"):
            return _find(_KINDS, words[words.index("expected") + 1:]) is not None
        known = {type(self.at(slot)).__name__
                 for slot in (*range(len(self.positional)), *self.keywords)}
        return any(word in known and words[at - 1] in ("not", "got")
                   for at, word in enumerate(words) if at > 0)

    def value_variants(self):
        """One argument after the other: other numbers, words of the module; then what is
        optional."""
        first, keywords = list(self.positional), dict(self.keywords)
        slots = [*range(len(first)), *keywords]
        for slot in sorted(slots, key=lambda slot: type(self.at(slot)) is not str):
            value = keywords[slot] if isinstance(slot, str) else first[slot]
            others = {int: (0, 1, 2), str: (*self.words[:4], SOME_TEXT, *self.words[4:]),
                      bytes: (bytes(range(64)),)}.get(type(value), ())
            others = (*others, *(each for each in self.answers if type(each) is type(value)))
            for other in others:
                if not _is_equal(other, value):
                    self.positional, self.keywords = list(first), dict(keywords)
                    self.put(slot, other)
                    yield
        for each in self.parameters:
            if not each.is_required and each.name not in keywords:
                self.positional, self.keywords = list(first), dict(keywords)
                made = self.instance_of(each.name.replace("_", ""))
                self.keywords[each.name] = made if made is not None else Anything()
                yield

    def limit(self):
        """How many calls may be tried: more where there is more to find."""
        return SEARCH_LIMIT + 2 * max(0, len(self.positional) + len(self.keywords) - 4)

    def next_value(self):
        if self.variants is None:
            self.variants = self.value_variants()
        for _ in self.variants:
            return True
        return False
