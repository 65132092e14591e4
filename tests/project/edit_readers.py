"""Nothing that conversion decides is read back from what it wrote, or from what it said.

passes.py calls faults() with the trees of src/convert:

- The edits are looked through in text/edited.c, which knows where they lie, and no other
  file.  Its questions are asked by those that lay out and check the written text.
- What rendered() gives is put into other texts, not searched or compared.
- What cannot be written although it was planned is told by the file that renders, and the
  one that holds the edits against the plan: elsewhere that would be a decision.
- Rewriting looks for nothing in the source: no words, no nodes below or above one, no uses
  of a variable or calls of a function.  What it asks for are decisions.  (What is left when
  all is written is looked through in rewrite/cleanup/: blank lines, empty branches, where
  the first use of the state stands.)
- No text that a person is to read (a message, a reason) is searched or compared.
"""

import re

# Files, by the functions and structs that they alone may use.
EDITS = {"edits_near", "edit_walk_next"}
EDIT_FILES = {"text/edited", "preparation/readings"}
RENDERING = {"edits_render": {"rewrite/changes", "preparation/readings", "text/edited"}}
FAULTS = {"add_fault": {"rewrite/changes", "rewrite/cleanup/mention_check"}}
LAYOUT = {"text/edited", "text/one_line_blocks", "rewrite/changes", "report/public_headers",
          "verification"}
FINDS = {"word_next", "call_next", "word_given_member", "word_element_assignment",
         "inactive_definition_next", "inactive_macro_next", "inactive_code_has_member",
         "text_has_word", "text_includes", "source_has_word", "macro_has_word",
         "name_is_used", "word_count", "brackets_around", "node_after", "node_statement",
         "source_function", "next_mention_in"}
WALKS = {("variable", "uses"), ("variable", "n_uses"), ("function", "uses"),
         ("function", "n_uses"), ("function", "calls"), ("function", "n_calls"),
         ("node", "parent")}
CLEANUP = "rewrite/cleanup/"
SEARCHES = re.compile(r"str(n|case|ncase)?cmp|str(case)?str|str[cp]?(brk|spn|chr|rchr)|strcspn"
                      r"|mem(cmp|mem|chr)|string_(equal|starts|ends|has_word)|is_only|is_alike")
SAID = {"message", "reason", "why", "not_isolated", "obstacle"}
# The compiler's own words, the only thing that tells its problems apart.
OTHERS_SAY = {"source_problem"}

LINE = re.compile(r"^(?P<indent> +)(?P<kind>\w+)(?: (?P<rest>.*))?$")
RECORD = re.compile(r"(?:const )?struct (\w+)(?: (?:const )?\*?(?: ?const)?)?$")


class Node:
    def __init__(self, depth, kind, rest):
        self.depth, self.kind, self.rest, self.children = depth, kind, rest or "", []

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()

    def name(self):
        return self.rest.split(" ", 1)[0]

    def type(self):
        return self.rest[self.rest.index("(") + 1:self.rest.rindex(")")]


def bodies(lines):
    """(name, body) of each function that is defined."""
    name, root, stack = None, None, []
    for line in lines:
        if not line.startswith(" "):
            if root is not None:
                yield name, root
            match = re.match(r"function (\w+):", line)
            name, root, stack = match and match[1], None, []
            continue
        if name is None:
            continue
        if line.startswith("    definition "):
            root = Node(4, "body", "")
            stack = [root]
            continue
        match = LINE.match(line) if root is not None else None
        if match is None:
            continue
        node = Node(len(match["indent"]), match["kind"], match["rest"])
        while len(stack) > 1 and stack[-1].depth >= node.depth:
            stack.pop()
        stack[-1].children.append(node)
        stack.append(node)
    if root is not None:
        yield name, root


def called(node):
    """The name of what NODE, a call, calls."""
    first = node.children[0] if node.children else None
    return first.name() if first is not None and first.kind == "name" else ""


def record_of(member):
    match = RECORD.match(member.children[0].type()) if member.children else None
    return match[1] if match else ""


def rendered_locals(root):
    """The locals that are set to what rendered() gives, or to what is made of that."""
    found, n_before = set(), -1
    while len(found) > n_before:
        n_before = len(found)
        for node in root.all():
            if node.kind == "variable" and any(is_rendered(child, found)
                                               for child in node.children):
                found.add(node.name())
    return found


def is_rendered(argument, local):
    return any((node.kind == "call" and called(node) == "rendered")
               or (node.kind == "name" and node.name() in local)
               for node in argument.all())


def faults(files, outputs):
    wrong, searched, asking = [], set(), set()
    for file, lines in zip(files, outputs):
        for function, root in bodies(lines):
            local = rendered_locals(root)
            for node in root.all():
                if node.kind == "member" and record_of(node) == "edit" \
                        and file not in EDIT_FILES:
                    wrong.append(f"{file}.c: {function} looks at an edit")
                if file.startswith("rewrite/") and not file.startswith(CLEANUP) \
                        and node.kind == "member" \
                        and (record_of(node), node.rest.split()[1]) in WALKS:
                    wrong.append(f"{file}.c: {function} walks the {node.rest.split()[1]}")
                if node.kind != "call":
                    continue
                name, arguments = called(node), node.children[1:]
                if (name in EDITS and file not in EDIT_FILES) or (
                        name in RENDERING and file not in RENDERING[name]) or (
                        name in FAULTS and file not in FAULTS[name]):
                    wrong.append(f"{file}.c: {function} calls {name}")
                if name in FINDS and file.startswith("rewrite/") \
                        and not file.startswith(CLEANUP):
                    wrong.append(f"{file}.c: {function} searches the source by {name}")
                if name.startswith("edited_") and file not in LAYOUT \
                        and not file.startswith("rewrite/cleanup/"):
                    asking.add(file)
                if SEARCHES.fullmatch(name) is None:
                    continue
                if any(is_rendered(argument, local) for argument in arguments):
                    searched.add((file, function))
                for said in (part for argument in arguments for part in argument.all()):
                    if said.kind == "member" and record_of(said) not in OTHERS_SAY \
                            and said.rest.split()[1] in SAID:
                        wrong.append(f"{file}.c: {function} searches {said.rest.split()[1]}")
    for file, function in sorted(searched):
        wrong.append(f"{file}.c: {function} searches what was rendered")
    wrong += [f"{file}.c asks where edits lie" for file in sorted(asking)]
    return sorted(set(wrong))
