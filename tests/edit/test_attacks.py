"""What a hostile tree, another user, another run or an editor does to `convert --write`.

    test_attacks.py PROGRAM WRITER PRELOAD
"""

import json
import os
import pathlib
import random
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time

from tree import CASE, NAMES, Tree, check

SOURCE = (CASE.parent / "setting/before.c").read_text()
HEADER = "static PyObject *shared;\n"


class Project:
    """A folder with sources, a home and a state folder, for the program itself."""

    def __init__(self, work, name, program):
        self.root = work / name / "project"
        self.home = work / name / "home"
        self.program = program
        self.root.mkdir(parents=True)
        self.home.mkdir()

    def put(self, name, text=SOURCE):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run(self, *words, cwd=None, text=True, **environment):
        return subprocess.run([self.program, *words], cwd=cwd or self.root, text=text,
                              capture_output=True, timeout=120, env=self.environment(
                                  **environment))

    def environment(self, **environment):
        all_ = {**os.environ, "HOME": str(self.home), **environment}
        all_.pop("XDG_STATE_HOME", None)
        return {name: value for name, value in all_.items() if value is not None}

    def snapshot(self, folder=None):
        folder = folder or self.root.parent
        return {str(path.relative_to(folder)): path.read_bytes()
                for path in sorted(folder.rglob("*"))
                if path.is_file() and not path.is_symlink() and ".local" not in path.parts}


# --- what the project brings ----------------------------------------------------------


def check_planted_journal(project):
    """A journal that the project brings is a file as any other."""
    victim = project.home / ".bashrc"
    victim.write_text("mine\n")
    notes = project.home / "notes"
    notes.write_text("mine\n")
    project.put("spam.c")
    payload = project.put("payload", "theirs\n")
    text = f"{notes}\0\0{victim}\0{payload}\0"
    for name in (".insulate-write", "journal.insulate-write", "write-0123456789abcdef"):
        project.put(name, text)
    before = project.snapshot()
    for words in ((".",), ("--plan", "."), ("--recover",), ("--write", ".")):
        run = project.run("convert", *words)
        check(run.returncode == 0, words, run)
        if "--write" not in words:
            check(project.snapshot() == before, f"{words} changes nothing")
    check(victim.read_text() == notes.read_text() == "mine\n", "the home is as it was")


def check_planted_spare(project):
    """What looks as if a dead run had left it is never taken for ours."""
    project.put("spam.c")
    project.put("spam.c.insulate-0123456789abcdef-0", "theirs\n")
    before = project.snapshot()
    run = project.run("convert", ".")
    check(run.returncode == 0 and "was left by a run that was killed" in run.stderr,
          "it is told", run)
    for words in (("--write", "."), ("--recover",)):
        run = project.run("convert", *words)
        check(run.returncode == (2 if "--write" in words else 0), words, run)
        check(project.snapshot() == before, f"{words} changes nothing")


def check_links(project):
    """A link stays one; where it leads is changed only if it was named."""
    outside = project.put("elsewhere/real.c")
    inside = project.put("src/deep/real.c", SOURCE.replace("spam", "egg"))
    link = project.root / "src/spam.c"
    link.symlink_to("../elsewhere/real.c")
    run = project.run("convert", "--write", "src")
    check(run.returncode == 1 and "[write-outside]" in run.stderr, "outside", run)
    check(outside.read_text() == SOURCE and "egg" in inside.read_text(), "nothing is written")
    run = project.run("convert", "--write", "link.c", cwd=link.parent)
    check(run.returncode == 2, "a path that is not there", run)
    run = project.run("convert", "--write", "spam.c", cwd=link.parent)
    check(run.returncode == 1 and outside.read_text() == SOURCE, "a link out, named", run)
    folder_link = project.root / "src/other"
    folder_link.symlink_to("../elsewhere")
    run = project.run("convert", "--write", "other", cwd=link.parent)
    check(run.returncode == 1 and outside.read_text() == SOURCE, "a folder by a link", run)
    run = project.run("convert", "--write", "src", "elsewhere")
    check(run.returncode == 0, "both are named", run)
    check(outside.read_text() != SOURCE and link.is_symlink(), "written through the link")


def check_header_elsewhere(project):
    """A header that has to change is named, too, or nothing is written."""
    text = f'#include <Python.h>\n#include "../shared/priv.h"\n{SOURCE}'
    text = text.replace("PyModule_AddObject", "(void)shared, PyModule_AddObject", 1)
    text += "PyObject *get(void) { return shared; }\n"
    source, header = project.put("src/spam.c", text), project.put("shared/priv.h", HEADER)
    run = project.run("convert", "--whole-or-nothing", "--write", "--format", "json", "src")
    found = [each for each in json.loads(run.stdout)["findings"]
             if each["rule"] == "write-outside"]
    check(run.returncode == 1 and len(found) == 1, "the header is outside", run)
    check(found[0]["path"] == "shared/priv.h" and found[0]["line"] == 1, "the place", found)
    check(source.read_text() == text and header.read_text() == HEADER, "nothing is written")
    run = project.run("convert", "--whole-or-nothing", "src")
    check(run.returncode == 1 and run.stdout == "" and "[write-outside]" in run.stderr,
          "nor is it in a diff", run)
    run = project.run("convert", "--whole-or-nothing", "--write", "src", "shared/priv.h")
    check(run.returncode in (0, 1) and "wrote shared/priv.h" in run.stderr, "named", run)


def check_names(project):
    """Names that a diff has to quote: git and patch take them."""
    names = ["new\nline.c", "ta\tb.c", 'quo"te.c', "back\\slash.c", "sp ace.c", "\u00fc.c",
             "bell\a.c", "--- a.c", " lead.c"]
    for i, name in enumerate(names):
        project.put(f"src/{name}", SOURCE.replace("spam", f"spam{i}"))
    originals = project.snapshot(project.root)
    run = project.run("convert", "src", text=False)
    check(run.returncode == 0, "converted", run)
    diff = run.stdout
    run = project.run("convert", "--write", "src")
    check(run.returncode == 0, "written", run)
    wanted = project.snapshot(project.root)
    check(all(wanted[name] != text for name, text in originals.items()), "all changed")
    check("\nline.c" not in run.stderr and "\\x0aline.c" in run.stderr, "wrote …", run)
    for tool in (["git", "apply", "-p1"], ["patch", "-p1", "-s"]):
        if shutil.which(tool[0]) is None:
            continue
        folder = project.root.parent / tool[0]
        for name, text in originals.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text)
        done = subprocess.run(tool, cwd=folder, input=diff, capture_output=True, timeout=60)
        check(done.returncode == 0, tool, done)
        check({name: (folder / name).read_bytes() for name in wanted} == wanted,
              f"{tool}: the same as --write")


def check_terminal(project):
    """Nothing that a file's name or text holds reaches a terminal as an order."""
    hostile = "\x1b]0;x\a\x9b31m\u202etxt\u2066\u200b\x7f"
    project.put(f"{hostile}.c", f'int x;\n#error "{hostile}"\nint f(void) {{ static int n; '
                                'return n++; }\n')
    project.put("good.c")
    bad = set("\x1b\a\x9b\u202e\u2066\u200b\x7f")
    for words in (("check", "."), ("check", "--format", "github", "."),
                  ("check", "--format", "json", "."), ("check", "--format", "sarif", "."),
                  ("convert", "--plan", "."), ("check", f"{hostile}"),
                  ("check", f"--{hostile}"), (hostile,), ("convert", "--write", ".")):
        run = project.run(*words)
        seen = bad & set(run.stdout + run.stderr)
        check(not seen, words, seen, run)
        if "json" in words:
            paths = [each["path"] for each in json.loads(run.stdout)["findings"]]
            check(f"{hostile}.c" in paths, "the name is whole in JSON", paths)


# --- where the journal lies -----------------------------------------------------------


def check_state_folder(scene):
    """A folder that is not ours alone is none."""
    tree = scene("state")
    place = tree.state / "insulate"
    place.mkdir(parents=True)
    for damage, undo in (
            (lambda: place.chmod(0o777), lambda: place.chmod(0o700)),
            (lambda: place.chmod(0o720), lambda: place.chmod(0o700)),
            (lambda: (place.rmdir(), place.symlink_to(tree.root)), place.unlink),
            (lambda: place.write_text(""), place.unlink)):
        damage()
        run = tree.write()
        check(run.returncode == 2 and "XDG_STATE_HOME" in run.stderr, "refused", run)
        check(tree.texts() == tree.old, "nothing is written", tree.texts())
        undo()
    if os.geteuid() == 0:
        place.mkdir(exist_ok=True)
        os.chown(place, 65534, 65534)
        run = tree.write()
        check(run.returncode == 2 and "another user" in run.stderr, "another's", run)
        os.chown(place, 0, 0)
    check(tree.write().returncode == 0, "and then all is well")


def field(*values):
    return b"".join((f"{value:x}" if isinstance(value, int) else value).encode() + b"\0"
                    for value in values)


def check_forged_journal(scene):
    """A journal in our own folder that leads out of the tree is none."""
    tree = scene("forged")
    victim = tree.root.parent / "victim"
    victim.write_text("mine")
    for path in ("../victim", "/etc/passwd", "a/../../victim", "", "a//s0.c", "./a"):
        folder = tree.state / "insulate/write-0123456789abcdef"
        folder.mkdir(parents=True, exist_ok=True)
        tree.state.joinpath("insulate").chmod(0o700)
        text = field("insulate-write 1", 1, str(tree.root), 0, 0, 0, 1, path, 0, 0, 0,
                     "x", 1, 0, 0, 0, 0)
        for cut in (text, text[:-3], text + b"more", b"", b"\0" * 50):
            (folder / "journal.insulate-write").write_bytes(cut)
            run = tree.recover()
            check(run.returncode == 2 and "not a valid journal" in run.stderr, path, cut, run)
            check(tree.texts() == tree.old and victim.read_text() == "mine", "untouched")


def check_no_home(work, scene, writer):
    """No home, one that is not there, or another user's: there is a place in /var/tmp."""
    fallback = pathlib.Path(f"/var/tmp/insulate-{os.geteuid()}")
    foreign = work / "foreign"
    foreign.mkdir()
    homes = [None, "/nowhere", "relative"]
    if os.geteuid() == 0:
        os.chown(foreign, 65534, 65534)
        homes.append(str(foreign))
    for home in homes:
        tree = scene("homeless")
        environment = tree.environment()
        environment.pop("XDG_STATE_HOME")
        environment.pop("HOME")
        if home is not None:
            environment["HOME"] = home
        run = subprocess.run([writer, tree.root, *NAMES], env=environment,
                             capture_output=True, text=True, timeout=60)
        check(run.returncode == 0 and tree.texts() == tree.new, home, run)
        check(not list(foreign.iterdir()), "nothing is made in another's home")
        check(not list(fallback.glob("write-*/journal*")), "no journal is left")


# --- other runs -----------------------------------------------------------------------


def wait_for(path, text, child):
    while not path.exists() or text not in path.read_text():
        check(child.poll() is None, "it goes on", child.returncode)
        time.sleep(0.01)


def check_two_at_once(scene):
    """The second run says so, and the first one does all."""
    tree = scene("two")
    log = tree.root.parent / "calls"
    child = tree.start(PAUSE_AT="2", ONLY="renameat2", COUNT_IN=str(log))
    wait_for(log, "2", child)
    run = tree.write()
    check(run.returncode == 2 and "another run is writing" in run.stderr, "second", run)
    child.communicate(timeout=60)
    check(child.returncode == 0 and tree.texts() == tree.new, "first", tree.texts())
    tree.check_tidy("both")


def mixed(scene, name):
    tree = scene(name)
    run = tree.write(END_AT="3", ONLY="renameat2")
    check(run.returncode == 99 and not tree.is_whole(), "killed in between", run)
    return tree


def check_copy(scene):
    """A copy is another tree: nothing there leads to the first one, or changes it."""
    tree = mixed(scene, "copied")
    copy = tree.root.parent / "copy"
    subprocess.run(["cp", "-a", tree.root, copy], check=True)
    before, in_copy = tree.texts(), tree.texts(copy)
    run = tree.recover(copy)
    check(run.returncode == 0 and "foreign" in run.stdout, "the copy", run)
    check(tree.texts() == before and tree.texts(copy) == in_copy, "all as it was")
    run = tree.recover()
    check(tree.texts() == tree.old and tree.texts(copy) == in_copy, "the first one", run)


def check_moved(scene):
    """A tree that was moved is the same tree."""
    tree = mixed(scene, "moved")
    moved = tree.root.parent / "elsewhere"
    tree.root.rename(moved)
    tree.root.mkdir()
    (tree.root / "a").mkdir()
    (tree.root / "a/s0.c").write_text("another\n")
    run = tree.recover(moved)
    check(run.returncode == 0 and tree.texts(moved) == tree.old, "recovered", run)
    check((tree.root / "a/s0.c").read_text() == "another\n", "not the one in its place")


def check_process_ids(scene):
    """In containers all runs have one process id."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return
    box = ["unshare", "--pid", "--fork", "--mount-proc"]
    if subprocess.run([*box, "true"], capture_output=True).returncode != 0:
        return
    tree = scene("ids")
    for end_at in ("20", "30", "50", None):
        fault = {"END_AT": end_at} if end_at else {}
        subprocess.run([*box, "sh", "-c", 'LD_PRELOAD="$PRELOAD" "$@"; true', "sh",
                        tree.writer, tree.root, *NAMES], capture_output=True, timeout=60,
                       env={**tree.environment(), **fault, "PRELOAD": str(tree.preload)})
        tree.check_each_old_or_new(end_at)
        if end_at:
            check(tree.recover().returncode == 0 and tree.texts() == tree.old, end_at)
    check(tree.texts() == tree.new, "the last one writes", tree.texts())
    tree.check_tidy("ids")


# --- editors --------------------------------------------------------------------------


def check_editor(scene, in_place):
    """What is saved at any moment is there in the end."""
    dice = random.Random(5)
    n_taken_back = 0
    for i in range(60):
        tree = scene(f"editor-{i}")
        name = dice.choice(NAMES[:-1])
        path, mark = tree.root / name, f"edit {i}\n"
        pause = dice.random() * 0.03

        def save():
            time.sleep(pause)
            if in_place:
                with path.open("a") as file:
                    file.write(mark)
            else:
                fresh = path.with_suffix(".tmp")
                fresh.write_text(path.read_text() + mark)
                fresh.rename(path)

        child = tree.start()
        thread = threading.Thread(target=save)
        thread.start()
        child.communicate(timeout=60)
        thread.join()
        texts = tree.texts()
        check(mark in texts[name], "the edit is there", i, name, texts, child.returncode)
        check(child.returncode in (0, 2), "it ends", child.returncode)
        n_taken_back += child.returncode == 2
        # Who read a file before it was written, and saves it afterwards, has the old text.
        others = {each: text for each, text in texts.items() if each != name}
        kinds = [{each: text for each, text in kind.items() if each != name}
                 for kind in (tree.old, tree.new)]
        check(others == kinds[child.returncode == 0], "the others are of one kind", i, texts)
        check(not tree.journals(), "no journal", tree.journals())
        shutil.rmtree(tree.root.parent)
    print(f"{n_taken_back} of 60 saves ({'in place' if in_place else 'renamed'}) were met")


def check_editor_at_each_step(scene):
    """Someone saves in front of call N, with the next state of the text each time."""
    for in_place in (True, False):
        for step in range(1, 12):
            tree = scene(f"step-{step}")
            log = tree.root.parent / "calls"
            child = tree.start(PAUSE_AT=str(step), COUNT_IN=str(log),
                               ONLY="renameat2,rename")
            while not log.exists() or len(log.read_text().splitlines()) < step:
                if child.poll() is not None:
                    break
                time.sleep(0.005)
            path = tree.root / "b/s2.c"
            if in_place:
                with path.open("a") as file:
                    file.write("edit\n")
            else:
                fresh = tree.root / "b/fresh"
                fresh.write_text(path.read_text() + "edit\n")
                fresh.rename(path)
            child.communicate(timeout=60)
            texts = tree.texts()
            check("edit" in texts["b/s2.c"], "the edit is there", step, in_place, texts)
            if child.returncode == 2:
                others = {**texts, "b/s2.c": tree.old["b/s2.c"]}
                check(others == tree.old, "the others are taken back", step, texts)


def check_new_file_of_user(scene):
    """A file that somebody makes where a new one is to be is theirs."""
    tree = scene("new")
    log = tree.root.parent / "calls"
    child = tree.start(PAUSE_AT="2", ONLY="renameat2", COUNT_IN=str(log))
    wait_for(log, "2", child)
    (tree.root / "b/new.h").write_text("mine\n")
    _, errors = child.communicate(timeout=60)
    check(child.returncode == 2 and "already exists" in errors, "refused", errors)
    check(tree.texts() == {**tree.old, "b/new.h": "mine\n"}, "taken back", tree.texts())
    tree.check_tidy("new")


# --- what a file has beside its text --------------------------------------------------


def access_list(*entries):
    """A POSIX access list as the kernel keeps it: (tag, rights, id) each."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *each) for each in entries)


def attributes(path):
    status = path.stat()
    return (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode),
            {name: os.getxattr(path, name) for name in os.listxattr(path)})


def check_attributes(scene):
    """Owner, mode, access lists and extended attributes stay; nothing is added."""
    tree = scene("attributes")
    none = 0xffffffff
    path = tree.root / "a/s0.c"
    path.chmod(0o4750)
    try:
        os.setxattr(path, "user.note", b"mine\0\xff")
        os.setxattr(path, "system.posix_acl_access", access_list(
            (1, 6, none), (2, 7, 1), (4, 4, none), (16, 7, none), (32, 0, none)))
        os.setxattr(tree.root / "b", "system.posix_acl_default", access_list(
            (1, 7, none), (2, 7, 1), (4, 4, none), (16, 7, none), (32, 0, none)))
    except OSError as error:
        print(f"no access lists here: {error}")
    if os.geteuid() == 0:
        os.chown(path, 1234, 4321)
        path.chmod(0o6750)
    before = {name: attributes(tree.root / name) for name in tree.old}
    run = tree.write()
    check(run.returncode == 0 and tree.texts() == tree.new, "written", run)
    for name, wanted in before.items():
        check(attributes(tree.root / name) == wanted, name, wanted,
              attributes(tree.root / name))


def check_owner_that_cannot_stay(scene, work):
    """A file of another user is refused, by one who could only make it his own."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        return
    tree = scene("owner")
    for path in (work, tree.root.parent, tree.root, tree.root / "a", tree.root / "b"):
        path.chmod(0o777)
    tree.state.mkdir()
    os.chown(tree.state, 1000, 1000)
    box = work / "writer"
    shutil.copy(tree.writer, box)
    run = subprocess.run(["setpriv", "--reuid", "1000", "--regid", "1000",
                          "--clear-groups", box, tree.root, *NAMES], capture_output=True,
                         text=True, env=tree.environment(), timeout=60)
    check(run.returncode == 2 and "the same owner" in run.stderr, "refused", run)
    check(tree.texts() == tree.old, "nothing is written", tree.texts())
    tree.check_tidy("owner")


# --- full disks, signals, answers -----------------------------------------------------


def check_small_disk(work, writer):
    """A file system that is full at any point of the work."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return
    script = """
        mount -t tmpfs -o size=256k tmpfs "$1" || exit 77
        mkdir -p "$1/tree/a" "$1/state"
        yes 'old text' | head -c 40000 > "$1/tree/a/0.c"; cp "$1/tree/a/0.c" "$1/tree/a/1.c"
        sum=$(cat "$1"/tree/a/*.c | cksum)
        n=0; failed=0
        while [ $n -lt 60 ]; do
            head -c $((n * 4096)) /dev/zero > "$1/filler" 2> /dev/null
            XDG_STATE_HOME="$1/state" "$2" "$1/tree" a/0.c a/1.c > "$1.out" 2>&1
            code=$?
            now=$(cat "$1"/tree/a/*.c | cksum)
            if [ $code = 0 ]; then
                grep -q old "$1"/tree/a/*.c && { echo "0, but old is left"; exit 1; }
                sed -i s/new/old/ "$1"/tree/a/*.c
                sum=$(cat "$1"/tree/a/*.c | cksum)
            else
                failed=$((failed + 1))
                [ "$now" = "$sum" ] || { echo "$code: mixed"; cat "$1.out"; exit 1; }
            fi
            rm -f "$1/filler"
            [ $(ls "$1/tree/a" | wc -l) = 2 ] || { ls "$1/tree/a"; exit 1; }
            n=$((n + 1))
        done
        [ $failed -gt 0 ] || { echo "never full"; exit 1; }
    """
    disk = work / "disk"
    disk.mkdir()
    run = subprocess.run(["unshare", "--mount", "sh", "-c", script, "sh", disk, writer],
                         capture_output=True, text=True, timeout=120)
    check(run.returncode in (0, 77), "a small disk", run)


def check_no_temporary_sources(project):
    """No end of a run leaves a copy of the sources."""
    project.put("spam.c")
    project.put("egg.c", SOURCE.replace("spam", "egg"))
    temporary = project.root.parent / "tmp"
    temporary.mkdir()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT,
                   signal.SIGKILL, signal.SIGSEGV):
        for delay in (0.05, 0.2, 0.5):
            child = subprocess.Popen(
                [project.program, "convert", "."], cwd=project.root,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env=project.environment(TMPDIR=str(temporary)),
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
            time.sleep(delay)
            child.send_signal(number)
            child.wait(timeout=60)
            # A crash while libclang parses is a finding.
            allowed = (0, 1, -number) if number == signal.SIGSEGV else (0, -number)
            check(child.returncode in allowed, "the exit status", number, child.returncode)
            left = list(temporary.rglob("*"))
            check(not left, f"{number} leaves nothing", left)


def check_output(project):
    """--output goes to what there is, and stays what it was."""
    project.put("spam.c", "static int n;\nint f(void) { return n++; }\n")
    wanted = project.run("check", "spam.c").stdout
    check("spam.c:1" in wanted, "there is an answer", wanted)

    def answer(path, **options):
        run = project.run("check", "-o", str(path), "spam.c", **options)
        return run.returncode, run.stderr

    fifo = project.root / "fifo"
    os.mkfifo(fifo)
    reader = subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE, text=True)
    answer(fifo)
    check(reader.communicate(timeout=60)[0] == wanted, "a pipe")
    check(stat.S_ISFIFO(fifo.stat().st_mode), "stays a pipe")
    code, errors = answer("/dev/full")
    check(code == 2 and "No space" in errors, "a full device", errors)
    check(answer("/dev/null")[0] == 1, "no device is replaced")
    check(stat.S_ISCHR(os.stat("/dev/null").st_mode), "it is a device still")

    real, link = project.put("real.txt", "x" * 100000), project.root / "link.txt"
    link.symlink_to("real.txt")
    real.chmod(0o640)
    answer(link)
    check(link.is_symlink() and real.read_text() == wanted, "a link", real.read_text())
    check(stat.S_IMODE(real.stat().st_mode) == 0o640, "its mode")
    dangling = project.root / "dangling.txt"
    dangling.symlink_to("made.txt")
    answer(dangling)
    check((project.root / "made.txt").read_text() == wanted, "a link to nothing")

    second = project.root / "second.txt"
    os.link(real, second)
    real.write_text("y" * 100000)
    answer(real)
    check(second.read_text() == wanted and real.samefile(second), "hard links stay")

    read_only = project.put("read-only.txt", "mine\n")
    read_only.chmod(0o444)
    code, errors = answer(read_only)
    check(code == 2 and "read-only" in errors, "a read-only file", errors)
    check(read_only.read_text() == "mine\n", "is as it was")
    code, errors = answer(project.root)
    check(code == 2, "a folder", errors)

    log = project.put("log.txt", "earlier\n")
    for word in ("/dev/stdout", log):
        log.write_text("earlier\n")
        with log.open("a") as out:
            subprocess.run([project.program, "check", "-q", "-o", word, "spam.c"],
                           cwd=project.root, stdout=out, env=project.environment())
        check(log.read_text() == "earlier\n" + wanted, f"{word}", log.read_text())
    with tempfile.TemporaryFile("w+") as nameless:
        subprocess.run([project.program, "check", "-q", "-o", f"/dev/fd/{nameless.fileno()}",
                        "spam.c"], cwd=project.root, pass_fds=[nameless.fileno()],
                       env=project.environment())
        nameless.seek(0)
        check(nameless.read() == wanted, "a file without a name")
    check(not [path for path in project.root.rglob("*") if "insulate-" in path.name
               or "deleted" in path.name], "nothing is left beside")
    mask = os.umask(0o027)
    answer("masked.txt")
    os.umask(mask)
    check(stat.S_IMODE((project.root / "masked.txt").stat().st_mode) == 0o640, "the umask")


def main():
    program, writer, preload = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)

        def scene(label, **options):
            shutil.rmtree(work / label, ignore_errors=True)
            return Tree(work, label, writer, preload, **options)

        for test in (check_planted_journal, check_planted_spare, check_links,
                     check_header_elsewhere, check_names, check_terminal,
                     check_no_temporary_sources, check_output):
            test(Project(work, test.__name__, program))
        for test in (check_state_folder, check_forged_journal, check_two_at_once, check_copy,
                     check_moved, check_process_ids, check_editor_at_each_step,
                     check_new_file_of_user, check_attributes):
            test(scene)
        check_no_home(work, scene, writer)
        check_editor(scene, in_place=True)
        check_editor(scene, in_place=False)
        check_owner_that_cannot_stay(scene, work)
        check_small_disk(work, writer)


if __name__ == "__main__":
    main()
