"""--format html: one page that loads nothing, for each command that has it.

    test_html.py INSULATE MODULE_FIXTURE
"""

import html.parser
import importlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

INSULATE, FIXTURE = map(os.path.abspath, sys.argv[1:3])
EMPTY = {"meta", "input", "br", "wbr", "polyline"}
SOURCE = r"""
#include <Python.h>
static PyObject *SpamError; /* <script>alert("x")</script> */
static int n_calls;
static PyObject *spam_eat(PyObject *self, PyObject *args) {
    n_calls++; PyErr_SetString(SpamError, "<b>"); return NULL;
}
static PyMethodDef methods[] = {{"eat", spam_eat, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef spam = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods};
PyMODINIT_FUNC PyInit_spam(void) {
    PyObject *m = PyModule_Create(&spam);
    if (m == NULL) return NULL;
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    return m;
}
"""


class Page(html.parser.HTMLParser):
    """Every element is closed, every id is one, every address is one of the page."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.addresses, self.labels = [], [], [], 0
        self.names, self.words = set(), []
        self.feed(text)
        assert self.open == [], self.open
        assert len(set(self.ids)) == len(self.ids), self.ids
        for address in self.addresses:
            assert address.startswith("#") and address[1:] in self.ids, address

    def handle_starttag(self, tag, attributes):
        self.names.add(tag)
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("src", "srcset", "action"), name
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.addresses.append(value)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.names.add(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.words.append(data)
        else:
            assert "url(" not in data and "@import" not in data, "a style that loads"


def page_of(folder, *words):
    run = subprocess.run([INSULATE, *words], cwd=folder, capture_output=True, text=True)
    assert run.returncode in (0, 1), (words, run.returncode, run.stderr)
    page = Page(run.stdout)
    assert not page.names & {"script", "link", "img", "iframe", "b", "object"}, page.names
    assert "default-src 'none'" in run.stdout
    return run.stdout, page


def in_browser(pages, folder):
    browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if browser is None:
        print("SKIPPED: no Chromium: the pages were read by a parser only")
        return
    for name, text in pages.items():
        path = folder / f"{name}.html"
        path.write_text(text)
        run = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
             f"--user-data-dir={folder / 'profile'}", "--dump-dom", path.as_uri()],
            capture_output=True, text=True, timeout=120)
        assert run.returncode == 0 and "</html>" in run.stdout, (name, run.stderr[-500:])
        assert "CONSOLE" not in run.stderr, (name, run.stderr)


def make_pages(folder):
    """A page of each kind, by name."""
    (folder / "spam.c").write_text(SOURCE)
    include = subprocess.check_output(
        [sys.executable, "-c", "import sysconfig; print(sysconfig.get_path('include'))"],
        text=True).strip()
    if not os.path.exists(f"{include}/Python.h"):
        include = "/usr/include/python3"
    c = ("spam.c", "--", f"-I{include}")
    pages = {}
    pages["check"], page = page_of(folder, "check", "--format", "html", "--frames", "always", *c)
    words = "".join(page.words)
    assert '<script>alert("x")' in words and "state-static-object" in words, words
    assert "input" in page.names and "details" in page.names, "rules to choose from"
    pages["convert"], page = page_of(folder, "convert", "--format", "html", *c)
    assert {"ins", "del"} <= page.names, "the changes"
    pages["plan"], page = page_of(folder, "convert", "--plan", "--format", "html", *c)
    words = "".join(page.words)
    assert {"svg", "polyline", "table"} <= page.names, "the graph"
    assert "single-phase" in words and "multi-phase" in words and "spam_eat" in words, words
    pages["scan"], page = page_of(folder, "scan", "--format", "html", FIXTURE)
    words = "".join(page.words)
    assert "in sub-interpreters" in words and "free-threaded" in words, words
    module, path = next(extension_modules())
    pages["prove"], page = page_of(folder, "prove", "--python", sys.executable,
                                   "--format", "html", module)
    words = "".join(page.words)
    assert "What was shown" in words and "meter" in page.names, words
    pages["compare"], page = page_of(folder, "compare", "--python", sys.executable,
                                     "--format", "html", path, path)
    return pages


def extension_modules():
    """Those of the standard library that are files of their own here."""
    for name in ("_bz2", "_json", "_ssl", "_ctypes"):
        path = getattr(importlib.import_module(name), "__file__", None)
        if path is not None:
            yield name, path


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        in_browser(make_pages(folder), folder)


if __name__ == "__main__":
    main()
