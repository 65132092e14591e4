#!/usr/bin/env python3
"""Builds the site: the pages of docs/, the files that they link to, and pages that are
generated from what the program says of itself.

    documentation.py --insulate build/insulate --output site     build it; see site/index.html
    documentation.py --insulate build/insulate --stage FOLDER    only write Sphinx's source

Needs docs/requirements.txt (a virtual environment; --environment makes one).  --output
may hold other versions already: each has a folder, and all are offered in each.

docs/README.md is the table of contents.  The source mirrors the repository, so links
between pages stay as they are; a linked folder or file of code gets a page of its own.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
CONTENTS = "docs/README.md"
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
# Code, in which nothing is a link: fenced and indented blocks, and spans.
CODE = re.compile(r"^(```|~~~)(?:.*\n)*?\1[ \t]*$|(?<=\n\n)(?: {4}.*\n|[ \t]*\n)+|`+[^`\n]*`+", re.M)
LANGUAGES = {".c": "c", ".h": "c", ".cpp": "c++", ".py": "python", ".json": "json",
             ".toml": "toml", ".yml": "yaml", ".yaml": "yaml", ".sh": "sh"}
CODE_LIMIT = 200_000  # bytes of a file that is shown


class SiteError(Exception):
    """The site cannot be built; the text says why."""


def outside_code(text, replace):
    """TEXT with `replace` applied to what is not code."""
    parts, end = [], 0
    for match in CODE.finditer(text):
        parts += [replace(text[end:match.start()]), match[0]]
        end = match.end()
    return "".join(parts) + replace(text[end:])


def is_local(target):
    return not re.match(r"[a-z][a-z0-9+.-]*:|#", target)


def sections_of(text):
    """[(heading, [linked page, …])] of the table of contents."""
    found = []
    for heading, body in re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", text, re.M):
        found.append((heading, re.findall(r"^- \[[^]]+\]\(([^)#]+)\)", body, re.M)))
    return found


class Stage:
    """The source of the site, written into a folder."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.done = set()  # pages, as paths of the source
        self.wanted = []

    def answer(self, *words):
        return subprocess.run([self.program, *words], check=True, capture_output=True,
                              text=True).stdout

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.done.add(str(name))

    def page_of(self, path):
        """The page that shows a path of the repository, as a path of the source."""
        if not (ROOT / path).exists():
            raise SiteError(f"a page links to {path}, which does not exist")
        if (ROOT / path).is_dir():
            page = f"{path}/README.md" if (ROOT / path / "README.md").exists() else f"{path}/index.md"
        elif path.endswith((".md", ".svg")):
            page = path
        else:
            page = f"{path}.md"
        self.wanted.append((path, page))
        return page

    def linked(self, text, page):
        """The text of a page with links to pages only."""
        folder = PurePosixPath(page).parent

        def replace(match):
            target, hash_, anchor = match[2].partition("#")
            if not is_local(match[2]):
                return match[0]
            path = os.path.normpath(folder / target)
            if path.startswith(".."):
                raise SiteError(f"{page} links to {target}, outside of the repository")
            other = os.path.relpath(self.page_of(path), folder)
            return f"{match[1]}{other}{hash_}{anchor}{match[3]}"
        return outside_code(text, lambda part: LINK.sub(replace, part))

    def add(self, path, page):
        source = ROOT / path
        if page in self.done:
            return
        if source.is_dir() and not (source / "README.md").exists():
            names = sorted(each.name + "/" * each.is_dir() for each in source.iterdir()
                           if not each.name.startswith((".", "_")))
            text = f"# {path}\n\n" + "".join(f"- [{name}]({name})\n" for name in names)
            self.write(page, "---\norphan: true\n---\n" + self.linked(text, page))
        elif page.endswith(".svg"):
            (self.folder / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, self.folder / page)
            self.done.add(page)
        elif page == f"{path}.md":
            self.add_code(source, path, page)
        else:
            self.write(page, self.linked((ROOT / page).read_text(), page))

    def add_code(self, source, path, page):
        text = source.read_text()
        if len(text) > CODE_LIMIT:
            raise SiteError(f"{path} is too large for a page")
        quotes = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
        language = LANGUAGES.get(source.suffix, "text")
        self.write(page, f"---\norphan: true\n---\n# {path}\n\n{quotes}{language}\n{text}\n{quotes}\n")

    def add_linked(self):
        while self.wanted:
            self.add(*self.wanted.pop())

    def add_rules(self):
        """The table of all rules, and their pages."""
        rules = json.loads(self.answer("rule", "--format", "json"))["rules"]
        rows = "".join(f"| [`{rule['name']}`]({rule['name']}.md) | {rule['level']} | {rule['summary']} "
                       f"| {rule.get('guide', '')} |\n" for rule in rules)
        self.write("docs/rules/index.md", (
            f"# Rules\n\nAll {len(rules)} rules of `check`, `scan`, `prove` and `compare`. `insulate rule NAME` "
            "prints a page.\n\n<div id=\"rule-filter\" class=\"rule-filter\"></div>\n\n"
            f"| rule | level | summary | section of CPython's guide |\n|---|---|---|---|\n{rows}\n"
            + toctree("", [f"{rule['name']}.md" for rule in rules], hidden=True)))
        for rule in rules:
            name = f"docs/rules/{rule['name']}.md"
            title, _, text = self.linked(rule["page"], name).partition("\n")
            self.write(name, f"{title}\n\n```{{highlight}} c\n:force:\n```\n{text}")

    def add_commands(self):
        """What each command says of itself."""
        names = re.findall(r"^  ([a-z]+) ", self.answer("--help"), re.M)
        for name in names:
            self.write(f"docs/cli/{name}.md", (
                f"# insulate {name}\n\n[Commands](../commands.md#{name}) explains it. "
                f"`insulate {name} --help` prints:\n\n```text\n{self.answer(name, '--help')}```\n"))
        self.write("docs/cli/index.md", (
            "# Command line\n\nWhat `--help` prints, for the program and for each command. [Commands](../commands.md) "
            f"explains formats, exit status and settings.\n\n```text\n{self.answer('--help')}```\n\n"
            + toctree("", [f"{name}.md" for name in names])))

    def add_index(self):
        """The first screen of the README, and the contents."""
        first, _, _ = (ROOT / "README.md").read_text().partition("\n## More commands\n")
        contents = (ROOT / CONTENTS).read_text()
        text = self.linked(first, "index.md")
        for heading, pages in sections_of(contents):
            pages = [self.page_of(os.path.normpath(PurePosixPath("docs") / page)) for page in pages]
            if heading == "Reference":
                pages.append("docs/cli/index.md")
            text += "\n" + toctree(heading, pages)
        self.write("index.md", text)

    def make(self):
        shutil.copytree(ROOT / "docs/site", self.folder)
        self.add_index()
        self.add_commands()
        self.add_rules()
        self.wanted.append(("README.md", "README.md"))
        self.add_linked()
        self.add_orphans()

    def add_orphans(self):
        """Pages that are linked to, but not in the contents, say so to Sphinx."""
        listed = {"index.md"}
        for page in list(self.done):
            if page.endswith(".md"):
                text = (self.folder / page).read_text()
                for block in re.findall(r"^```\{toctree\}\n(.*?)^```$", text, re.M | re.S):
                    folder = PurePosixPath(page).parent
                    listed |= {os.path.normpath(folder / line) for line in block.split()
                               if line.endswith(".md")}
        for page in sorted(self.done - listed):
            if page.endswith(".md"):
                text = (self.folder / page).read_text()
                if not text.startswith("---\n"):
                    (self.folder / page).write_text("---\norphan: true\n---\n" + text)
        return listed


def toctree(caption, pages, hidden=False):
    options = ":maxdepth: 1\n" + (f":caption: {caption}\n" if caption else "")
    return "```{toctree}\n" + options + ":hidden:\n" * hidden + "\n" + "".join(
        f"{page}\n" for page in pages) + "```\n"


def make_environment(folder):
    """A Python with what docs/requirements.txt names."""
    python = folder / "bin/python"
    wanted = ROOT / "docs/requirements.txt"
    if not (folder / "complete").exists() or (folder / "complete").read_text() != wanted.read_text():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check",
                        "-r", wanted], check=True)
        shutil.copy(wanted, folder / "complete")
    return python


def build(python, source, output, version):
    """One version of the site; warnings are errors."""
    target = output / version
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run([python, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html",
                    "-d", source / "_build", source, target], check=True,
                   env={**os.environ, "INSULATE_SITE_VERSION": version})
    shutil.rmtree(source / "_build")
    versions = sorted((each.name for each in output.iterdir() if (each / "searchindex.js").exists()),
                      key=version_key, reverse=True)
    (output / "versions.js").write_text(f"window.INSULATE_VERSIONS = {json.dumps(versions)};\n")
    newest = next((each for each in versions if version_key(each)[0] == 0), versions[0])
    (output / "index.html").write_text(
        '<!DOCTYPE html>\n<html lang="en">\n<title>insulate</title>\n'
        f'<meta http-equiv="refresh" content="0; url={newest}/index.html">\n'
        f'<a href="{newest}/index.html">insulate {newest}</a>\n</html>\n')


def version_key(name):
    """Releases in their order; then names such as `main`, which are not the newest one."""
    numbers = re.fullmatch(r"\d+(?:\.\d+)*", name)
    return (0, [int(part) for part in name.split(".")], "") if numbers else (-1, [], name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--insulate", type=Path, required=True, help="the program")
    parser.add_argument("--output", type=Path, help="folder of the site")
    parser.add_argument("--stage", type=Path, help="only write Sphinx's source, into this new folder")
    parser.add_argument("--version", help="name of this version (default: the program's)")
    parser.add_argument("--environment", type=Path,
                        help="folder of a virtual environment, made if it is missing (default: this Python)")
    options = parser.parse_args()
    if bool(options.output) == bool(options.stage):
        parser.error("expected either --output or --stage")
    program = options.insulate.resolve()
    try:
        if options.stage:
            Stage(options.stage, program).make()
            return 0
        output = options.output.resolve()
        output.mkdir(parents=True, exist_ok=True)
        python = make_environment(options.environment.resolve()) if options.environment else sys.executable
        source = output / ".source"
        shutil.rmtree(source, ignore_errors=True)
        try:
            stage = Stage(source, program)
            stage.make()
            version = options.version or stage.answer("--version").split()[1]
            build(python, source, output, version)
        finally:
            shutil.rmtree(source, ignore_errors=True)
    except (SiteError, OSError, subprocess.CalledProcessError) as error:
        print(f"documentation: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
