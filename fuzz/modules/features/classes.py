"""Static types with all that hangs on them."""

from text import fill

# The fields of PyTypeObject behind its head, in their order.
SLOT_ORDER = (
    "name", "basicsize", "itemsize", "dealloc", "vectorcall_offset", "getattr", "setattr",
    "as_async", "repr", "as_number", "as_sequence", "as_mapping", "hash", "call", "str",
    "getattro", "setattro", "as_buffer", "flags", "doc", "traverse", "clear", "richcompare",
    "weaklistoffset", "iter", "iternext", "methods", "members", "getset", "base", "dict",
    "descr_get", "descr_set", "dictoffset", "init", "alloc", "new", "free")
NUMBERS = ("basicsize", "itemsize", "vectorcall_offset", "flags", "weaklistoffset",
           "dictoffset")
# What the type must have before anything else is assigned.
EARLY_SLOTS = ("name", "basicsize", "flags", "dealloc", "new", "traverse", "clear", "base")


class Class:
    """One static type of a part; `slots` are its fields by name."""

    def __init__(self, part, what="", base=None):
        self.part = part
        self.choose = part.choose
        self.Name = part.Word + what
        self.name = (part.word + "_" + what.lower()).rstrip("_")
        self.struct = self.Name + self.choose.one("struct suffix" + what, "Object", "")
        self.type = self.Name + self.choose.one("type suffix", "_Type", "Type", "_type")
        self.python_name = self.Name
        self.base = base
        self.flags = ["Py_TPFLAGS_DEFAULT"]
        self.slots = {}
        self.guards = {}      # slot -> #if line
        self.at_init = {}     # slots that initialisation assigns
        self.tables = []      # texts of the tables, in front of the type
        self.methods = []
        self.members = []
        self.getters = []
        self.head = f"{base.struct} base;" if base else "PyObject_HEAD"

    def fun(self, what):
        form = self.part.world.naming
        return {"snake": f"{self.name}_{what}", "camel": f"{self.Name[0].lower()}"
                f"{self.Name[1:]}{what.title()}".replace("_", ""),
                "caps": f"{self.Name}_{what}", "long": f"{self.name}_{what}"}[form]

    def cast(self, kind, function):
        return f"({kind}){function}"

    def set(self, slot, value, guard=None):
        self.slots[slot] = value
        if guard:
            self.guards[slot] = guard

    def table(self, kind, what, rows, guards=()):
        """A PyNumberMethods or similar of `rows` (slot, value)."""
        name = self.fun(what)
        lines = [f"static {kind} {name} = {{"]
        guards = dict(guards)
        for slot, value in rows:
            lines += _guarded(f"    .{slot} = {value},", guards.get(slot))
        self.tables.append("\n".join([*lines, "};"]) + "\n")
        self.set(what, "&" + name)

    def forward(self):
        """A declaration that code in front of the definition can use."""
        linkage = "" if self.part.is_cpp else f"static[{self.type}] "
        extern = "extern " if self.part.is_cpp else ""
        self.part.body(f"{extern}{linkage}PyTypeObject {self.type};")

    def finish(self, makes_ready=True):
        part, choose = self.part, self.choose
        if self.methods:
            rows = []
            for name, function, flags, guard in self.methods:
                rows += _guarded(f'    {{"{name}", {_function(function, flags)}, {flags}, '
                                 f"{choose.one('doc ' + name, 'NULL', doc(name))}}},", guard)
            self._rows("PyMethodDef", "methods", rows, "{NULL, NULL, 0, NULL}")
        if self.members:
            self._rows("PyMemberDef", "members",
                       [f'    {{"{name}", {kind}, offsetof({self.struct}, {field}), {flags}, NULL}},'
                        for name, kind, field, flags in self.members],
                       "{NULL, 0, 0, 0, NULL}")
        if self.getters:
            rows = []
            for name, getter, setter, closure, guard in self.getters:
                rows += _guarded(
                    f'    {{"{name}", (getter){getter}, '
                    f"{'(setter)' + setter if setter else 'NULL'}, NULL, {closure}}},", guard)
            self._rows("PyGetSetDef", "getset", rows, "{NULL, NULL, NULL, NULL, NULL}")
        for text in self.tables:
            part.body(text)
        part.body(self._definition())
        for slot, value in self.at_init.items():
            part.step(f"{self.type}.tp_{slot} = {value};", before=True)
        if makes_ready:
            part.step(f"PyType_Ready(&{self.type})", "< 0", before=True, ready=self.type)

    def _rows(self, kind, what, rows, end):
        name = self.fun(what)
        self.tables.append("\n".join([f"static {kind} {name}[] = {{", *rows,
                                      f"    {end}", "};"]) + "\n")
        self.set(what, name)

    def _definition(self):
        self.set("name", f'"{self.part.world.name}.{self.python_name}"')
        self.set("basicsize", f"sizeof({self.struct})")
        self.set("flags", " | ".join(self.flags))
        is_assigned = self.choose.flag("slots assigned at init " + self.Name, 0.12)
        if is_assigned:
            for slot in SLOT_ORDER:
                if slot in self.slots and slot not in (*EARLY_SLOTS, *self.guards):
                    self.at_init.setdefault(slot, self.slots.pop(slot))
        form = self.choose.one("definition form", "designated", "designated", "positional",
                               "positional with comments")
        if self.part.is_cpp and form == "designated":
            form = "positional"
        linkage = "" if self.part.is_cpp else f"static[{self.type}] "
        lines = [f"{linkage}PyTypeObject {self.type} = {{", "    PyVarObject_HEAD_INIT(NULL, 0)"]
        if form == "designated":
            for slot in SLOT_ORDER:
                if slot in self.slots:
                    lines += _guarded(f"    .tp_{slot} = {self.slots[slot]},",
                                      self.guards.get(slot))
        else:
            last = max(SLOT_ORDER.index(slot) for slot in self.slots)
            for slot in SLOT_ORDER[:last + 1]:
                empty = "0" if slot in NUMBERS else self.choose.one("empty", "NULL", "0")
                note = f" /* tp_{slot} */" if "comments" in form else ""
                value = self.slots.get(slot, empty)
                if slot in self.guards:
                    lines += [f"#{self.guards[slot]}", f"    {value},{note}", "#else",
                              f"    {empty},{note}", "#endif"]
                else:
                    lines.append(f"    {value},{note}")
        return "\n".join([*lines, "};"]) + "\n"


def _guarded(line, guard):
    return [f"#{guard}", line, "#endif"] if guard else [line]


def _function(function, flags):
    if "KEYWORDS" in flags or "FASTCALL" in flags:
        return f"(PyCFunction)(void (*)(void)){function}"
    return f"(PyCFunction){function}"


def doc(name):
    return f'"{name}()\\n--\\n\\nWhat {name} does."'


def guard_of(choose, name, odds=0.12):
    """A condition for what may be missing, or None."""
    if not choose.flag("guard " + name, odds):
        return None
    return choose.one("guard of " + name, "ifdef HAVE_EXTRA", "ifndef NDEBUG",
                      "ifdef MS_WINDOWS", "if PY_VERSION_HEX >= 0x030A0000",
                      "if defined(HAVE_EXTRA) || defined(_WIN32)", "ifndef WITHOUT_EXTRA",
                      "if !defined(PYPY_VERSION)", "ifdef Py_DEBUG")


FIELDS = {
    "value": ("PyObject *value;", True), "other": ("PyObject *other;", True),
    "number": ("long number;", False), "ratio": ("double ratio;", False),
    "text": ("char text[16];", False), "memory": ("int *memory;", False),
}


def build_class(part):
    """A class with a random selection of everything."""
    choose = part.choose
    base = part.ask("base class") if choose.flag("has a base", 0.25) else None
    it = Class(part, base=base)
    it.flags += choose.some("flag", ["Py_TPFLAGS_BASETYPE"], 0.6)
    builtin = None if base else choose.one(
        "builtin base", None, None, None, None, None, None,
        ("PyDictObject", "PyDict_Type"), ("PyListObject", "PyList_Type"),
        ("PyBaseExceptionObject", "PyExc_Exception"))
    fields = choose.some("field", list(FIELDS), 0.45)
    objects = [field for field in fields if FIELDS[field][1]]
    is_weak = not (base or builtin) and choose.flag("weak references", 0.2)
    has_dict = not (base or builtin) and choose.flag("dict", 0.12)
    has_gc = bool(builtin) or (base and base.has_gc) or has_dict or (
        bool(objects) and choose.flag("gc", 0.6))
    if builtin:
        it.head = f"{builtin[0]} base;"
    extra = [FIELDS[field][0] for field in fields]
    extra += ["PyObject *weakrefs;"] * is_weak + ["PyObject *dict;"] * has_dict
    names = {"S": it.struct, "T": it.type, "W": it.Name, "head": it.head,
             "fields": "\n".join(extra)}
    part.share(choose.one("struct form", """
typedef struct {
    $head
    $fields
} $S;
""", """
typedef struct $S {
    $head
    $fields
} $S;
""", """
struct _$S {
    $head
    $fields
};
typedef struct _$S $S;
"""), **names)
    if "ratio" in fields or "number" in fields or "text" in fields or objects:
        part.includes += [STRUCTMEMBER]
    if is_weak or has_dict:
        part.includes += ["#include <stddef.h>"]
    it.forward()
    if choose.flag("check macro", 0.4):
        part.share(choose.one("check macro form",
                              "#define ${W}_Check(op) PyObject_TypeCheck(op, &$T)",
                              "#define ${W}_Check(op) (Py_TYPE(op) == &$T)",
                              "#define ${W}_Check(o) \\\n    (PyObject_TypeCheck((o), &$T))"
                              ).replace("${W}", it.Name), **names)
        check = it.Name + "_Check($o)"
    else:
        check = choose.one("check", f"PyObject_TypeCheck($o, &{it.type})",
                           f"Py_TYPE($o) == &{it.type}",
                           f"PyObject_IsInstance((PyObject *)$o, (PyObject *)&{it.type}) == 1")
    it.check = check
    it.has_gc = has_gc
    _memory(part, it, base, builtin, fields, objects, is_weak, has_dict)
    _creation(part, it, base, builtin, fields, objects)
    _protocols(part, it, fields, objects)
    it.finish()
    add_type(part, it)
    offer_class(part, it)
    _use(part, it, fields, objects)
    return it


STRUCTMEMBER = "#include <structmember.h>"


def offer_class(part, it):
    kinds = ["class"]
    if it.is_creatable:
        kinds.append("sub-class")
        if "Py_TPFLAGS_BASETYPE" in it.flags:
            kinds.append("base class")
    for kind in kinds:
        part.offer(kind, it.type, f"extern PyTypeObject {it.type};", struct=it.struct,
                   make=it.make, has_gc=it.has_gc)


def add_type(part, it):
    """The step that makes the type an attribute of the module."""
    object_ = f"(PyObject *)&{it.type}"
    name = it.python_name
    part.step(*part.choose.one(
        "type added by",
        (f"""
Py_INCREF(&{it.type});
if (PyModule_AddObject($m, "{name}", {object_}) < 0) {{
    Py_DECREF(&{it.type});
    FAIL;
}}
""",),
        (f'Py_INCREF(&{it.type});\nPyModule_AddObject($m, "{name}", {object_});',),
        (f'Py_INCREF({object_});\nPyModule_AddObject($m, "{name}", {object_});',),
        (f"PyModule_AddType($m, &{it.type})", "< 0"),
        (f'PyModule_AddObject($m, "{name}", {object_})', "< 0"),
        (f'PyObject_SetAttrString($m, "{name}", {object_})', "< 0"),
        (f'PyDict_SetItemString(PyModule_GetDict($m), "{name}", {object_})', "< 0"),
        (f'Py_INCREF(&{it.type});\nPyDict_SetItemString(PyModule_GetDict($m), "{name}", {object_});',)))


def _memory(part, it, base, builtin, fields, objects, is_weak, has_dict):
    """dealloc, traverse, clear."""
    choose = part.choose
    names = {"S": it.struct, "T": it.type}
    names["me"] = f"{it.struct} *self"
    owned = objects + ["dict"] * has_dict
    base_type = base.name if base else builtin[1] if builtin else None
    if builtin and builtin[1].startswith("PyExc"):
        base_type = f"((PyTypeObject *){builtin[1]})"
        base_call = f"{base_type}->"
    else:
        base_call = f"{base_type}."
    it.count = choose.flag("counts instances", 0.25)
    it.counter = it.name + "_count"
    if it.count:
        part.body(f"static int {it.counter};")
    if it.has_gc:
        it.flags.append("Py_TPFLAGS_HAVE_GC")
        visits = "\n".join(f"Py_VISIT(self->{name});" for name in owned)
        clears = "\n".join(f"Py_CLEAR(self->{name});" for name in owned)
        after = f"return {base_call}tp_$0((PyObject *)self$1);" if base_type else "return 0;"
        if base and not base.has_gc:
            after = "return 0;"
        part.body("""
static int
$f($me, visitproc visit, void *arg)
{
    $visits
    $after
}

static int
$g($me)
{
    $clears
    $after2
}
""", f=it.fun("traverse"), g=it.fun("clear"), visits=visits, clears=clears,
                  after=after.replace("$0", "traverse").replace("$1", ", visit, arg"),
                  after2=after.replace("$0", "clear").replace("$1", ""), **names)
        it.set("traverse", it.cast("traverseproc", it.fun("traverse")))
        it.set("clear", it.cast("inquiry", it.fun("clear")))
    it.free_list = (not base and not builtin and not is_weak and not has_dict
                    and "Py_TPFLAGS_BASETYPE" not in it.flags
                    and choose.flag("free list", 0.2))
    needs = (owned or is_weak or it.count or it.free_list or "memory" in fields or it.has_gc
             or choose.flag("own dealloc", 0.5))
    it.freed = "tp_free"
    if not needs and base_type is None:
        return
    lines = []
    if it.has_gc:
        lines.append("PyObject_GC_UnTrack(self);")
    if is_weak:
        lines.append(choose.one("clears weak references", """
if (self->weakrefs != NULL) {
    PyObject_ClearWeakRefs((PyObject *)self);
}
""", "PyObject_ClearWeakRefs((PyObject *)self);"))
    lines.append(part.touch())
    if it.has_gc and choose.flag("dealloc calls clear", 0.4) and not base_type:
        lines.append(f"{it.fun('clear')}(self);")
    else:
        form = choose.one("releases", "Py_CLEAR", "Py_XDECREF")
        lines += [f"{form}(self->{name});" for name in owned]
    if "memory" in fields:
        lines.append(choose.one("frees memory", "PyMem_Free(self->memory);", """
if (self->memory != NULL) {
    PyMem_Free(self->memory);
    self->memory = NULL;
}
"""))
    if it.count:
        lines.append(choose.one("counts down", f"{it.counter}--;", f"{it.counter} -= 1;"))
    if base_type:
        if it.has_gc and (builtin or base.has_gc) and choose.flag("tracks again", 0.3):
            lines.append("PyObject_GC_Track(self);")
        lines.append(f"{base_call}tp_dealloc((PyObject *)self);")
    else:
        frees = ["Py_TYPE(self)->tp_free((PyObject *)self);", "Py_TYPE(self)->tp_free(self);"]
        if "Py_TPFLAGS_BASETYPE" not in it.flags:
            frees += [f"{it.type}.tp_free((PyObject *)self);",
                      "PyObject_GC_Del(self);" if it.has_gc else "PyObject_Del(self);"]
        free = choose.one("frees by", *frees)
        if it.free_list:
            part.body("""
#define $M $n
static $S *$list[$M];
static int $count = 0;
""", M=it.name.upper() + "_MAXFREE", n=choose.one("free list size", 8, 1, 64),
                      list=it.name + "_free_list", count=it.name + "_numfree", **names)
            lines.append(fill("""
if ($count < $M) {
    $list[$count++] = self;
} else {
    $free
}
""", M=it.name.upper() + "_MAXFREE", list=it.name + "_free_list",
                              count=it.name + "_numfree", free=free))
        else:
            lines.append(free)
    part.body("""
static void
$f($me)
{
    $body
}
""", f=it.fun("dealloc"), body="\n".join(line.strip("\n") for line in lines if line.strip()),
              **names)
    it.set("dealloc", it.cast("destructor", it.fun("dealloc")))
    if is_weak:
        it.set("weaklistoffset", f"offsetof({it.struct}, weakrefs)")
    if has_dict:
        it.set("dictoffset", f"offsetof({it.struct}, dict)")


def _creation(part, it, base, builtin, fields, objects):
    choose = part.choose
    names = {"S": it.struct, "T": it.type}
    ways = ["own new", "generic new", "init", "factory"]
    if base or builtin:
        ways = ["init"]
    elif it.free_list:
        ways = ["factory", "own new"]
    way = choose.one("created by", *ways)
    it.is_creatable = way != "factory"
    sets = []
    if "number" in fields:
        sets.append("self->number = number;")
    if "ratio" in fields:
        sets.append("self->ratio = number * 0.5;")
    if "text" in fields:
        part.includes.append("#include <string.h>")
        sets.append('strcpy(self->text, "abc");')
    for name in objects:
        sets.append(choose.one("sets " + name, f"""
Py_XINCREF(object);
Py_XSETREF(self->{name}, object);
""", f"""
Py_XDECREF(self->{name});
self->{name} = object;
Py_XINCREF(self->{name});
"""))
    if "memory" in fields:
        sets.append(f"""
PyMem_Free(self->memory);
self->memory = (int *)PyMem_Malloc(4 * sizeof(int));
if (self->memory == NULL) {{
    $failed
}}
self->memory[0] = (int)number;
""")
    if it.count:
        sets.append(f"{it.counter}++;" if way != "init" else "")
    fresh = [f"self->{name} = NULL;" for name in objects]
    fresh += ["self->memory = NULL;"] * ("memory" in fields)
    fresh += ["self->weakrefs = NULL;"] * ("weaklistoffset" in it.slots)
    fresh += ["self->dict = NULL;"] * ("dictoffset" in it.slots)
    error = f"PyErr_NoMemory();"
    set_text = "\n".join(text.strip("\n") for text in sets if text)
    unused = "" if any("number" in text for text in sets) else "(void)number;"
    unused_object = "" if objects else "(void)object;"
    init_text = "\n".join(filter(None, (unused, unused_object)))
    if way == "init":
        calls_base = ""
        if builtin and "Dict" in builtin[1]:
            calls_base = ("PyObject *empty = PyTuple_New(0);\nif (empty == NULL) {\n    return -1;\n}\n"
                          "int done = PyDict_Type.tp_init((PyObject *)self, empty, NULL);\n"
                          "Py_DECREF(empty);\nif (done < 0) {\n    return -1;\n}")
        part.body("""
static int
$f($S *self, PyObject *args, PyObject *kwargs)
{
    static const char *kwlist[] = {"number", "object", NULL};
    long number = 0;
    PyObject *object = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|lO", (char **)kwlist, &number,
                                     &object)) {
        return -1;
    }
    if (number > 1000) {
        PyErr_SetString($error, "too large");
        return -1;
    }
    $base
    $unused
    $touch
    $sets
    return 0;
}
""", f=it.fun("init"), error=part.error(), base=calls_base, unused=init_text,
                  touch=part.touch("-1"),
                  sets=set_text.replace("$failed", "PyErr_NoMemory();\n    return -1;"), **names)
        it.set("init", it.cast("initproc", it.fun("init")))
        if it.count:
            part.body("""
static PyObject *
$f(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = $base(type, args, kwargs);
    if (self != NULL) {
        $count++;
    }
    return self;
}
""", f=it.fun("new"), count=it.counter,
                      base=f"{base.name}.tp_new" if base else
                      ("((PyTypeObject *)PyExc_Exception)->tp_new" if "Exc" in builtin[1] else
                       f"{builtin[1]}.tp_new") if builtin else "PyType_GenericNew")
            it.set("new", it.fun("new"))
        elif not base and not builtin:
            _generic_new(it)
        if base:
            it.set("base", f"&{base.name}")
        elif builtin:
            _builtin_base(it, builtin)
        it.make = f"m.{it.python_name}(5)"
    elif way == "generic new":
        _generic_new(it)
        if it.count:
            # Instances are not counted up: the counter goes below zero, the same in both.
            pass
        it.make = f"m.{it.python_name}()"
    elif way == "own new":
        part.body("""
static PyObject *
$f(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static const char *kwlist[] = {"number", "object", NULL};
    long number = 0;
    PyObject *object = NULL;
    $S *self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|lO", (char **)kwlist, &number,
                                     &object)) {
        return NULL;
    }
    $touch
    $alloc
    $unused
    $sets
    return (PyObject *)self;
}
""", f=it.fun("new"), touch=part.touch("NULL"), unused=init_text,
                  alloc=_allocation(part, it, fresh, "type->tp_alloc(type, 0)"),
                  sets=set_text.replace("$failed",
                                        "Py_DECREF(self);\n    return PyErr_NoMemory();"),
                  **names)
        it.set("new", it.fun("new"))
        it.make = f"m.{it.python_name}(5)"
    if way == "factory":
        made = part.function("make")
        alloc = choose.one("allocated by",
                           f"PyObject_GC_New({it.struct}, &{it.type})" if it.has_gc else
                           f"PyObject_New({it.struct}, &{it.type})",
                           f"{it.type}.tp_alloc(&{it.type}, 0)",
                           f"PyType_GenericAlloc(&{it.type}, 0)")
        tracks = "PyObject_GC_Track(self);" if "GC_New" in alloc else ""
        part.body("""
static[$f] PyObject *
$f(PyObject *module, PyObject *args)
{
    long number = 0;
    PyObject *object = NULL;
    $S *self;
    if (!PyArg_ParseTuple(args, "|lO", &number, &object)) {
        return NULL;
    }
    $alloc
    $unused
    $sets
    $touch
    $tracks
    return (PyObject *)self;
}
""", f=made, alloc=_allocation(part, it, fresh, alloc), unused=init_text, tracks=tracks,
                  touch="",
                  sets=set_text.replace("$failed", "Py_DECREF(self);\n    return PyErr_NoMemory();"),
                  **names)
        part.method(made, made, "METH_VARARGS")
        it.make = f"m.{made}(5)"
    if it.count:
        counted = part.function("alive")
        part.body("""
static[$f] PyObject *
$f(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong($count);
}
""", f=counted, count=it.counter)
        part.method(counted, counted)
        part.show(f"m.{counted}()")


def _allocation(part, it, fresh, plain):
    """self = …, with a free list if the class has one; all fields empty."""
    track = ""
    if "GC_New" not in plain and it.has_gc and it.free_list:
        track = ""
    cast = f"({it.struct} *)"
    text = f"self = {cast}{plain};\nif (self == NULL) {{\n    return NULL;\n}}"
    if not it.free_list:
        return "\n".join([text, *fresh])
    count, names = it.name + "_numfree", it.name + "_free_list"
    again = ["    " + line for line in text.splitlines()]
    tracked = (["    PyObject_GC_Track(self);"]
               if it.has_gc and "GC_New" not in plain else [])
    return "\n".join([
        f"if ({count} > 0) {{", f"    self = {names}[--{count}];",
        f"    (void)PyObject_Init((PyObject *)self, &{it.type});", *tracked, "} else {",
        *again, "}", *fresh])


def _generic_new(it):
    if it.choose.flag("tp_new at init", 0.3):
        it.at_init["new"] = "PyType_GenericNew"
    else:
        it.set("new", "PyType_GenericNew")


def _builtin_base(it, builtin):
    if builtin[1].startswith("PyExc"):
        it.at_init["base"] = f"(PyTypeObject *){builtin[1]}"
    elif it.choose.flag("tp_base at init", 0.5):
        it.at_init["base"] = f"&{builtin[1]}"
    else:
        it.set("base", f"&{builtin[1]}")


def _protocols(part, it, fields, objects):
    """Slots, each with a function, and what the script says to them."""
    choose = part.choose
    it.uses = []
    for name, add in PROTOCOLS.items():
        if choose.flag("protocol " + name, 0.22):
            add(part, it, fields, objects)
    if choose.flag("members", 0.4):
        for name, kind in (("number", "T_LONG"), ("ratio", "T_DOUBLE"),
                           ("text", "T_STRING_INPLACE"), ("value", "T_OBJECT"),
                           ("other", "T_OBJECT_EX")):
            if name in fields:
                it.members.append((name, kind, name, choose.one("flags " + name, "READONLY", "0")
                                   if name != "text" else "READONLY"))
                it.uses.append(f"x.{name}")


def _repr(part, it, fields, objects):
    what = part.choose.one("repr slot", "repr", "str")
    guard = guard_of(part.choose, what)
    part.body("""
static PyObject *
$f($S *self)
{
    $touch
    return PyUnicode_FromFormat("<$N at %d>", $value);
}
""", guard=guard, f=it.fun(what), S=it.struct, N=it.Name, touch=part.touch("NULL"),
              value="(int)self->number" if "number" in fields else "7")
    it.set(what, it.cast("reprfunc", it.fun(what)), guard)
    it.uses.append(f"{what}(x).split(' object at')[0]")


def _hash(part, it, fields, objects):
    part.body("""
static Py_hash_t
$f($S *self)
{
    $touch
    return $value;
}
""", f=it.fun("hash"), S=it.struct, touch=part.touch("-1"),
              value="self->number + 3" if "number" in fields else "17")
    it.set("hash", it.cast("hashfunc", it.fun("hash")))
    it.uses.append("hash(x)")


def _richcompare(part, it, fields, objects):
    part.body("""
static PyObject *
$f(PyObject *a, PyObject *b, int op)
{
    if (!($check) || (op != Py_EQ && op != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    $touch
    return PyBool_FromLong((a == b) == (op == Py_EQ));
}
""", f=it.fun("richcompare"), S=it.struct, touch=part.touch("NULL"),
              check=it.check.replace("$o", "b"))
    it.set("richcompare", it.fun("richcompare"))
    it.uses += ["x == x", "x != 4", "x < x"]


def _call(part, it, fields, objects):
    part.body("""
static PyObject *
$f($S *self, PyObject *args, PyObject *kwargs)
{
    $touch
    if (PyTuple_GET_SIZE(args) > 2) {
        PyErr_Format($error, "%zd are too many", PyTuple_GET_SIZE(args));
        return NULL;
    }
    return PyLong_FromSsize_t(PyTuple_GET_SIZE(args));
}
""", f=it.fun("call"), S=it.struct, touch=part.touch("NULL"), error=part.error())
    it.set("call", it.cast("ternaryfunc", it.fun("call")))
    it.uses += ["x(1, 2)", "x(1, 2, 3)"]


def _number(part, it, fields, objects):
    slots = part.choose.some("number slot", ["nb_add", "nb_multiply", "nb_bool", "nb_or",
                                             "nb_int", "nb_inplace_add"], 0.5) or ["nb_add"]
    rows, guards = [], {}
    for slot in slots:
        f = it.fun(slot[3:])
        guard = guard_of(part.choose, slot)
        if guard:
            guards[slot] = guard
        if slot == "nb_bool":
            part.body("""
static int
$f($S *self)
{
    $touch
    return $value;
}
""", guard=guard, f=f, S=it.struct, touch=part.touch("-1"),
                      value="self->number != 0" if "number" in fields else "1")
            rows.append((slot, it.cast("inquiry", f)))
            it.uses.append("bool(x)")
        elif slot == "nb_int":
            part.body("""
static PyObject *
$f($S *self)
{
    return PyLong_FromLong(4);
}
""", guard=guard, f=f, S=it.struct)
            rows.append((slot, it.cast("unaryfunc", f)))
            it.uses.append("int(x)")
        elif slot == "nb_inplace_add":
            part.body("""
static PyObject *
$f($S *self, PyObject *other)
{
    $touch
    Py_INCREF(self);
    return (PyObject *)self;
}
""", guard=guard, f=f, S=it.struct, touch=part.touch("NULL"))
            rows.append((slot, it.cast("binaryfunc", f)))
            it.uses.append("[y := x, y.__iadd__(1) is x][1]")
        else:
            sign = {"nb_add": "+", "nb_multiply": "*", "nb_or": "|"}[slot]
            part.body(part.choose.one("form " + slot, """
static PyObject *
$f(PyObject *left, PyObject *right)
{
    if (!($left)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    $touch
    return PyLong_FromLong(($right) ? 2 : 1);
}
""", """
static PyObject *
$f(PyObject *left, PyObject *right)
{
    if ($left) {
        $touch
        return PyLong_FromLong(1);
    }
    if ($right) {
        return PyLong_FromLong(2);
    }
    Py_INCREF(Py_NotImplemented);
    return Py_NotImplemented;
}
"""), guard=guard, f=f, left=it.check.replace("$o", "left"), right=it.check.replace("$o", "right"),
                      touch=part.touch("NULL"))
            rows.append((slot, f))
            it.uses += [f"x {sign} 1", f"1 {sign} x", f"x {sign} x"]
    it.table("PyNumberMethods", "as_number", rows, guards)


def _sequence(part, it, fields, objects):
    part.body("""
static Py_ssize_t
$f($S *self)
{
    $touch
    return 3;
}

static PyObject *
$g($S *self, Py_ssize_t index)
{
    if (index < 0 || index >= 3) {
        PyErr_SetString(PyExc_IndexError, "out of range");
        return NULL;
    }
    $touch2
    return PyLong_FromSsize_t(index * 2);
}
""", f=it.fun("length"), g=it.fun("item"), S=it.struct, touch=part.touch("-1"),
              touch2=part.touch("NULL"))
    it.table("PySequenceMethods", "as_sequence",
             [("sq_length", it.cast("lenfunc", it.fun("length"))),
              ("sq_item", it.cast("ssizeargfunc", it.fun("item")))])
    it.uses += ["len(x)", "x[1]", "x[7]", "[e for e in x] if not hasattr(x, '__next__') else 0"]


def _mapping(part, it, fields, objects):
    part.body("""
static PyObject *
$f($S *self, PyObject *key)
{
    $touch
    if (!PyUnicode_Check(key)) {
        PyErr_SetObject($error, key);
        return NULL;
    }
    Py_INCREF(key);
    return key;
}

static int
$g($S *self, PyObject *key, PyObject *value)
{
    $touch2
    if (value == NULL) {
        PyErr_SetString($error, "cannot delete");
        return -1;
    }
    return 0;
}
""", f=it.fun("subscript"), g=it.fun("ass_subscript"), S=it.struct,
              touch=part.touch("NULL"), touch2=part.touch("-1"), error=part.error())
    it.table("PyMappingMethods", "as_mapping",
             [("mp_subscript", it.cast("binaryfunc", it.fun("subscript"))),
              ("mp_ass_subscript", it.cast("objobjargproc", it.fun("ass_subscript")))])
    it.uses += ["x['k']", "x[3.5]", "x.__setitem__('k', 1)", "x.__delitem__('k')"]


def _buffer(part, it, fields, objects):
    part.body("""
static char $memory[8] = "buffer";

static int
$f($S *self, Py_buffer *view, int flags)
{
    return PyBuffer_FillInfo(view, (PyObject *)self, $memory, 6, 1, flags);
}
""", f=it.fun("getbuffer"), S=it.struct, memory=it.fun("memory"))
    it.tables.append(f"static PyBufferProcs {it.fun('as_buffer')} = {{\n"
                     f"    (getbufferproc){it.fun('getbuffer')},\n    NULL,\n}};\n")
    it.set("as_buffer", "&" + it.fun("as_buffer"))
    it.uses += ["bytes(memoryview(x))", "memoryview(x).nbytes"]


def _methods(part, it, fields, objects):
    for what in part.choose.some("method", ["plain", "error", "static", "class", "same",
                                            "keywords", "lazy"], 0.4):
        f = it.fun(what)
        values = {"f": f, "S": it.struct, "T": it.type, "touch": part.touch("NULL"),
                  "check": it.check.replace("$o", "arg")}
        guard = guard_of(part.choose, "method " + what)
        values["guard"] = guard
        if what == "plain":
            part.body("""
static PyObject *
$f($S *self, PyObject *unused)
{
    $touch
    return PyLong_FromLong($value);
}
""", value="self->number" if "number" in fields else "1", **values)
            it.methods.append((what, f, "METH_NOARGS", guard))
            it.uses.append("x.plain()")
        elif what == "error":
            part.body("""
static PyObject *
$f($S *self, PyObject *arg)
{
    $touch
    return PyErr_Format($error, "no %R", arg);
}
""", error=part.error(), **values)
            it.methods.append((what, f, "METH_O", guard))
            it.uses.append("x.error(3)")
        elif what == "static":
            part.body("""
static PyObject *
$f(PyObject *unused, PyObject *arg)
{
    $touch
    return PyBool_FromLong($check);
}
""", **values)
            it.methods.append((what, f, "METH_O | METH_STATIC", guard))
            it.uses += ["x.static(x)", "x.static(1)"]
        elif what == "class":
            part.body("""
static PyObject *
$f(PyObject *cls, PyObject *unused)
{
    $touch
    return PyObject_GetAttrString(cls, "__name__");
}
""", **values)
            it.methods.append((what, f, "METH_NOARGS | METH_CLASS", guard))
            it.uses.append("type(x).__dict__['class'].__get__(None, type(x))()")
        elif what == "same":
            part.body("""
static PyObject *
$f($S *self, PyObject *args)
{
    PyObject *other;
    if (!PyArg_ParseTuple(args, "O!", &$T, &other)) {
        return NULL;
    }
    $touch
    return PyBool_FromLong((PyObject *)self == other);
}
""", **values)
            it.methods.append((what, f, "METH_VARARGS", guard))
            it.uses += ["x.same(x)", "x.same(3)"]
        elif what == "keywords":
            part.body("""
static PyObject *
$f($S *self, PyObject *args, PyObject *kwargs)
{
    static const char *kwlist[] = {"text", "limit", NULL};
    const char *text;
    int limit = 4;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|i", (char **)kwlist, &text, &limit)) {
        return NULL;
    }
    $touch
    return PyUnicode_FromFormat("%s:%d", text, limit);
}
""", **values)
            it.methods.append((what, f, "METH_VARARGS | METH_KEYWORDS", guard))
            it.uses += ["x.keywords('a', limit=2)", "x.keywords(limit=2)"]
        elif what == "lazy":
            part.body("""
static PyObject *
$f($S *self, PyObject *unused)
{
    static PyObject *name = NULL;
    PyObject *result;
    if (name == NULL) {
        name = PyUnicode_InternFromString("__class__");
        if (name == NULL) {
            return NULL;
        }
    }
    $touch
    result = PyObject_GetAttr((PyObject *)self, name);
    if (result == NULL) {
        return NULL;
    }
    Py_DECREF(result);
    Py_INCREF(name);
    return name;
}
""", **values)
            it.methods.append((what, f, "METH_NOARGS", guard))
            it.uses.append("x.lazy()")


def _getters(part, it, fields, objects):
    has_closure = part.choose.flag("getter closure", 0.3)
    has_setter = part.choose.flag("setter", 0.5)
    f, g = it.fun("get_level"), it.fun("set_level")
    part.body("""
static PyObject *
$f($S *self, void *closure)
{
    $touch
    return PyLong_FromLong($value);
}
""", f=f, S=it.struct, touch=part.touch("NULL"),
              value="(long)(closure != NULL)" if has_closure else
              "self->number" if "number" in fields else "2")
    if has_setter:
        part.body("""
static int
$f($S *self, PyObject *value, void *closure)
{
    if (value == NULL || !PyLong_Check(value)) {
        PyErr_SetString($error, "an int, please");
        return -1;
    }
    $touch
    return 0;
}
""", f=g, S=it.struct, touch=part.touch("-1"), error=part.error())
    it.getters.append(("level", f, g if has_setter else None,
                       '(void *)"level"' if has_closure else "NULL", None))
    it.uses += ["x.level", "setattr(x, 'level', 3)", "setattr(x, 'level', 'a')"]


def _iteration(part, it, fields, objects):
    if part.choose.flag("iterator of its own type", 0.6) is False:
        if "number" not in fields:
            return
        part.body("""
static PyObject *
$f($S *self)
{
    if (self->number <= 0) {
        return NULL;
    }
    $touch
    return PyLong_FromLong(self->number--);
}
""", f=it.fun("iternext"), S=it.struct, touch=part.touch("NULL"))
        it.set("iter", "PyObject_SelfIter")
        it.set("iternext", it.cast("iternextfunc", it.fun("iternext")))
        it.uses.append("list(x)")
        return
    walker = Class(part, "Iterator")
    has_gc = part.choose.flag("iterator has gc", 0.6)
    values = {"S": walker.struct, "T": walker.type, "O": it.struct,
              "d": walker.fun("dealloc"), "n": walker.fun("next"), "t": walker.fun("traverse"),
              "f": it.fun("iter")}
    part.share("""
typedef struct {
    PyObject_HEAD
    PyObject *owner;
    int left;
} $S;
""", **values)
    walker.forward()
    untrack = "PyObject_GC_UnTrack(self);" if has_gc else ""
    part.body("""
static void
$d($S *self)
{
    $untrack
    $touch
    Py_XDECREF(self->owner);
    $free
}

static PyObject *
$n($S *self)
{
    if (self->left <= 0) {
        return NULL;
    }
    self->left--;
    $touch2
    return PyLong_FromLong(self->left);
}
""", untrack=untrack, touch=part.touch(), touch2=part.touch("NULL"),
              free=part.choose.one("iterator freed by", "Py_TYPE(self)->tp_free((PyObject *)self);",
                                   "PyObject_GC_Del(self);" if has_gc else "PyObject_Del(self);"),
              **values)
    walker.set("dealloc", walker.cast("destructor", values["d"]))
    if has_gc:
        part.body("""
static int
$t($S *self, visitproc visit, void *arg)
{
    Py_VISIT(self->owner);
    return 0;
}
""", **values)
        walker.flags.append("Py_TPFLAGS_HAVE_GC")
        walker.set("traverse", walker.cast("traverseproc", values["t"]))
    part.body("""
static PyObject *
$f($O *self)
{
    $S *walker = $new;
    if (walker == NULL) {
        return NULL;
    }
    Py_INCREF(self);
    walker->owner = (PyObject *)self;
    walker->left = 3;
    $track
    return (PyObject *)walker;
}
""", new=f"PyObject_{'GC_' if has_gc else ''}New({walker.struct}, &{walker.type})",
              track="PyObject_GC_Track(walker);" if has_gc else "", **values)
    walker.set("iter", "PyObject_SelfIter")
    walker.set("iternext", walker.cast("iternextfunc", values["n"]))
    walker.finish()
    it.set("iter", it.cast("getiterfunc", values["f"]))
    it.uses += ["list(x)", "type(iter(x)).__name__"]


def _attributes(part, it, fields, objects):
    part.body("""
static PyObject *
$f($S *self, PyObject *name)
{
    $touch
    return PyObject_GenericGetAttr((PyObject *)self, name);
}
""", f=it.fun("getattro"), S=it.struct, touch=part.touch("NULL"))
    it.set("getattro", it.cast("getattrofunc", it.fun("getattro")))
    it.uses.append("x.missing")


PROTOCOLS = {
    "repr": _repr, "hash": _hash, "compare": _richcompare, "call": _call,
    "number": _number, "sequence": _sequence, "mapping": _mapping, "buffer": _buffer,
    "methods": _methods, "more methods": lambda *_: None, "getters": _getters,
    "iteration": _iteration, "attributes": _attributes,
}


def _use(part, it, fields, objects):
    part.lines.append(f"x = attempt(lambda: {it.make})")
    part.show("type(x).__name__")
    for use in it.uses:
        part.show(use)
    if it.is_creatable and "Py_TPFLAGS_BASETYPE" in it.flags:
        part.lines.append(f"x = attempt(lambda: type('Sub', (m.{it.python_name},), {{}})())")
        for use in it.uses[:3]:
            part.show(use)
    part.lines.append("x = None")
    if "number" in fields:
        part.show(f"m.{it.python_name}(2000)" if it.is_creatable else it.make + " and None")
