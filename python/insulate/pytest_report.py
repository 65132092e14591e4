"""What the pytest plugin found: for the terminal, and for a JUnit file."""

import os
import re
import tempfile
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

SHOWN = 20  # rows of each kind,
WIDTH = 200  # characters of a message
# What differs first; the others are listed, and do not count.
TITLES = {
    "differs": "DIFFERS",
    "limit": "not counted (a limit of sub-interpreters)",
    "shares": "not counted (it cannot run in several interpreters at once)",
    "unstable": "not counted (also fails in the main interpreter of another process)",
    "skipped": "skipped in the second run",
    "better": "passes in the second run only",
}


class Compared(NamedTuple):
    """A test of both runs.

    kind: of TITLES, "same" (it passed in both), or "not compared" (it did not pass first).
    """

    kind: str
    outcome: str  # in the second run
    message: str


class Result:
    """What is known of a module after both runs."""

    def __init__(self, module, mode, place):
        self.module, self.mode, self.place = module, mode, place
        self.reason = ""  # why the runs show nothing of the module, if so
        self.tests = {}  # name -> Compared

    def count(self, *kinds):
        return sum(test.kind in kinds for test in self.tests.values())

    def is_alike(self):
        return not self.reason and not self.count("differs")

    def lines(self):
        """The section of the summary."""
        lines = []
        if self.tests:
            n, n_differ = len(self.tests), self.count("differs")
            lines.append(f"{n} test{'s' if n != 1 else ''}, {n_differ} differ"
                         + ("s" if n_differ == 1 else ""))
        if self.reason:
            lines.append(self.reason)
        for kind, title in TITLES.items():
            rows = [(name, test) for name, test in self.tests.items() if test.kind == kind]
            for name, test in rows[:SHOWN]:
                lines.append(f"{title}: {name} ({test.outcome})")
                if test.message:
                    lines.append(f"    {test.message[:WIDTH]}")
            if len(rows) > SHOWN:
                lines.append(f"    … and {len(rows) - SHOWN} more")
        return lines

    # --- JUnit ---

    def suite(self):
        """A test suite of its own: the second run's."""
        suite = ElementTree.Element("testsuite", name=f"insulate: {self.module} {self.place}")
        properties = ElementTree.SubElement(suite, "properties")
        for name, value in (("module", self.module), ("mode", self.mode), ("place", self.place),
                            ("result", "alike" if self.is_alike() else
                             "nothing shown" if self.reason else "differs"),
                            ("tests", len(self.tests)), ("differ", self.count("differs")),
                            ("same", self.count("same")), ("reason", self.reason)):
            ElementTree.SubElement(properties, "property", name=f"insulate.{name}",
                                   value=legal(str(value)))
        if self.reason:
            self.add_case(suite, self.module, "failure", self.reason)
        for name, test in self.tests.items():
            if test.kind == "same":
                self.add_case(suite, name, None, "")
            elif test.kind == "differs":
                self.add_case(suite, name, "failure", f"{test.outcome}: {test.message}")
            elif test.kind != "not compared":
                self.add_case(suite, name, "skipped", f"{TITLES[test.kind]}: {test.message}")
        for attribute, tags in (("tests", None), ("failures", "failure"), ("skipped", "skipped")):
            suite.set(attribute, str(len(suite.findall("testcase" if tags is None
                                                       else f"testcase/{tags}"))))
        suite.set("errors", "0")
        return suite

    def add_case(self, suite, name, tag, message):
        case = ElementTree.SubElement(suite, "testcase", classname=f"insulate.{self.mode}",
                                      name=legal(name), time="0")
        if tag:
            ElementTree.SubElement(case, tag, message=legal(message))

    def add_to_junit(self, path):
        """Add the suite to the file that pytest wrote; it stays as it is if it is no such
        file any more."""
        path = os.path.expanduser(os.path.expandvars(path))
        try:
            tree = ElementTree.parse(path)
        except (OSError, ElementTree.ParseError):
            return
        if tree.getroot().tag != "testsuites":
            return
        tree.getroot().append(self.suite())
        folder = os.path.dirname(os.path.abspath(path))
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as new:
            tree.write(new, encoding="utf-8", xml_declaration=True)
        os.chmod(new.name, os.stat(path).st_mode)
        os.replace(new.name, path)


def legal(text):
    """TEXT with what XML cannot hold written out."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]",
                  lambda match: f"#x{ord(match[0]):X}", text)
