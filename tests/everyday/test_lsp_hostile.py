"""`insulate lsp` with frames and messages that no sound client sends.

usage: test_lsp_hostile.py PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = None
PATIENCE = 120  # seconds
PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED, CANCELLED, SERVER_CANCELLED = -32002, -32800, -32802
INITIALIZE = {"id": 0, "method": "initialize", "params": {"capabilities": {}}}
SHUTDOWN = {"id": 99, "method": "shutdown"}
EXIT = {"method": "exit"}


def frame(message):
    if not isinstance(message, (bytes, bytearray)):
        message = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(message), message)


def messages_in(output):
    messages = []
    while output:
        head, _, rest = output.partition(b"\r\n\r\n")
        size = int(head.split(b":")[1])
        messages.append(json.loads(rest[:size]))
        output = rest[size:]
    return messages


class Hostile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="insulate-lsp-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        (self.folder / "Python.h").write_text("typedef int PyObject;\n")
        self.uri = (self.folder / "spam.c").as_uri()

    def run_bytes(self, data, *words):
        done = subprocess.run([PROGRAM, "lsp", *words, "--", f"-I{self.folder}"], input=data,
                              cwd=self.folder, capture_output=True, timeout=PATIENCE,
                              env={**os.environ, "XDG_CONFIG_HOME": "/nowhere"})
        return done.returncode, messages_in(done.stdout)

    def say(self, *messages, status=0, words=()):
        """What is answered to MESSAGES between initialize and exit."""
        data = b"".join(map(frame, [INITIALIZE, *messages, SHUTDOWN, EXIT]))
        returned, answers = self.run_bytes(data, *words)
        self.assertEqual(returned, status)
        self.assertIn("capabilities", answers[0]["result"])
        self.assertEqual(answers[-1], {"jsonrpc": "2.0", "id": 99, "result": None})
        return answers[1:-1]

    def code(self, *messages):
        """The code of the only answer."""
        answer, = self.say(*messages)
        return answer["id"], answer["error"]["code"]

    def opened(self, text="int x;\n", **others):
        return {"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": self.uri, "languageId": "c", "version": 1, "text": text, **others}}}

    def changed(self, *changes):
        return {"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": self.uri, "version": 2}, "contentChanges": changes}}

    def hover(self, number):
        return {"id": number, "method": "textDocument/hover", "params": {
            "textDocument": {"uri": self.uri}, "position": {"line": 0, "character": 0}}}

    def test_end(self):
        self.assertEqual(self.run_bytes(b""), (1, []))
        self.assertEqual(self.run_bytes(frame(EXIT)), (1, []))
        self.assertEqual(self.run_bytes(frame(INITIALIZE) + frame(EXIT))[0], 1)
        data = b"".join(map(frame, [INITIALIZE, SHUTDOWN]))
        self.assertEqual(self.run_bytes(data)[0], 1)
        status, answers = self.run_bytes(data + frame(self.hover(5)) + frame(EXIT))
        self.assertEqual((status, answers[2]["error"]["code"]), (0, INVALID_REQUEST))

    def test_order(self):
        data = frame(self.hover(1)) + frame(self.opened()) + frame(EXIT)
        status, (answer,) = self.run_bytes(data)
        self.assertEqual((status, answer["error"]["code"]), (1, NOT_INITIALIZED))
        self.assertEqual(self.code({**INITIALIZE, "id": 1}), (1, INVALID_REQUEST))
        status, (answer,) = self.run_bytes(frame({"id": 0, "method": "initialize"}))
        self.assertEqual(answer["error"]["code"], INVALID_PARAMS)

    def test_no_messages(self):
        for wrong in (b"", b"{", b"nul", b"\xff\xfe", b'{"a": "\xc3("}', b"[" * 100000, b"{}{}",
                      b'{"jsonrpc": "2.0", "id": 1e999}'):
            self.assertEqual(self.code(wrong), (None, PARSE_ERROR), wrong[:20])
        for wrong in (b"1", b'""', b"null", b"[]", b"{}", b'{"id": 1, "method": "x"}',
                      b'{"jsonrpc": "2.0", "method": 1}', b'{"jsonrpc": "2.0"}',
                      b'{"jsonrpc": "2.0", "id": {}, "method": "x"}',
                      b'{"jsonrpc": "2.0", "id": 1.5, "method": "x"}',
                      b'{"jsonrpc": "2.0", "id": null, "method": "x"}',
                      b'{"jsonrpc": "2.0", "method": "x", "params": 1}'):
            self.assertEqual(self.code(wrong)[1], INVALID_REQUEST, wrong)

    def test_methods(self):
        self.assertEqual(self.code({"id": "a", "method": "no/such"}), ("a", UNKNOWN_METHOD))
        self.assertEqual(self.code({"id": 1, "method": "$/no"}), (1, UNKNOWN_METHOD))
        self.assertEqual(self.code({"id": 1, "method": "exit"}), (1, UNKNOWN_METHOD))
        self.assertEqual(self.say({"method": "no/such"}, {"method": "$/no"},
                                  {"method": "textDocument/hover"}, {"id": 7, "result": {}},
                                  {"id": None, "error": {}}), [])

    def test_frames(self):
        body = b'{"jsonrpc": "2.0", "id": 1, "method": "no"}'
        head = b"content-length:%d\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n"
        for wrong in (b"Content-Length: x\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"\r\n\r\n",
                      b"Content-Length: " + b"9" * 40 + b"\r\n\r\n", b"X: 1\r\n\r\n"):
            data = frame(INITIALIZE) + wrong + head % len(body) + body
            status, answers = self.run_bytes(data)
            self.assertEqual([answer["error"]["code"] for answer in answers[1:]],
                             [PARSE_ERROR, UNKNOWN_METHOD], wrong)
        status, answers = self.run_bytes(b"x" * 100000)
        self.assertEqual((status, answers[0]["error"]["code"]), (1, PARSE_ERROR))

    def test_large_message(self):
        size = (128 << 20) + 1
        data = frame(INITIALIZE) + b"Content-Length: %d\r\n\r\n" % size + bytes(size)
        status, answers = self.run_bytes(data + frame({"id": 1, "method": "no"}))
        self.assertEqual([answer["error"]["code"] for answer in answers[1:]],
                         [PARSE_ERROR, UNKNOWN_METHOD])

    def test_params(self):
        for params in (None, {}, [], {"textDocument": 1}, {"textDocument": {"uri": 1}},
                       {"textDocument": {"uri": self.uri}},
                       {"textDocument": {"uri": self.uri}, "position": {"line": "0"}}):
            for method in ("textDocument/hover", "textDocument/codeAction"):
                message = {"id": 1, "method": method, "params": params}
                self.assertEqual(self.code(message), (1, INVALID_PARAMS), params)
        for method in ("didOpen", "didChange", "didClose", "didSave"):
            for params in (None, {}, [], {"textDocument": []}, {"textDocument": {"uri": 1}},
                           {"textDocument": {"uri": "x" * 5000}}):
                self.assertEqual(self.say({"method": f"textDocument/{method}",
                                           "params": params}), [])
        for uri in ("untitled:1", "file://host/x.c", "file:///%00", "file:///%zz", ""):
            self.assertEqual(self.say(self.opened(uri=uri)), [])

    def test_changes_that_do_not_fit(self):
        place, back = {"line": 0, "character": 4}, {"line": 0, "character": 1}
        for change in ({}, {"text": 1}, {"text": "", "range": {}}, 1,
                       {"text": "", "range": {"start": place, "end": back}},
                       {"text": "", "range": {"start": place, "end": {"line": -1}}}):
            log, *rest = self.say(self.opened(), self.changed(change), self.hover(1))
            self.assertEqual(log["method"], "window/logMessage")
            self.assertIn("is not checked until it is opened again", log["params"]["message"])
            self.assertEqual(rest[0]["params"]["diagnostics"], [])
            self.assertIsNone(rest[-1]["result"])

    def test_cancel(self):
        cancel = {"method": "$/cancelRequest", "params": {"id": 1}}
        answers = self.say(self.opened(), self.hover(1), self.hover(2), cancel, cancel)
        self.assertEqual({answer["id"]: answer["error"]["code"] for answer in answers},
                         {1: CANCELLED, 2: SERVER_CANCELLED})

    def test_many_waiting(self):
        answers = self.say(self.opened(), *map(self.hover, range(1, 1100)))
        self.assertEqual({answer["error"]["code"] for answer in answers}, {SERVER_CANCELLED})
        self.assertEqual(len(answers), 1099)

    def serve(self, *words):
        return subprocess.Popen([PROGRAM, "lsp", *words, "--", f"-I{self.folder}"],
                                cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)

    @staticmethod
    def next_of(server):
        size = int(server.stdout.readline().split(b":")[1])
        server.stdout.readline()
        return json.loads(server.stdout.read(size))

    def diagnostics_of(self, server, *messages):
        server.stdin.write(b"".join(map(frame, messages)))
        server.stdin.flush()
        answer = self.next_of(server)
        self.assertEqual(answer["method"], "textDocument/publishDiagnostics")
        return [(each.get("code"), each["message"]) for each in
                answer["params"]["diagnostics"]]

    def test_document_that_ends_the_analysis(self):
        """One that takes too long is told of, and the next one is checked again."""
        bomb = "int x;\n#define A0 x = x + 1;\n" + "".join(
            f"#define A{i + 1} {f'A{i} ' * 8}\n" for i in range(6)) + "void f(void) { A6 }\n"
        with self.serve("--max-time", "0.5") as server:
            self.addCleanup(server.kill)
            server.stdin.write(frame(INITIALIZE))
            server.stdin.flush()
            self.next_of(server)
            (code, message), = self.diagnostics_of(server, self.opened(bomb))
            self.assertIsNone(code)
            self.assertIn("this file is not checked: ", message)
            self.assertEqual(self.diagnostics_of(server, self.changed({"text": "int x;\n"})),
                             [])
            (code, _), = self.diagnostics_of(server, self.changed({"text": "int \0x\n"}))
            self.assertEqual(code, "parse-error")
            server.stdin.write(frame(SHUTDOWN) + frame(EXIT))
            server.stdin.close()
            self.assertEqual(server.wait(PATIENCE), 0)

    def test_client_that_is_gone(self):
        gone = subprocess.Popen(["true"])
        gone.wait()
        with self.serve() as server:
            self.addCleanup(server.kill)
            server.stdin.write(frame({**INITIALIZE, "params": {"capabilities": {},
                                                               "processId": gone.pid}}))
            server.stdin.flush()
            self.assertEqual(server.wait(PATIENCE), 1)

    def test_words(self):
        for words in (["spam.c"], ["--format", "json"], ["--abi3", "2.7"], ["--no"]):
            done = subprocess.run([PROGRAM, "lsp", *words], input=b"", capture_output=True,
                                  timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stdout), (2, b""), words)


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
