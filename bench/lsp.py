"""`insulate lsp` after a change in a long file, against 300 ms

The cases are the longest sources of the real packages, unsaved, with one line inserted in
the middle ROUNDS times, until diagnostics of that version are there: with all
configurations of #if, and with that of the build only (`-one`).  The least time that passed
in a round counts, since configurations are read beside each other; the processor time of
the server is printed, too, and the time of a hover, which is answered from what is known.

`-floor` compares the processor time of one configuration with what libclang alone takes to
parse the changed text again, with a precompiled preamble and without checks; no server that
uses it can take less.

`-plain` is without a compilation database: a Python must be asked for its headers.

`-most` has branches behind the text that ask for as many configurations as one run reads:
the headers are parsed again for each.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests/real"))

from package import StepError, find_pythons, packages  # noqa: E402

GOAL_S = 0.300
FLOOR_GOAL = 10.0
ROUNDS = 6
LONG = 2000  # lines
BRANCHES = "".join(f"""
#if {condition}
static PyObject *branch_{i};
void set_branch_{i}(PyObject *object) {{ branch_{i} = Py_NewRef(object); }}
#endif
""" for i, condition in enumerate(["defined Py_GIL_DISABLED", "PY_VERSION_HEX < 0x030a0000",
                                   *(f"BENCH_MODE == {n}" for n in range(1, 4))]))


class Server:
    def __init__(self, insulate, folder, *words):
        self.process = subprocess.Popen([insulate, "lsp", *words], cwd=folder,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send(id=1, method="initialize", params={
            "processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self.receive(lambda message: message.get("id") == 1)
        self.send(method="initialized", params={})

    def send(self, **message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def receive(self, is_wanted):
        while True:
            size = 0
            while line := self.process.stdout.readline().strip():
                name, value = line.split(b":")
                size = int(value) if name.lower() == b"content-length" else size
            if size == 0:
                raise StepError("the language server ended")
            message = json.loads(self.process.stdout.read(size))
            if is_wanted(message):
                return message

    def diagnostics(self, uri, version):
        return self.receive(lambda message: message.get("params", {}).get("uri") == uri and
                            message["params"].get("version") == version)

    def seconds(self):
        """Processor seconds so far, with those of the process that analyses."""
        processes = [self.process.pid]
        for process in processes:
            children = Path(f"/proc/{process}/task/{process}/children").read_text()
            processes += map(int, children.split())
        ticks = 0
        for process in processes:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.kill()
        self.process.wait()


class Unsaved(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("text", ctypes.c_char_p),
                ("size", ctypes.c_ulong)]


def blank_line(lines):
    """The first one behind the middle: there a line is inserted."""
    return next(i for i in range(len(lines) // 2, len(lines)) if not lines[i].strip())


def floor(library, path, flags):
    """Processor seconds in which libclang parses PATH again after a change."""
    clang = ctypes.CDLL(library)
    clang.clang_createIndex.restype = ctypes.c_void_p
    name, text = str(path).encode(), path.read_text()
    lines = text.splitlines()
    line = blank_line(lines)
    words = [b"cc", *(flag.encode() for flag in flags)]
    unit, options = ctypes.c_void_p(), 1 | 4 | 256 | 512  # as csource/reader.c
    index = ctypes.c_void_p(clang.clang_createIndex(0, 0))

    def unsaved(n):
        changed = lines[:line] + [f"/* {n} */"] * n + lines[line:]
        data = ("\n".join(changed) + "\n").encode()
        return ctypes.byref(Unsaved(name, data, len(data)))

    if clang.clang_parseTranslationUnit2FullArgv(
            index, name, (ctypes.c_char_p * len(words))(*words), len(words), unsaved(0), 1,
            options, ctypes.byref(unit)) != 0:
        raise StepError(f"{path}: libclang does not parse it")
    used = time.process_time()
    for n in range(1, ROUNDS + 1):
        if clang.clang_reparseTranslationUnit(unit, 1, unsaved(n), 0) != 0:
            raise StepError(f"{path}: libclang does not parse it again")
    used = time.process_time() - used
    clang.clang_disposeTranslationUnit(unit)
    clang.clang_disposeIndex(index)
    return used / ROUNDS


def library_of(insulate):
    """The libclang that the program uses, and the arguments for its own headers."""
    report = json.loads(subprocess.run([insulate, "doctor", "--format", "json"],
                                       stdout=subprocess.PIPE, text=True).stdout)
    found = next(each for each in report["equipment"] if each["name"] == "libclang")
    headers = found["detail"].partition("compiler headers in ")[2]
    return found["detail"].split(" (")[0], ["-resource-dir", headers] if headers else []


def measure(insulate, folder, path, *words, more=""):
    """Processor seconds of a change on average, and the least that passed for one and for a
    hover."""
    server = Server(insulate, folder, *words)
    try:
        uri, text = path.as_uri(), path.read_text() + more
        server.send(method="textDocument/didOpen", params={"textDocument": {
            "uri": uri, "languageId": "c", "version": 1, "text": text}})
        server.diagnostics(uri, 1)
        lines = text.splitlines()
        place = {"line": blank_line(lines), "character": 0}
        changes, hovers = [], []
        used = server.seconds()
        for version in range(2, ROUNDS + 2):
            start = time.perf_counter()
            server.send(method="textDocument/didChange", params={
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": {"start": place, "end": place},
                                    "text": f"/* {version} */\n"}]})
            server.diagnostics(uri, version)
            changes.append(time.perf_counter() - start)
            start = time.perf_counter()
            server.send(id=version, method="textDocument/hover", params={
                "textDocument": {"uri": uri}, "position": place})
            server.receive(lambda message: message.get("id") == version)
            hovers.append(time.perf_counter() - start)
        used = server.seconds() - used
        return used / ROUNDS, min(changes), min(hovers)
    finally:
        server.stop()


def absolute(flags, folder):
    return [f"-I{folder / flag[2:]}" if flag.startswith("-I") else flag for flag in flags]


def main():
    insulate = Path(sys.argv[1]).absolute()
    pythons = find_pythons()
    if not pythons:
        raise StepError("no Python with headers; run ./setup")
    library, own_headers = library_of(insulate)
    with tempfile.TemporaryDirectory(prefix="insulate-bench-") as work:
        for package in packages():
            if not all(name.endswith(".c") for name in package.sources):
                continue
            folder = Path(work).resolve() / package.name
            package.unpack(folder)
            flags = [*package.flags, f"-I{pythons[-1].include}"]
            (folder / "compile_commands.json").write_text(json.dumps([
                {"directory": str(folder), "file": name,
                 "arguments": ["cc", *flags, "-c", name]} for name in package.sources]))
            path = max((folder / name for name in package.sources),
                       key=lambda path: path.stat().st_size)
            n_lines = len(path.read_text().splitlines())
            every, passed, hover = measure(insulate, folder, path)
            one, passed_one, _ = measure(insulate, folder, path, "--configurations", "one")
            if n_lines >= LONG:
                _, most, _ = measure(insulate, folder, path, more=BRANCHES)
            if not package.flags:
                (folder / "compile_commands.json").unlink()
                _, plain, _ = measure(insulate, folder, path, "--python",
                                      str(pythons[-1].base))
            least = floor(library, path, [*own_headers, *absolute(flags, folder)])
            print(f"{path.relative_to(folder)}: {n_lines} lines; all configurations "
                  f"{passed * 1000:.0f} ms ({every * 1000:.0f} of processors), one "
                  f"{passed_one * 1000:.0f} ms ({one * 1000:.0f}), a hover "
                  f"{hover * 1000:.1f} ms; libclang alone {least * 1000:.0f} ms")
            print(f"lsp/{package.name} ratio {passed / GOAL_S:.2f} goal 1.00")
            print(f"lsp/{package.name}-one ratio {passed_one / GOAL_S:.2f} goal 1.00")
            if n_lines >= LONG:
                print(f"lsp/{package.name}-most ratio {most / GOAL_S:.2f} goal 1.00")
            if not package.flags:
                print(f"lsp/{package.name}-plain ratio {plain / GOAL_S:.2f} goal 1.00")
            print(f"lsp/{package.name}-floor ratio {one / least:.2f} goal {FLOOR_GOAL:.2f}",
                  flush=True)


if __name__ == "__main__":
    try:
        main()
    except StepError as error:
        sys.exit(f"bench lsp: {error}")
