"""A tree of files that a program rewrites, and what is in it afterwards."""

import os
import pathlib
import re
import shutil
import subprocess

CASE = pathlib.Path(__file__).resolve().parent.parent / "convert/two-files"
SPARE = re.compile(r"\.insulate-[0-9a-f]{16}-")
NAMES = ("a/s0.c", "a/s1.c", "b/s2.c", "b/new.h")


def check(condition, what, *seen):
    if not condition:
        raise AssertionError(f"{what}: {seen}")


class Tree:
    """A folder with three files, a state folder beside it, and the program writer."""

    def __init__(self, work, name, writer, preload, size=1):
        self.root = work / name / "tree"
        self.state = work / name / "state"
        self.writer, self.preload = writer, preload
        self.old, self.new = {}, {}
        for each in NAMES[:-1]:
            text = f"old {each}\n" * size
            self.old[each], self.new[each] = text, text.replace("old", "new")
        self.new[NAMES[-1]] = f"new {NAMES[-1]}\n"
        for each, text in self.old.items():
            (self.root / each).parent.mkdir(parents=True, exist_ok=True)
            (self.root / each).write_text(text)

    def environment(self, **fault):
        environment = {**os.environ, "XDG_STATE_HOME": str(self.state), **fault}
        if fault:
            environment["LD_PRELOAD"] = str(self.preload)
        return environment

    def write(self, **fault):
        return subprocess.run([self.writer, self.root, *NAMES], capture_output=True,
                              text=True, env=self.environment(**fault), timeout=120)

    def start(self, **fault):
        return subprocess.Popen([self.writer, self.root, *NAMES], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=self.environment(**fault))

    def recover(self, root=None, **fault):
        root = root or self.root
        return subprocess.run([self.writer, "--recover", root, root / "a", root / "b"],
                              capture_output=True, text=True,
                              env=self.environment(**fault), timeout=120)

    def texts(self, root=None):
        root = root or self.root
        return {str(path.relative_to(root)): path.read_text()
                for path in sorted(root.rglob("*"))
                if path.is_file() and not SPARE.search(path.name)}

    def spares(self, root=None):
        return [path for path in (root or self.root).rglob("*") if SPARE.search(path.name)]

    def journals(self):
        return list(self.state.glob("insulate/write-*/journal*"))

    def is_whole(self):
        return self.texts() in (self.old, self.new)

    def check_each_old_or_new(self, what):
        """No file holds half a text, none is lost."""
        texts = self.texts()
        kept = {SPARE.split(path.name)[0]: path.read_text() for path in self.spares()
                if path.name.endswith("-old")}
        for name, old in self.old.items():
            text = texts.get(name, kept.get(pathlib.Path(name).name))
            check(text in (old, self.new[name]), what, name, text)

    def check_tidy(self, what):
        check(not self.spares(), f"{what}: nothing beside the files", self.spares())
        check(not self.journals(), f"{what}: no journal", self.journals())

    def remove(self):
        shutil.rmtree(self.root.parent)
