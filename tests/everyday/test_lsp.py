"""`insulate lsp` with a client library: what editors do.

usage: test_lsp.py PROGRAM

Status 77 (skipped) without a CPython with headers, or without pygls (./setup fetches it).
"""

import asyncio
import json
import logging
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tools"))

from lsp_client import client_folder, is_there  # noqa: E402
from pythons import with_headers  # noqa: E402

PROGRAM = PYTHON = None
PATIENCE = 60  # seconds
STATIC = """\
#include <Python.h>

static PyObject *cache;

void
set(PyObject *object)
{
    cache = Py_NewRef(object);
}
"""
RULES = SOURCE / "tests/checks"
ENVIRONMENT = {**os.environ, "XDG_CONFIG_HOME": "/nowhere"}


def reserve(client):
    """Let CLIENT collect what the server says by itself."""
    client.published = {}
    client.news = asyncio.Condition()
    client.log = []

    @client.feature("textDocument/publishDiagnostics")
    async def on_diagnostics(params):
        async with client.news:
            client.published[params.uri] = params
            client.news.notify_all()

    @client.feature("window/logMessage")
    def on_log(params):
        client.log.append(params.message)

    @client.feature("client/registerCapability")
    def on_registration(params):
        client.registered = [each.method for each in params.registrations]


class Server:
    """A client of the server, in a folder of its own."""

    def __init__(self, folder, *words, encodings=None, folders=None):
        self.folder, self.words, self.encodings = folder, words, encodings
        self.folders = folders or [folder]

    async def __aenter__(self):
        self.client = LanguageClient("test", "1")
        reserve(self.client)
        await self.client.start_io(str(PROGRAM), "lsp", "--stdio", *self.words,
                                   cwd=self.folder, env=ENVIRONMENT)
        self.answer = await self.client.initialize_async(types.InitializeParams(
            process_id=os.getpid(),
            capabilities=types.ClientCapabilities(
                general=types.GeneralClientCapabilities(position_encodings=self.encodings),
                workspace=types.WorkspaceClientCapabilities(
                    workspace_edit=types.WorkspaceEditClientCapabilities(
                        document_changes=True),
                    did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                        dynamic_registration=True)),
                text_document=types.TextDocumentClientCapabilities(
                    hover=types.HoverClientCapabilities(
                        content_format=[types.MarkupKind.Markdown]),
                    code_action=types.CodeActionClientCapabilities(
                        code_action_literal_support=types.ClientCodeActionLiteralOptions(
                            types.ClientCodeActionKindOptions([])))),
            ),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)
                               for folder in self.folders]))
        self.client.initialized(types.InitializedParams())
        return self

    async def __aexit__(self, *exception):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        self.status = await asyncio.wait_for(self.client._server.wait(), PATIENCE)
        await self.client.stop()

    def open(self, name, text, version=1):
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(self.uri(name), "c", version, text)))

    def change(self, name, version, *changes):
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version, self.uri(name)), list(changes)))

    def close(self, name):
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(
            types.TextDocumentIdentifier(self.uri(name))))

    def uri(self, name):
        return (self.folder / name).as_uri()

    async def diagnostics(self, name, version=None, wanted=lambda found: True):
        """What is published of a file, once it is of VERSION and as WANTED."""
        def is_there():
            params = self.client.published.get(self.uri(name))
            return (params is not None and (version is None or params.version == version)
                    and wanted(params.diagnostics))
        async with self.client.news:
            await asyncio.wait_for(self.client.news.wait_for(is_there), PATIENCE)
        return list(self.client.published[self.uri(name)].diagnostics)

    def place(self, name, line, character):
        return {"text_document": types.TextDocumentIdentifier(self.uri(name)),
                "position": types.Position(line, character)}

    async def hover(self, name, line, character):
        return await self.client.text_document_hover_async(
            types.HoverParams(**self.place(name, line, character)))

    async def actions(self, name, place, only=None):
        return list(await self.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(self.uri(name)), place,
                                   types.CodeActionContext([], only=only))))


def insert(line, character, text):
    place = types.Position(line, character)
    return types.TextDocumentContentChangePartial(range=types.Range(place, place), text=text)


def whole(text):
    return types.TextDocumentContentChangeWholeDocument(text)


def rules_of(diagnostics):
    return [diagnostic.code for diagnostic in diagnostics]


class Editing(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        folder = tempfile.TemporaryDirectory(prefix="insulate-lsp-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.write("pyproject.toml", "[tool.insulate]\n")
        self.write("module.h", (RULES / "module.h").read_text())
        self.words = ("--python", PYTHON["executable"])

    def write(self, name, text):
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text)

    @staticmethod
    def bad(rule, name="bad.c"):
        return (RULES / rule / name).read_text().replace("../module.h", "module.h")

    def server(self, *words, **options):
        return Server(self.folder, *self.words, *words, **options)

    def check(self, name, text, *words):
        """What `check` says of the same text: (path, line, column, end, rule, message)."""
        self.write(name, text)
        done = subprocess.run([PROGRAM, "check", *self.words, *words, name, "--format", "json"],
                              cwd=self.folder, capture_output=True, text=True, env=ENVIRONMENT)
        return sorted((each["path"], each["line"], each["column"], each.get("end_column"),
                       each["rule"], each["message"], *each.get("evidence", []))
                      for each in json.loads(done.stdout)["findings"])

    async def test_diagnostic(self):
        async with self.server() as server:
            server.open("spam.c", STATIC)
            diagnostic, = await server.diagnostics("spam.c", 1)
            self.assertEqual(diagnostic.code, "state-static-object")
            self.assertEqual(diagnostic.range, types.Range(types.Position(2, 17),
                                                           types.Position(2, 22)))
            self.assertEqual(diagnostic.severity, types.DiagnosticSeverity.Error)
            self.assertEqual(diagnostic.source, "insulate")
            self.assertIn("isolating-extensions", diagnostic.code_description.href)
            self.assertIn("'cache' stores a reference to an object", diagnostic.message)
            server.close("spam.c")
            self.assertEqual(await server.diagnostics("spam.c", 1, lambda all: not all), [])
        self.assertEqual(server.status, 0)
        self.assertEqual(server.client.registered, ["workspace/didChangeWatchedFiles"])

    async def test_tags(self):
        async with self.server() as server:
            server.open("spam.c", self.bad("state-field-unread"))
            found = await server.diagnostics("spam.c", 1)
            tags = {each.code: each.tags for each in found}
            self.assertEqual(list(tags["state-field-unread"]), [types.DiagnosticTag.Unnecessary])

    async def test_changes_whole_and_in_part(self):
        async with self.server() as server:
            server.open("spam.c", "int x(void);\n")
            self.assertEqual(await server.diagnostics("spam.c", 1), [])
            server.change("spam.c", 2, whole(STATIC))
            await server.diagnostics("spam.c", 2, bool)
            # Behind a character of two UTF-16 units and four bytes of UTF-8.
            server.change("spam.c", 3, insert(2, 0, "/* \U0001f40d */ "),
                          insert(2, 5, "\u00e9"), insert(0, 0, "\n"))
            diagnostic, = await server.diagnostics("spam.c", 3)
            self.assertEqual(diagnostic.range.start, types.Position(3, 17 + 10))
            server.change("spam.c", 4, types.TextDocumentContentChangePartial(
                range=types.Range(types.Position(3, 0), types.Position(4, 0)), text=""))
            self.assertEqual(rules_of(await server.diagnostics("spam.c", 4)), ["parse-error"])

    async def test_positions_in_utf_8(self):
        encodings = [types.PositionEncodingKind.Utf16, types.PositionEncodingKind.Utf8]
        async with self.server(encodings=encodings) as server:
            self.assertEqual(server.answer.capabilities.position_encoding, "utf-8")
            server.open("spam.c", STATIC)
            server.change("spam.c", 2, insert(2, 0, "/* \U0001f40d */ "), insert(2, 7, "!"))
            diagnostic, = await server.diagnostics("spam.c", 2)
            self.assertEqual(diagnostic.range.start, types.Position(2, 17 + 12))

    async def test_the_latest_version_counts(self):
        async with self.server() as server:
            server.open("spam.c", STATIC)
            for version in range(2, 30):
                server.change("spam.c", version, insert(0, 0, "\n"))
            diagnostic, = await server.diagnostics("spam.c", 29)
            self.assertEqual(diagnostic.range.start.line, 2 + 28)

    async def test_hover(self):
        async with self.server() as server:
            server.open("spam.c", STATIC)
            hover = await server.hover("spam.c", 2, 19)  # it waits for the analysis
            self.assertEqual(hover.contents.kind, "markdown")
            self.assertTrue(hover.contents.value.startswith("# state-static-object"))
            self.assertEqual(hover.range.end, types.Position(2, 22))
            self.assertIsNone(await server.hover("spam.c", 0, 0))
            self.assertIsNone(await server.hover("other.c", 0, 0))

    async def test_quick_fix(self):
        async with self.server() as server:
            server.open("spam.c", self.bad("gc-type-not-visited"), 7)
            found = await server.diagnostics("spam.c", 7)
            everywhere = types.Range(types.Position(0, 0), types.Position(1000, 0))
            action = (await server.actions("spam.c", everywhere))[0]
            fixed, = action.diagnostics
            self.assertEqual((action.kind, fixed.code), ("quickfix", "gc-type-not-visited"))
            self.assertEqual(await server.actions("spam.c", fixed.range), [action])
            change, = action.edit.document_changes
            self.assertEqual(change.text_document.version, 7)
            server.change("spam.c", 8, *[
                types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
                for edit in sorted(change.edits, reverse=True,
                                   key=lambda edit: (edit.range.start.line,
                                                     edit.range.start.character))])
            after = await server.diagnostics("spam.c", 8)
            self.assertEqual(len(after), len(found) - 1)
            self.assertNotIn(fixed.message, [each.message for each in after])
            only = [types.CodeActionKind.Refactor]
            self.assertEqual(await server.actions("spam.c", everywhere, only), [])

    async def test_unsaved_header(self):
        """A header is checked as a part of the open source that includes it."""
        self.write("spam.h", "int f(void);\n")
        source = '#include <Python.h>\n#include "spam.h"\n'
        async with self.server() as server:
            server.open("spam.c", source)
            self.assertEqual(await server.diagnostics("spam.c", 1), [])
            server.open("spam.h", STATIC.replace("#include <Python.h>", ""))
            self.assertEqual(rules_of(await server.diagnostics("spam.h", 1, bool)),
                             ["state-static-object"])
            server.change("spam.h", 2, whole("int f(void);\n"))
            self.assertEqual(await server.diagnostics("spam.h", 2), [])
            server.close("spam.c")
            server.change("spam.h", 3, whole("PyObject *f(void);\n"))
            self.assertEqual(rules_of(await server.diagnostics("spam.h", 3, bool)),
                             ["parse-error"])

    async def test_settings_and_database(self):
        self.write("pyproject.toml", '[tool.insulate]\nignore = ["state-static-object"]\n')
        async with self.server() as server:
            server.open("spam.c", STATIC)
            self.assertEqual(await server.diagnostics("spam.c", 1), [])
            self.write("pyproject.toml", "[tool.insulate]\n")
            server.client.workspace_did_change_watched_files(
                types.DidChangeWatchedFilesParams([]))
            await server.diagnostics("spam.c", 1, bool)
            self.write("compile_commands.json", json.dumps([{
                "directory": str(self.folder), "file": "spam.c",
                "arguments": ["cc", "-Dcache=store", "-c", "spam.c"]}]))
            server.client.text_document_did_save(types.DidSaveTextDocumentParams(
                types.TextDocumentIdentifier(server.uri("spam.c"))))
            await server.diagnostics(
                "spam.c", 1, lambda all: len(all) == 1 and "'store'" in all[0].message)
            self.write("pyproject.toml", "[tool.insulate]\nignore = 1\n")
            server.change("spam.c", 2, insert(0, 0, "\n"))
            diagnostic, = await server.diagnostics("spam.c", 2)
            self.assertIn("this file is not checked: ", diagnostic.message)
            self.assertIn("pyproject.toml", diagnostic.message)

    async def test_one_python_answers_once(self):
        """It takes longer to start than a source to be read."""
        self.write("asked", "")
        self.write("python", f"#!/bin/sh\necho >>{self.folder}/asked\n"
                             f"exec {PYTHON['executable']} \"$@\"\n")
        (self.folder / "python").chmod(0o755)
        self.words = ("--python", str(self.folder / "python"))
        # Two configurations: neither has headers of its own.
        source = (STATIC + "\n#ifdef SPAM_LOG\n"
                  + STATIC.partition("\n")[2].replace("cache", "log").replace("set", "put")
                  + "#endif\n")
        async with self.server() as server:
            for version in range(1, 4):
                if version == 1:
                    server.open("spam.c", source)
                else:
                    server.change("spam.c", version, insert(0, 0, "\n"))
                found = await server.diagnostics("spam.c", version)
                self.assertEqual(len(found), 2, found)
            self.assertEqual((self.folder / "asked").read_text(), "\n")
            # In another folder its answer may be another one.
            self.write("b/pyproject.toml", "[tool.insulate]\n")
        async with self.server(folders=[self.folder, self.folder / "b"]) as server:
            server.open("spam.c", source)
            await server.diagnostics("spam.c", 1)
            server.open("b/spam.c", source)
            self.assertEqual(len(await server.diagnostics("b/spam.c", 1)), 2)
        self.assertEqual((self.folder / "asked").read_text(), "\n" * 3)

    async def test_a_python_that_fails_is_asked_again(self):
        self.write("python", "#!/bin/sh\nexit 1\n")
        (self.folder / "python").chmod(0o755)
        self.words = ("--python", str(self.folder / "python"))
        async with self.server() as server:
            server.open("spam.c", STATIC)
            diagnostic, = await server.diagnostics("spam.c", 1)
            self.assertIn("does not run as a Python", diagnostic.message)
            self.write("python", f"#!/bin/sh\nexec {PYTHON['executable']} \"$@\"\n")
            server.change("spam.c", 2, insert(0, 0, "\n"))
            self.assertEqual(rules_of(await server.diagnostics("spam.c", 2)),
                             ["state-static-object"])

    async def test_folders(self):
        (self.folder / "a").mkdir()
        self.write("a/pyproject.toml",
                   '[tool.insulate.per-file-ignores]\n"spam.c" = ["state"]\n')
        async with self.server(folders=[self.folder, self.folder / "a"]) as server:
            server.open("a/spam.c", STATIC)
            self.assertEqual(await server.diagnostics("a/spam.c", 1), [])

    async def test_same_as_check(self):
        """Each text is read behind another one: what is kept of that must not show."""
        sources = sorted(RULES.glob("*/bad*.c"))[::7]
        utf8 = [types.PositionEncodingKind.Utf8]
        async with self.server(encodings=utf8) as server:
            for source in sources:
                text = self.bad(source.parent.name, source.name)
                name = f"{source.parent.name}.c"
                wanted = self.check(name, text)
                server.open(name, "#include <Python.h>\nint x;\n\n" + text)
                await server.diagnostics(name, 1)
                server.change(name, 2, whole(text))
                found = await server.diagnostics(name, 2)
                self.assertEqual(sorted(
                    (name, each.range.start.line + 1, each.range.start.character + 1,
                     each.range.end.character + 1, each.code, *each.message.split("\n"))
                    for each in found), [
                        (path, line, column, end or len(text.split("\n")[line - 1]) + 1,
                         *rest) for path, line, column, end, *rest in wanted], source)
                server.close(name)


def main():
    global PROGRAM, PYTHON, LanguageClient, types
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    pythons = with_headers()
    if not pythons or not is_there():
        print("SKIPPED: there is no", "Python with headers" if not pythons else
              "pygls in the cache", "(./setup fetches it)", file=sys.stderr)
        return 77
    PYTHON = pythons[-1]
    sys.path.insert(0, str(client_folder()))
    from lsprotocol import types
    from pygls.lsp.client import LanguageClient
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
