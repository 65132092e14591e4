"""The mistakes: each operator finds places in a source and says what is written there.

An operator is a generator over (function or table name, part that shows the place,
[edits]).  Each edit is one that an expert could make; the result must compile.
"""

import re

from clang.cindex import CursorKind

TABLE = []
NOTHING = "(void)0;"
OBJECT = ("PyObject *", "struct _object *", "_object *")
TRAVERSE, CLEAR, DEALLOC = "Py_tp_traverse", "Py_tp_clear", "Py_tp_dealloc"
EXEC = "Py_mod_exec"
HOOKS = {TRAVERSE, CLEAR, DEALLOC, EXEC, "Py_tp_finalize", "m_traverse", "m_clear",
         "m_free"}
RELEASES = ("Py_CLEAR", "Py_XDECREF", "Py_DECREF", "Py_XSETREF", "Py_SETREF")
NEW_TYPE = ("PyType_FromModuleAndSpec", "PyType_FromSpecWithBases", "PyType_FromSpec",
            "PyType_FromMetaclass")


def operator(function):
    """Put FUNCTION into the table under its name, with dashes."""
    TABLE.append((function.__name__.replace("_", "-"), function))
    return function


# What operators share.

def argument(part):
    """The text between the outer parentheses of a call or a macro."""
    return part.text.partition("(")[2].rpartition(")")[0].strip()


def uses(function, *names):
    """Calls and macros of NAMES, in the order of the text."""
    found = {}
    for part in [*function.macros, *function.calls]:
        if part.name in names and part.text.startswith(part.name):
            found.setdefault((part.begin, part.end), part)
    return sorted(found.values(), key=lambda part: part.begin)


def of_members(parts):
    """Those whose argument is a member of something, not of a call."""
    return [p for p in parts
            if re.fullmatch(r"(\(\w[\w ]*\*?\)\s*)?[\w.()]*->[\w.>-]*\w", argument(p))]


def of_types(parts, function):
    """Those whose argument is the type of the instance: a local of that type."""
    locals_ = re.findall(r"PyTypeObject\s*\*\s*(\w+)\s*=", function.text)
    return [p for p in parts
            if re.search(r"Py_TYPE\(|ob_type", argument(p))
            or re.sub(r"\(.*\)\s*", "", argument(p)) in locals_]


def of_locals(parts):
    return [p for p in parts if re.fullmatch(r"(\(PyObject \*\)\s*)?\w+", argument(p))]


def ordinary(source):
    """Functions that no hook is."""
    return [f for f in source.functions if not f.slots & HOOKS]


def methods(source):
    """Functions that Python code calls, or that look like one."""
    return [f for f in ordinary(source)
            if f.result in OBJECT and f.parameters and f.parameters[0][1] in OBJECT
            and not f.text.startswith("static inline")]


def first_statement(function):
    inside = [s for s in function.statements
              if s.kind not in (CursorKind.DECL_STMT, CursorKind.NULL_STMT)]
    return min(inside, key=lambda s: s.begin, default=None)


def dropped(function, parts):
    for part in parts:
        statement = function.statement_of(part)
        if statement is not None and statement.end - statement.begin < 300:
            yield function.name, part, [statement.replaced(NOTHING)]


def entry_dropped(source, *ids):
    for slot in source.slots:
        if slot.id in ids:
            text = source.texts[slot.file]
            end = slot.end
            comma = re.compile(rb"\s*,").match(text, end)
            yield slot.table, slot, [(slot.file, slot.begin,
                                      comma.end() if comma else end, "")]


def flag_dropped(source, flag):
    for fields in source.specs:
        if "flags" in fields and flag in fields["flags"].text:
            part = fields["flags"]
            # A flag may be chosen by #if inside of the list.
            text = re.sub(rf"\|?\s*\b{flag}\b", "", part.text, count=1)
            text = re.sub(r"=\s*\|", "=", text)
            text = re.sub(r"^(\s*\(?)\s*\|", r"\1", text)
            if text.strip("() ="):
                yield "spec", part, [part.replaced(text)]


def flag_added(source, flag):
    for fields in source.specs:
        if "flags" in fields and flag not in fields["flags"].text:
            part = fields["flags"]
            yield "spec", part, [part.after(f" | {flag}")]


def module_field(source, name, text):
    for module in source.modules:
        if name in module and module[name].text.split("=")[-1].strip() not in ("0", "NULL", text):
            part = module[name]
            prefix = f".{name} = " if part.text.startswith(".") else ""
            yield "module", part, [part.replaced(prefix + text)]


def inserted(source, text, slots=None):
    for function in (source.of_slots(*slots) if slots else methods(source)):
        statement = first_statement(function)
        if statement is not None:
            yield function.name, statement, [statement.before(text + " ")]


# Traversal.

@operator
def visit_of_member_dropped(source):
    for f in source.of_slots(TRAVERSE):
        yield from dropped(f, of_members(uses(f, "Py_VISIT")))


@operator
def visit_of_type_dropped(source):
    for f in source.of_slots(TRAVERSE):
        yield from dropped(f, of_types(uses(f, "Py_VISIT"), f))


@operator
def type_visited_twice(source):
    for f in source.of_slots(TRAVERSE):
        for part in of_types(uses(f, "Py_VISIT"), f):
            yield f.name, part, [f.statement_of(part).after(" Py_VISIT(Py_TYPE(%s));"
                                                            % f.parameters[0][0])]


@operator
def visit_of_state_dropped(source):
    for f in source.of_slots("m_traverse"):
        yield from dropped(f, uses(f, "Py_VISIT"))


@operator
def visit_ignored(source):
    for f in source.of_slots(TRAVERSE, "m_traverse"):
        for part in of_members(uses(f, "Py_VISIT")):
            x = argument(part)
            yield f.name, part, [f.statement_of(part).replaced(
                f"if ({x} != NULL) {{ visit((PyObject *){x}, arg); }}")]


@operator
def reference_in_traverse(source):
    for f in source.of_slots(TRAVERSE):
        for part in of_members(uses(f, "Py_VISIT")):
            yield f.name, part, [f.statement_of(part).before(
                f"Py_XINCREF({argument(part)}); ")]


@operator
def gc_flag_dropped(source):
    yield from flag_dropped(source, "Py_TPFLAGS_HAVE_GC")


@operator
def gc_flag_without_traverse(source):
    yield from entry_dropped(source, TRAVERSE)


@operator
def clear_slot_dropped(source):
    yield from entry_dropped(source, CLEAR)


@operator
def member_left_out_of_clear(source):
    for f in source.of_slots(CLEAR):
        yield from dropped(f, of_members(uses(f, "Py_CLEAR")))


@operator
def untrack_dropped(source):
    for f in source.of_slots(DEALLOC):
        yield from dropped(f, uses(f, "PyObject_GC_UnTrack", "_PyObject_GC_UNTRACK"))


@operator
def track_dropped(source):
    for f in ordinary(source):
        yield from dropped(f, uses(f, "PyObject_GC_Track", "_PyObject_GC_TRACK"))


@operator
def tracked_twice(source):
    for f in ordinary(source):
        for part in uses(f, "PyObject_GC_Track", "_PyObject_GC_TRACK"):
            statement = f.statement_of(part)
            yield f.name, part, [statement.after(" " + statement.text)]


@operator
def new_without_collector(source):
    for f in source.functions:
        for part in uses(f, "PyObject_GC_New"):
            yield f.name, part, [part.replaced(part.text.replace("_GC_New", "_New", 1))]


@operator
def managed_dict_left_out(source):
    for f in source.of_slots(TRAVERSE, CLEAR):
        yield from dropped(f, uses(f, "PyObject_VisitManagedDict",
                                   "PyObject_ClearManagedDict"))


# The end of instances.

@operator
def type_kept_at_death(source):
    for f in source.of_slots(DEALLOC):
        yield from dropped(f, of_types(uses(f, "Py_DECREF", "Py_XDECREF"), f))


@operator
def type_released_twice(source):
    for f in source.of_slots(DEALLOC):
        for part in of_types(uses(f, "Py_DECREF"), f):
            statement = f.statement_of(part)
            yield f.name, part, [statement.after(" " + statement.text)]


@operator
def type_released_first(source):
    for f in source.of_slots(DEALLOC):
        for part in of_types(uses(f, "Py_DECREF"), f):
            statement = f.statement_of(part)
            earlier = [s for s in f.statements if s.end <= statement.begin
                       and re.search(r"tp_free\b.*\(", s.text)
                       and s.kind != CursorKind.DECL_STMT]
            if earlier:
                free = min(earlier, key=lambda s: s.begin)
                yield f.name, part, [free.before(statement.text + " "),
                                     statement.replaced(NOTHING)]


@operator
def self_read_after_free(source):
    for f in source.of_slots(DEALLOC):
        for part in of_types(uses(f, "Py_DECREF"), f):
            if f.parameters and "Py_TYPE" not in part.text:
                yield f.name, part, [f.statement_of(part).replaced(
                    f"Py_DECREF(Py_TYPE({f.parameters[0][0]}));")]


@operator
def member_kept_at_death(source):
    for f in source.of_slots(DEALLOC):
        clears = [c.name for c in source.of_slots(CLEAR)]
        yield from dropped(f, [*of_members(uses(f, *RELEASES)), *uses(f, *clears)])


@operator
def freed_by_another_allocator(source):
    for f in source.of_slots(DEALLOC):
        for part in f.calls:
            if re.match(r"\w+(\([\w*]+\))?->tp_free\(", part.text):
                yield f.name, part, [part.replaced(f"PyMem_Free({argument(part)})")]


@operator
def freed_without_collector(source):
    for f in source.of_slots(DEALLOC):
        for part in uses(f, "PyObject_GC_Del"):
            yield f.name, part, [part.replaced(part.text.replace("_GC_Del", "_Free"))]


@operator
def weak_references_left(source):
    for f in source.of_slots(DEALLOC):
        yield from dropped(f, uses(f, "PyObject_ClearWeakRefs",
                                   "FT_CLEAR_WEAKREFS"))


@operator
def type_held_twice(source):
    for f in source.functions:
        for part in f.calls:
            if re.search(r"->tp_alloc\(|^PyObject_(GC_)?New\(", part.text):
                statement = f.statement_of(part)
                name = re.match(r"\(?(\w+)", argument(part))
                if statement is not None and name and "type" in name[1].lower():
                    yield f.name, part, [statement.after(f" Py_INCREF({name[1]});")]


# The module state.

@operator
def state_field_not_cleared(source):
    for f in source.of_slots("m_clear"):
        yield from dropped(f, uses(f, *RELEASES))


@operator
def state_released_not_cleared(source):
    for f in source.of_slots("m_clear"):
        for part in uses(f, "Py_CLEAR"):
            yield f.name, part, [part.replaced(f"Py_XDECREF({argument(part)})")]


@operator
def m_free_left_out(source):
    yield from module_field(source, "m_free", "NULL")


@operator
def m_clear_left_out(source):
    yield from module_field(source, "m_clear", "NULL")


@operator
def m_traverse_left_out(source):
    yield from module_field(source, "m_traverse", "NULL")


@operator
def free_that_does_nothing(source):
    for f in source.of_slots("m_free"):
        for part in f.calls:
            if part.is_written and part.name in [c.name for c in source.of_slots("m_clear")]:
                yield from dropped(f, [part])


@operator
def size_of_state_zero(source):
    yield from module_field(source, "m_size", "0")


@operator
def size_of_state_negative(source):
    yield from module_field(source, "m_size", "-1")


@operator
def size_of_state_short(source):
    yield from module_field(source, "m_size", "sizeof(void *)")


def state_records(source):
    """Names of the structs that m_size is the size of."""
    found = set()
    for module in source.modules:
        for name in re.findall(r"sizeof\(\s*(?:struct\s+)?(\w+)\s*\)",
                               module["m_size"].text if "m_size" in module else ""):
            found.add(name)
    return found


def state_fields(source):
    """{(name, type): [(function, part)]} of the state's fields."""
    records, found = state_records(source), {}
    for f in source.functions:
        for part in f.members:
            if any(re.search(rf"\b{r}\b", part.record) for r in records):
                found.setdefault((part.name, part.type), []).append((f, part))
    return found


@operator
def static_in_place_of_state(source):
    for (name, kind), parts in sorted(state_fields(source).items()):
        if not kind.endswith("*") or not re.search(r"PyObject|PyTypeObject|_object|_typeobject",
                                                   kind):
            continue
        if not all(p.is_written for _, p in parts) or len(parts) < 3:
            continue
        # Uses in macros keep the field: such a mistake would not compile or not matter.
        edits, seen = [], set()
        for f, part in parts:
            if any(m.holds(part) and m.name not in ("Py_CLEAR", "Py_VISIT", "Py_XDECREF",
                                                    "Py_DECREF") for m in f.macros):
                edits = []
                break
            if (part.file, part.begin) not in seen:
                seen.add((part.file, part.begin))
                edits.append(part.replaced(f"mistaken_{name}"))
        if edits:
            first = min((f for f, p in parts if p.file == parts[0][1].file),
                        key=lambda f: f.begin)
            if {p.file for _, p in parts} == {first.file}:
                yield name, parts[0][1], [first.before(
                    f"static {kind.replace('struct _object', 'PyObject')} "
                    f"mistaken_{name};\n"), *edits]


@operator
def state_cached_in_static(source):
    for f in source.functions:
        for part in uses(f, "PyModule_GetState", "PyType_GetModuleState",
                         "_PyModule_GetState", "_PyType_GetModuleState"):
            if f.slots or len(f.statements) > 4:
                continue
            yield f.name, part, [part.replaced(
                "({ static void *found; if (found == NULL) { found = %s; } found; })"
                % part.text)]


@operator
def state_pointer_in_exec(source):
    """exec keeps the state in a static, which a method reads."""
    for f in source.of_slots(EXEC):
        match = re.search(r"\b(\w+)\s*\*\s*(\w+)\s*=\s*[\w()]*state\w*\(", f.text)
        statement = first_statement(f)
        users = [(m, p) for m in methods(source) for p in m.calls
                 if p.is_written and re.match(r"[\w]*state\w*\(", p.text)]
        if match and statement is not None and users:
            m, part = users[-1]
            if m.begin > f.end or part.file != f.file:
                first = min((g for g in source.functions if g.file == f.file
                             and g.begin > 0), key=lambda g: g.begin)
                own = next(g for g in source.functions if part in g.calls)
                anchor = first if first.file == own.file else own
                yield f.name, statement, [
                    anchor.before("static void *mistaken_state;\n"),
                    statement.before(f"mistaken_state = {match[2]}; "),
                    part.replaced("mistaken_state")]


# Process-wide state of functions.

@operator
def static_cache_of_import(source):
    for f in ordinary(source):
        for part in uses(f, "PyImport_ImportModule", "PyUnicode_FromString",
                         "PyUnicode_InternFromString", "PyLong_FromLong"):
            if part.is_written and re.fullmatch(r'"[^"]*"|\d+', argument(part)):
                yield f.name, part, [part.replaced(
                    "({ static PyObject *found; if (found == NULL) { found = %s; } "
                    "Py_XNewRef(found); })" % part.text)]


@operator
def static_counter(source):
    yield from inserted(source, "static long n_calls; n_calls++;")


@operator
def static_buffer(source):
    for f in ordinary(source):
        for statement in f.statements:
            if statement.kind == CursorKind.DECL_STMT and re.match(
                    r"(unsigned )?(char|int|long|uint8_t|double) \w+\[[^\]]+\];",
                    statement.text):
                yield f.name, statement, [statement.before("static ")]


@operator
def static_last_argument(source):
    """A borrowed object in a static."""
    for f in methods(source):
        statement = first_statement(f)
        if statement is not None:
            yield f.name, statement, [statement.before(
                "static PyObject *last; last = %s; (void)last; " % f.parameters[0][0])]


@operator
def exec_runs_once(source):
    yield from inserted(source, "static int ready; if (ready) { return 0; } ready = 1;",
                        [EXEC])


@operator
def locale_changed(source):
    for function, part, edits in inserted(source, '(void)setlocale(LC_ALL, "C");'):
        yield function, part, [(part.file, 0, 0, "#include <locale.h>\n"), *edits]


@operator
def main_interpreter_used(source):
    yield from inserted(source, "(void)PyInterpreterState_Main();")


# What the module declares.

@operator
def multiple_interpreters_undeclared(source):
    yield from entry_dropped(source, "Py_mod_multiple_interpreters")


@operator
def exec_registered_twice(source):
    for slot in source.slots:
        if slot.id == EXEC:
            yield slot.table, slot, [slot.after(", " + slot.text)]


@operator
def own_module_looked_up_by_name(source):
    """The module is found with PyState_FindModule."""
    for f in ordinary(source):
        for part in uses(f, "PyType_GetModuleByDef"):
            definition = argument(part).rpartition(",")[2].strip()
            yield f.name, part, [part.replaced(f"PyState_FindModule({definition})")]


@operator
def module_of_subclass(source):
    for f in ordinary(source):
        for part in uses(f, "PyType_GetModuleByDef"):
            first = argument(part).rpartition(",")[0].strip()
            yield f.name, part, [part.replaced(f"PyType_GetModule({first})")]


@operator
def type_of_instance_in_place_of_defining_class(source):
    for f in ordinary(source):
        for part in uses(f, "PyType_GetModuleState"):
            if argument(part) in [p for p, _ in f.parameters]:
                yield f.name, part, [part.replaced(
                    f"PyType_GetModuleState(Py_TYPE({f.parameters[0][0]}))")]


@operator
def type_without_module(source):
    for f in source.functions:
        for part in uses(f, "PyType_FromModuleAndSpec"):
            rest = argument(part).partition(",")[2].strip()
            yield f.name, part, [part.replaced(f"PyType_FromSpecWithBases({rest})")]


# Types.

@operator
def immutable_flag_dropped(source):
    yield from flag_dropped(source, "Py_TPFLAGS_IMMUTABLETYPE")


@operator
def instantiation_allowed(source):
    yield from flag_dropped(source, "Py_TPFLAGS_DISALLOW_INSTANTIATION")


@operator
def new_left_out(source):
    yield from entry_dropped(source, "Py_tp_new")


@operator
def dealloc_left_out(source):
    yield from entry_dropped(source, DEALLOC)


@operator
def name_without_module(source):
    for fields in source.specs:
        if "name" in fields and "." in fields["name"].text.strip("."):
            part = fields["name"]
            text = re.sub(r'"[^"]*\.(\w+)"', r'"\1"', part.text)
            if text != part.text:
                yield "spec", part, [part.replaced(text)]


@operator
def basicsize_short(source):
    for fields in source.specs:
        if "basicsize" in fields and "sizeof" in fields["basicsize"].text:
            part = fields["basicsize"]
            yield "spec", part, [part.replaced(re.sub(r"sizeof\([^)]*\)", "sizeof(PyObject)",
                                                      part.text))]


@operator
def slot_written_twice(source):
    for slot in source.slots:
        if slot.id in ("Py_tp_methods", "Py_tp_repr", "Py_tp_doc"):
            yield slot.table, slot, [slot.after(", " + slot.text)]


@operator
def attribute_of_immutable_type(source):
    """exec sets an attribute of a type that is immutable."""
    if not any("IMMUTABLE" in s["flags"].text for s in source.specs if "flags" in s):
        return
    for f in source.of_slots(EXEC):
        for part in uses(f, "PyModule_AddType"):
            kind = argument(part).rpartition(",")[2].strip()
            statement = f.statement_of(part)
            if statement is not None:
                yield f.name, part, [statement.before(
                    f'if (PyObject_SetAttrString((PyObject *){kind}, "version", Py_None) < 0) '
                    "{ return -1; } ")]


# References.

@operator
def local_not_released(source):
    for f in ordinary(source):
        for part in of_locals(uses(f, "Py_DECREF")):
            statement = f.statement_of(part)
            if statement is not None and not on_error_path(f, statement):
                yield from dropped(f, [part])


def on_error_path(function, statement):
    """Is a return of a failure, or a goto, the next thing after STATEMENT?"""
    later = [s for s in function.statements if s.begin >= statement.end]
    following = min(later, key=lambda s: s.begin, default=None)
    text = function.source.texts[function.file]
    return (following is not None
            and not text[statement.end:following.begin].strip()
            and bool(re.match(r"return (NULL|-1|0);|goto ", following.text)))


@operator
def kept_on_error_path(source):
    for f in source.functions:
        if f.slots & HOOKS - {EXEC}:
            continue
        for part in of_locals(uses(f, "Py_DECREF", "Py_XDECREF")):
            statement = f.statement_of(part)
            if statement is not None and on_error_path(f, statement):
                yield from dropped(f, [part])


@operator
def local_released_twice(source):
    for f in ordinary(source):
        for part in of_locals(uses(f, "Py_DECREF")):
            statement = f.statement_of(part)
            if statement is not None and statement.text.startswith("Py_DECREF"):
                yield f.name, part, [statement.after(" " + statement.text)]


@operator
def borrowed_returned(source):
    for f in ordinary(source):
        for part in uses(f, "Py_NewRef"):
            statement = f.statement_of(part)
            if statement is not None and statement.text.startswith("return"):
                yield f.name, part, [part.replaced(f"({argument(part)})")]
        for part in uses(f, "Py_INCREF"):
            statement = f.statement_of(part)
            later = [s for s in f.statements if statement and s.begin >= statement.end]
            following = min(later, key=lambda s: s.begin, default=None)
            if following is not None and re.fullmatch(
                    rf"return (\(PyObject \*\))?\s*{re.escape(argument(part))};",
                    following.text):
                yield f.name, part, [statement.replaced(NOTHING)]


@operator
def borrowed_stored(source):
    for f in source.functions:
        for part in uses(f, "Py_NewRef", "Py_XNewRef"):
            statement = f.statement_of(part)
            if statement is not None and re.match(r"[\w.]+->[\w.>-]+ = [^=]", statement.text):
                yield f.name, part, [part.replaced(f"({argument(part)})")]
        for part in uses(f, "Py_INCREF", "Py_XINCREF"):
            statement = f.statement_of(part)
            if statement is not None and re.search(
                    rf"->\w+\s*=\s*(\([^)]*\))?\s*{re.escape(argument(part))}\s*;", f.text):
                yield f.name, part, [statement.replaced(NOTHING)]


@operator
def released_after_stolen(source):
    for f in source.functions:
        for part in uses(f, "PyTuple_SET_ITEM", "PyList_SET_ITEM", "PyTuple_SetItem",
                         "PyList_SetItem"):
            value = argument(part).rpartition(",")[2].strip()
            statement = f.statement_of(part)
            if re.fullmatch(r"\w+", value) and statement is not None \
                    and statement.text.startswith(part.name):
                yield f.name, part, [statement.after(f" Py_DECREF({value});")]


@operator
def released_before_use(source):
    """The release stands before the last statement that uses the object."""
    for f in ordinary(source):
        for part in of_locals(uses(f, "Py_DECREF")):
            statement = f.statement_of(part)
            if statement is None or not statement.text.startswith("Py_DECREF"):
                continue
            before = [s for s in f.statements if s.end <= statement.begin]
            last = max(before, key=lambda s: (s.end, s.end - s.begin), default=None)
            name = re.escape(re.sub(r"\(.*\)\s*", "", argument(part)))
            text = f.source.texts[f.file]
            if last is not None and not text[last.end:statement.begin].strip() \
                    and re.match(rf"\w+ = .*\b{name}\b", last.text) \
                    and not re.match(rf"{name} = ", last.text):
                yield f.name, part, [last.before(statement.text + " "),
                                     statement.replaced(NOTHING)]


@operator
def released_after_add_object_ref(source):
    for f in source.of_slots(EXEC):
        for part in uses(f, "PyModule_AddObjectRef", "PyModule_AddType"):
            value = argument(part).rpartition(",")[2].strip()
            statement = f.statement_of(part)
            if "->" in value and statement is not None:
                yield f.name, part, [statement.after(f" Py_DECREF({value});")]


@operator
def stolen_by_add_object(source):
    for f in source.functions:
        for part in uses(f, "PyModule_AddObjectRef"):
            yield f.name, part, [part.replaced(part.text.replace("ObjectRef", "Object"))]


# Failures.

def tests_of_null(function):
    """`if (x == NULL) …` that leaves, after a statement that sets x."""
    for s in function.statements:
        if s.kind == CursorKind.IF_STMT and len(s.text) < 200:
            match = re.match(r"if \((?:([\w>.-]+) == NULL|!([\w>.-]+))\)\s*\{?\s*"
                             r"(return (NULL|-1);|goto \w+;)\s*\}?$", s.text)
            if match:
                yield s, match[1] or match[2]


@operator
def result_unchecked_in_exec(source):
    for f in source.of_slots(EXEC):
        for statement, _ in tests_of_null(f):
            yield f.name, statement, [statement.replaced(NOTHING)]


@operator
def result_unchecked(source):
    for f in ordinary(source):
        for statement, name in tests_of_null(f):
            before = [s for s in f.statements if s.end <= statement.begin]
            last = max(before, key=lambda s: s.end, default=None)
            if last is not None and re.search(rf"\b{re.escape(name)} = \w+\(", last.text):
                yield f.name, statement, [statement.replaced(NOTHING)]


@operator
def addition_unchecked(source):
    for f in source.of_slots(EXEC):
        for s in f.statements:
            match = re.match(r"if \((PyModule_Add\w+\(.*\)) (<|!=) 0\)", s.text)
            if s.kind == CursorKind.IF_STMT and match and len(s.text) < 200:
                yield f.name, s, [s.replaced(f"(void){match[1]};")]


@operator
def failure_reported_as_success(source):
    for f in source.of_slots(EXEC):
        for s in f.returns():
            if s.text == "return -1;":
                yield f.name, s, [s.replaced("return 0;")]


@operator
def success_without_value(source):
    """A method returns NULL without an exception."""
    for f in methods(source):
        for part in uses(f, "Py_RETURN_NONE"):
            yield f.name, part, [f.statement_of(part).replaced("return NULL;")]


@operator
def exception_left_set(source):
    for f in ordinary(source):
        yield from dropped(f, uses(f, "PyErr_Clear"))


@operator
def exception_missing(source):
    for f in ordinary(source):
        yield from dropped(f, uses(f, "PyErr_SetString", "PyErr_Format"))


# Calls.

@operator
def keywords_flag_dropped(source):
    for file, text in source.texts.items():
        for match in re.finditer(rb"METH_VARARGS\s*\|\s*METH_KEYWORDS|"
                                 rb"METH_FASTCALL\s*\|\s*METH_KEYWORDS", text):
            part = first_part(source, file, match)
            if part is not None:
                yield "methods", part, [part.replaced(
                    re.sub(r"\s*\|\s*METH_KEYWORDS", "", part.text))]


@operator
def no_arguments_declared(source):
    for file, text in source.texts.items():
        for match in re.finditer(rb"(?<!\w)METH_O(?!\w)", text):
            part = first_part(source, file, match)
            if part is not None:
                yield "methods", part, [part.replaced("METH_VARARGS | METH_KEYWORDS")]


def first_part(source, file, match):
    """The place of MATCH, if no function is around it."""
    from source import Part
    part = Part(source, file, match.start(), match.end())
    return None if any(f.holds(part) for f in source.functions) else part


# Threads.

@operator
def lock_dropped(source):
    for f in ordinary(source):
        locks = [p for p in f.calls if p.is_written
                 and re.match(r"(PyMutex_Lock|\w*[lL]ock|\w*LOCK\w*)$", p.name)]
        unlocks = [p for p in f.calls if p.is_written
                   and re.match(r"(PyMutex_Unlock|\w*[uU]nlock)$", p.name)]
        if len(locks) == 1 and unlocks:
            statements = [f.statement_of(p) for p in locks + unlocks]
            if all(s is not None and s.end - s.begin < 120 for s in statements):
                yield f.name, locks[0], [s.replaced(NOTHING) for s in statements]


@operator
def no_need_of_the_gil_declared(source):
    declared = [s for s in source.slots if s.id == "Py_mod_gil"]
    for slot in source.slots:
        if slot.id == EXEC and not declared:
            yield slot.table, slot, [slot.after(", {Py_mod_gil, Py_MOD_GIL_NOT_USED}")]
