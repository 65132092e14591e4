"""Where the parts of an extension module are in its text, by libclang."""

import re
from collections import defaultdict
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit

MODULE_FIELDS = ("m_base", "m_name", "m_doc", "m_size", "m_methods", "m_slots",
                 "m_traverse", "m_clear", "m_free")
SPEC_FIELDS = ("name", "basicsize", "itemsize", "flags", "slots")
TYPE_CALLS = ("PyType_FromModuleAndSpec", "PyType_FromSpecWithBases", "PyType_FromSpec",
              "PyType_FromMetaclass")


class Part:
    """A piece of text: `file`, its offsets, and what is written there."""

    def __init__(self, source, file, begin, end):
        self.source, self.file, self.begin, self.end = source, file, begin, end

    @property
    def text(self):
        return self.source.texts[self.file][self.begin:self.end].decode(errors="replace")

    @property
    def line(self):
        return self.source.texts[self.file].count(b"\n", 0, self.begin) + 1

    def holds(self, other):
        return (self.file == other.file and self.begin <= other.begin
                and other.end <= self.end)

    def replaced(self, text):
        return (self.file, self.begin, self.end, text)

    def before(self, text):
        return (self.file, self.begin, self.begin, text)

    def after(self, text):
        return (self.file, self.end, self.end, text)


class Function(Part):
    """A function definition: its name, parameters, statements, calls and uses of macros.

    slots: the slots that name it, "Py_tp_dealloc" or "m_clear".
    """

    def __init__(self, source, part, cursor):
        super().__init__(source, part.file, part.begin, part.end)
        self.name = cursor.spelling
        self.parameters = [(c.spelling, c.type.get_canonical().spelling)
                           for c in cursor.get_arguments()]
        self.result = cursor.result_type.get_canonical().spelling
        self.slots = set()
        self.statements, self.calls, self.macros, self.members = [], [], [], []
        self.body = None

    def statement_of(self, part):
        """The smallest statement around PART, with its semicolon, or None."""
        around = [s for s in self.statements if s.holds(part)]
        return min(around, key=lambda s: s.end - s.begin, default=None)

    def returns(self):
        return [s for s in self.statements if s.kind == CursorKind.RETURN_STMT]


class Slot(Part):
    """An entry `{id, value}` of a table of slots."""

    def __init__(self, source, part, table):
        super().__init__(source, part.file, part.begin, part.end)
        inner = self.text.strip().strip("{}").rstrip(", \t\n")
        self.id, _, value = inner.partition(",")
        self.id = self.id.replace(".slot", "").replace("=", "").strip()
        self.value = re.sub(r"^\s*(\.\w+\s*=\s*)?(\(\w[\w\s*]*\)\s*)*", "", value).strip()
        self.table = table


class Source:
    """One translation unit: only what is written below `root`."""

    def __init__(self, path, root, flags):
        self.root = Path(root).resolve()
        self.path = Path(path).resolve()
        self.texts = {}
        self.functions, self.slots, self.modules, self.specs = [], [], [], []
        self.states = {}
        unit = Index.create().parse(
            str(self.path), args=flags,
            options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        # Headers of gcc's kind may hold what this libclang does not know.
        errors = [d for d in unit.diagnostics if d.severity >= 3 and (
            d.severity == 4 or d.location.file is not None
            and Path(d.location.file.name).resolve().is_relative_to(self.root))]
        if errors:
            raise ValueError(f"{path}: {errors[0]}")
        macros = defaultdict(list)
        for cursor in unit.cursor.get_children():
            part = self.part(cursor)
            if part is None:
                continue
            if cursor.kind == CursorKind.MACRO_INSTANTIATION:
                part.name = cursor.spelling
                macros[part.file].append(part)
            elif cursor.kind == CursorKind.FUNCTION_DECL and cursor.is_definition():
                self.functions.append(self.function(cursor, part))
            elif cursor.kind == CursorKind.VAR_DECL:
                self.table(cursor)
        for function in self.functions:
            function.macros = [m for m in macros[function.file] if function.holds(m)]
        by_name = {f.name: f for f in self.functions}
        for slot in self.slots:
            if slot.value in by_name:
                by_name[slot.value].slots.add(slot.id)
        for module in self.modules:
            for field, part in module.items():
                name = part.text.split("=")[-1].strip()
                name = re.sub(r"^\(\w+\)\s*", "", name)
                if name in by_name:
                    by_name[name].slots.add(field)

    def part(self, cursor):
        """The place of CURSOR, or None outside of `root`."""
        start, end = cursor.extent.start, cursor.extent.end
        if start.file is None:
            return None
        file = str(Path(start.file.name).resolve())
        if file not in self.texts:
            if not file.startswith(str(self.root) + "/"):
                return None
            self.texts[file] = Path(file).read_bytes()
        if end.file is None or str(Path(end.file.name).resolve()) != file:
            return None
        return Part(self, file, start.offset, end.offset)

    def function(self, cursor, part):
        function = Function(self, part, cursor)
        self.walk(cursor, function)
        return function

    def walk(self, cursor, function, depth=0):
        if depth > 200:
            return
        children = list(cursor.get_children())
        last = len(children) - 1
        for i, child in enumerate(children):
            part = self.part(child)
            if part is None:
                continue
            part.kind = child.kind
            if child.kind == CursorKind.COMPOUND_STMT and depth == 0:
                function.body = part
            is_statement = (cursor.kind == CursorKind.COMPOUND_STMT
                            or cursor.kind == CursorKind.IF_STMT and i > 0
                            or i == last and cursor.kind in (
                                CursorKind.FOR_STMT, CursorKind.WHILE_STMT,
                                CursorKind.CASE_STMT, CursorKind.LABEL_STMT,
                                CursorKind.DEFAULT_STMT))
            if is_statement:
                function.statements.append(self.ended(part, child.kind))
            if child.kind == CursorKind.CALL_EXPR and child.spelling:
                part.name = child.spelling
                part.arguments = [self.part(a) for a in child.get_arguments()]
                part.is_written = part.text.startswith(child.spelling)
                function.calls.append(part)
            elif child.kind == CursorKind.MEMBER_REF_EXPR:
                part.name = child.spelling
                part.type = child.type.get_canonical().spelling
                children_of = list(child.get_children())
                part.record = "".join(
                    f"{kind.spelling} {kind.get_canonical().spelling}"
                    for kind in [c.type for c in children_of[:1]])
                part.is_written = part.text.endswith(child.spelling)
                function.members.append(part)
            self.walk(child, function, depth + 1)

    def ended(self, part, kind):
        """PART with the semicolon after it."""
        text = self.texts[part.file]
        end = part.end
        if text[end - 1:end] not in (b";", b"}"):
            match = re.compile(rb"\s*;").match(text, end)
            end = match.end() if match else end
        whole = Part(self, part.file, part.begin, end)
        whole.kind = kind
        return whole

    def table(self, cursor):
        kind = cursor.type.get_canonical().spelling.replace("struct ", "")
        lists = [c for c in cursor.get_children() if c.kind == CursorKind.INIT_LIST_EXPR]
        if not lists:
            return
        children = [(c, self.part(c)) for c in lists[0].get_children()]
        if kind.startswith(("PyType_Slot[", "PyModuleDef_Slot[")):
            for child, part in children:
                if child.kind == CursorKind.INIT_LIST_EXPR and part is not None \
                        and part.text.startswith("{"):
                    slot = Slot(self, part, cursor.spelling)
                    # A literal cast needs no entry: {0, NULL} ends the table.
                    if slot.id not in ("0", ""):
                        self.slots.append(slot)
        elif kind in ("PyModuleDef", "PyType_Spec"):
            names = MODULE_FIELDS if kind == "PyModuleDef" else SPEC_FIELDS
            fields = {}
            for i, (_, part) in enumerate(children):
                if part is None:
                    continue
                match = re.match(r"\.(\w+)\s*=", part.text)
                name = match[1] if match else names[i] if i < len(names) else None
                if name:
                    fields[name] = part
            (self.modules if kind == "PyModuleDef" else self.specs).append(fields)

    def of_slots(self, *slots):
        return [f for f in self.functions if f.slots & set(slots)]


def edited(source, edits):
    """{file: bytes} after the edits [(file, begin, end, text)], which must not overlap."""
    result = {}
    for file in {e[0] for e in edits}:
        text = source.texts[file]
        last = len(text)
        for _, begin, end, new in sorted((e for e in edits if e[0] == file),
                                         key=lambda e: (e[1], e[2]), reverse=True):
            if end > last:
                raise ValueError(f"{file}: edits overlap at {begin}")
            text = text[:begin] + new.encode() + text[end:]
            last = begin
        result[file] = text
    return result
