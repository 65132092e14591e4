"""C text from templates: $names are filled in, and a local style is put over it.

Templates are written in one form: four spaces, PEP 7 braces, the name of a function at the
beginning of a line.  `static[name]` becomes `static`, or nothing if other files use it.
"""

import re

POINTER = r"(?<![\w.>\])])((?:\w+(?:->|\.))*\w+(?:\[\w+\])?)"
PLACE = re.compile(r"\$(\w+)")


def fill(template, **values):
    """The template with its $names replaced; a line of nothing but an empty one goes."""
    lines = []
    for line in template.strip("\n").splitlines():
        alone = re.fullmatch(r"(\s*)\$(\w+)", line)
        if alone and alone[2] in values:
            text = str(values[alone[2]]).strip("\n")
            lines += [part if part.startswith("#") else (alone[1] + part).rstrip()
                      for part in text.splitlines()]
        else:
            lines.append(PLACE.sub(lambda m: str(values.get(m[1], m[0])), line))
    return "\n".join(lines) + "\n"


def with_linkage(text, public):
    """static[x] as the linkage of x."""
    return re.sub(r"static\[(\w+)\] ",
                  lambda m: "" if m[1] in public else "static ", text)


class Style:
    """How the author of the module lays out code."""

    def __init__(self, choose, is_cpp):
        self.indent = choose.one("indent", "    ", "  ", "\t", "        ")
        self.braces = choose.one("braces", "same line", "next line", "same line")
        self.joins_head = choose.flag("function head on one line")
        self.drops_braces = choose.flag("no braces around one statement", 0.3)
        self.splits_else = choose.flag("else on its own line", 0.3)
        self.null = choose.one("null", "== NULL", "!", "NULL ==", "== NULL")
        self.star = choose.one("star", "name", "type", "name")
        self.none = choose.flag("returns None in two lines", 0.3)
        self.nullptr = is_cpp and choose.flag("nullptr")
        self.crlf = choose.flag("CRLF", 0.03)
        self.doubles_blanks = choose.flag("blank lines doubled", 0.1)

    def laid_out(self, text):
        lines = text.splitlines()
        if self.none:
            lines = list(_none_in_two(lines))
        if self.drops_braces:
            lines = list(_without_braces(lines))
        if self.splits_else or self.braces == "next line":
            lines = list(_split_else(lines))
        if self.joins_head:
            lines = list(_joined_heads(lines))
        if self.braces == "next line":
            lines = list(_braces_below(lines))
        lines = [self._line(line) for line in lines]
        text = "\n".join(lines) + "\n"
        text = re.sub(r"\n{3,}", "\n\n", text)
        if self.doubles_blanks:
            text = text.replace("\n}\n\n", "\n}\n\n\n")
        return text.replace("\n", "\r\n") if self.crlf else text

    def _line(self, line):
        bare = line.lstrip(" ")
        depth, rest = divmod(len(line) - len(bare), 4)
        if self.null == "!":
            bare = re.sub(POINTER + r" == NULL\b", r"!\1", bare)
        elif self.null == "NULL ==":
            bare = re.sub(POINTER + r" == NULL\b", r"NULL == \1", bare)
        if self.star == "type" and not bare.startswith("#"):
            bare = re.sub(r"\b(PyObject|PyTypeObject|char|void) \*(?=\w)", r"\1* ", bare)
        if self.nullptr:
            bare = re.sub(r"\bNULL\b", "nullptr", bare)
        return (self.indent * depth + " " * rest + bare).rstrip()


def _none_in_two(lines):
    for line in lines:
        if line.strip() == "Py_RETURN_NONE;":
            space = line[:-len("Py_RETURN_NONE;")]
            yield from (space + "Py_INCREF(Py_None);", space + "return Py_None;")
        else:
            yield line


def _without_braces(lines):
    """`if (x) {`, one statement, `}`: without the braces, if no else follows."""
    at = 0
    while at < len(lines):
        line = lines[at]
        body = lines[at + 1].strip() if at + 2 < len(lines) else ""
        if (re.match(r"\s+(if|for|while) \(.*\) \{$", line)
                and lines[at + 2].strip() == "}" and body.endswith(";")
                and not body.startswith("#") and not body.startswith("if ")):
            yield line[:-2]
            yield lines[at + 1]
            at += 3
        else:
            yield line
            at += 1


def _split_else(lines):
    for line in lines:
        found = re.match(r"(\s*)\} (else.*|while \(.*\);)$", line)
        if found:
            yield found[1] + "}"
            yield found[1] + found[2]
        else:
            yield line


def _joined_heads(lines):
    """`static PyObject *` above `name(...)`: on one line."""
    at = 0
    while at < len(lines):
        line = lines[at]
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if (re.match(r"(static |extern |PyMODINIT_FUNC|[A-Za-z_])[\w\[\] ]*\**$", line)
                and re.match(r"\w+\(", following) and ";" not in line):
            joint = "" if line.endswith("*") else " "
            yield line + joint + following
            at += 2
        else:
            yield line
            at += 1


def _braces_below(lines):
    for line in lines:
        found = re.match(r"(\s*)((?:if|for|while|switch|else|do)\b.*) \{$", line)
        if found:
            yield found[1] + found[2]
            yield found[1] + "{"
        else:
            yield line
