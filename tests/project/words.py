"""No retired word of GLOSSARY.md is used again.

usage: words.py PROJECT PROGRAM

The tables "Retired words" and "Retired phrases" of GLOSSARY.md are the only lists.

- Identifiers of the C, C++ and Python code have no retired word among their parts.
- File names have none among theirs.
- Texts for users (string literals in src/, Markdown, the exercise, --help) have none,
  unless its row gives an ordinary meaning, and no retired phrase.

Before it reads the project, it puts each word back into a small tree and must find it.
"""

import ast
import pathlib
import re
import subprocess
import sys
import tempfile

# Names of libclang, and of tests, which are sentences.
OTHERS = re.compile(r"CX\w+|test_\w+")
# What is read, and what the project keeps besides.
FOLDERS = ["bench", "demo", "docs", "examples", "fuzz", "include", "python", "src", "tests",
           "tools"]
# Folders of code; tests are named by sentences.
CODE = {"bench", "examples", "fuzz", "include", "python", "src", "tools"}
C_TOKEN = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|\d\w*',
    re.S)
C_NAMES = {".c", ".h", ".cpp", ".inc", ".in"}


def rows_of(text, heading):
    """The cells of the table below HEADING, without its head."""
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    lines = [line for line in section[1].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


class Retired:
    def __init__(self, glossary):
        rows = rows_of(glossary, "Retired words")
        self.words = {row[0] for row in rows}
        self.never = {row[0] for row in rows if not row[3]}  # not in texts either
        self.phrases = [row[0] for row in rows_of(glossary, "Retired phrases")]

    def in_name(self, name):
        """The retired words among the parts of a name: snake_case or CamelCase."""
        spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
        parts = re.split(r"[^A-Za-z]+", spaced)
        return sorted({part.lower() for part in parts} & self.words)

    def in_text(self, text):
        found = set(re.findall(r"[A-Za-z]+", text.lower())) & self.never
        flat = " ".join(text.split()).lower()
        return sorted(found) + [phrase for phrase in self.phrases if phrase.lower() in flat]


def c_parts(text):
    """The identifiers of C code, and its string literals; those side by side are one."""
    names, literals, end = set(), [], None
    for match in C_TOKEN.finditer(text):
        token = match[0]
        if token[0] == '"':
            if end is not None and not text[end:match.start()].strip():
                literals[-1] += token[1:-1]
            else:
                literals.append(token[1:-1])
            end = match.end()
        elif token[0].isalpha() or token[0] == "_":
            names.add(token)
    return names, [literal.replace("\\n", " ").replace("\\t", " ") for literal in literals]


def python_names(text):
    names = set()
    for node in ast.walk(ast.parse(text)):
        for field in ("id", "attr", "name", "arg"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                names.add(value)
    return names


def check_file(path, relative, retired):
    """What is wrong in a file."""
    for part in relative.parts:
        yield from (f"{relative}: the name contains '{word}'"
                    for word in retired.in_name(part))
    top, suffix = relative.parts[0], path.suffix
    if suffix not in C_NAMES | {".py", ".md"} or relative.name == "GLOSSARY.md":
        return
    text = path.read_text(errors="replace")
    if suffix in C_NAMES and top in CODE:
        names, literals = c_parts(text)
        texts = literals if top == "src" else []
    elif suffix == ".py" and top in CODE:
        names, texts = python_names(text), [text] if top in ("src", "python") else []
    else:
        names, texts = [], [text] if suffix == ".md" else []
    for name in sorted(names):
        if not OTHERS.fullmatch(name):
            yield from (f"{relative}: '{name}' contains '{word}'"
                        for word in retired.in_name(name))
    for each in texts:
        yield from (f"{relative}: a text contains '{word}'" for word in retired.in_text(each))


def check_tree(tree, retired):
    """What is wrong in a tree, and how many files were read."""
    paths = [path for folder in FOLDERS for path in sorted((tree / folder).rglob("*"))]
    paths = [path for path in paths + sorted(tree.glob("*.md")) if path.is_file()
             and not {"__pycache__", "build"} & set(path.relative_to(tree).parts)
             and path.suffix != ".pyc"]
    faults = [fault for path in paths
              for fault in check_file(path, path.relative_to(tree), retired)]
    return faults, len(paths)


def check_help(program, retired):
    """--help of the program and of each command; what it says, and what is wrong in it."""
    def shown(*words):
        return subprocess.run([program, *words, "--help"], capture_output=True, text=True,
                              check=True).stdout
    pages = {"": shown()}
    for command in re.findall(r"^  ([a-z]+) ", pages[""], re.M):
        pages[command] = shown(command)
    if len(pages) < 5:
        yield f"--help names only {sorted(pages)}"
    for command, text in pages.items():
        yield from (f"insulate {command} --help contains '{word}'"
                    for word in retired.in_text(text))


def check_itself(retired):
    """Each word that is put back is found; its ordinary use is not."""
    wanted = []
    for word in sorted(retired.words):
        wanted += [("src/model/spam.c", f"static int spam_{word}_of;\n", True),
                   ("include/spam.h", f"#define INSULATE_{word.upper()}_H\n", True),
                   ("tools/spam.py", f"def find_{word}(path):\n    pass\n", True),
                   ("python/spam.py", f"class Spam{word.title()}:\n    pass\n", True),
                   (f"src/model/{word}.c", "", True),
                   (f"tests/unit/test_spam_{word}.c", "", True),
                   (f"docs/rules/spam-{word}.md", "", True),
                   ("src/model/spam.c", f'char s[] = "spam "\n  "a {word}, eggs";\n',
                    word in retired.never),
                   ("docs/spam.md", f"Spam. The {word.upper()} ends.\n",
                    word in retired.never),
                   ("src/model/spam.c", f"/* The {word} ends. */\nint {word}spam;\n", False),
                   ("docs/spam.md", f"The {word}x ends.\n", False)]
    for phrase in retired.phrases:
        broken = phrase.replace(" ", "\n", 1)
        wanted += [("README.md", f"Spam. {broken}.\n", True),
                   ("src/model/spam.c", 'char s[] = "{}";\n'.format(
                       phrase.replace(" ", ' "\n"', 1)), True)]
    for path, text, is_wrong in wanted:
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            (tree / path).write_text(text)
            faults, n_files = check_tree(tree, retired)
            if bool(faults) != is_wrong or n_files != 1:
                yield f"the test itself: {path} with {text!r} gives {faults}"


def main():
    project, program = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    retired = Retired((project / "GLOSSARY.md").read_text())
    faults = list(check_itself(retired)) + list(check_help(program, retired))
    in_tree, n_files = check_tree(project, retired)
    faults += in_tree
    if len(retired.words) < 10 or len(retired.phrases) < 5 or n_files < 1000:
        faults.append(f"{len(retired.words)} words, {len(retired.phrases)} phrases and "
                      f"{n_files} files are too few")
    print("\n".join(faults) or f"{len(retired.words)} words and {len(retired.phrases)} "
          f"phrases are in none of {n_files} files")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
