"""Writing that is ended, or fails, at each of its steps: old texts or new ones.

    test_kill.py PROGRAM WRITER PRELOAD [KILLS]

A run that was ended between two files leaves a journal, and the next one, or `convert
--recover`, takes its changes back.  KILLS (60) counts those at random moments.
"""

import errno
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from tree import CASE, Tree, check

LIMIT_STEPS = 200
MODES = ({}, {"NO_EXCHANGE": "1"})  # with it, file systems as NFS


def check_steps(scene):
    """kill -9 before each call."""
    for mode in MODES:
        n_mixed = 0
        for step in range(1, LIMIT_STEPS):
            tree = scene(f"step-{step}")
            run = tree.write(END_AT=str(step), **mode)
            if run.returncode == 0:
                check(tree.texts() == tree.new, "the last step", run)
                tree.check_tidy("the last step")
                break
            what = f"ended at step {step} {mode}"
            check(run.returncode == 99, what, run)
            tree.check_each_old_or_new(what)
            n_mixed += not tree.is_whole()
            check(tree.is_whole() or tree.journals(), f"{what}: a journal knows of it")
            run = tree.recover()
            check(run.returncode == 0, f"{what}: recovered", run)
            check(tree.is_whole(), f"{what}: whole", tree.texts())
            tree.check_tidy(what)
            run = tree.write()
            check(run.returncode == 0 and tree.texts() == tree.new, f"{what}: again", run)
            tree.remove()
        check(step > 50 and n_mixed >= 3, f"there are steps {mode}", step, n_mixed)


def check_steps_of_recovery(scene):
    """A recovery that is killed, too, is done by the next."""
    for mode in MODES:
        for step in range(1, LIMIT_STEPS):
            tree = scene(f"recovery-{step}")
            run = tree.write(END_AT="3", ONLY="renameat2,link", **mode)
            check(run.returncode == 99 and not tree.is_whole(), "killed in between", run)
            run = tree.recover(END_AT=str(step), **mode)
            tree.check_each_old_or_new(f"recovery ended at step {step} {mode}")
            again = tree.recover(**mode)
            check(again.returncode == 0 and tree.texts() == tree.old, "recovered", again,
                  tree.texts())
            tree.check_tidy(f"recovery ended at step {step} {mode}")
            tree.remove()
            if run.returncode == 0:
                break
        check(step > 5, f"there are steps of recovery {mode}", step)


def check_faults(scene):
    """Each call fails once."""
    for mode in MODES:
        for number in (errno.EIO, errno.ENOSPC):
            n_failed = 0
            for step in range(1, LIMIT_STEPS):
                tree = scene(f"fault-{step}")
                log = tree.root.parent / "calls"
                run = tree.write(FAIL_AT=str(step), FAIL_WITH=str(number),
                                 COUNT_IN=str(log), **mode)
                what = f"{os.strerror(number)} at step {step} {mode}"
                check(run.returncode in (0, 2), what, run)
                wanted = tree.new if run.returncode == 0 else tree.old
                check(tree.texts() == wanted, f"{what}: the exit code is true", run,
                      tree.texts())
                n_failed += run.returncode == 2
                n_calls = len(log.read_text().splitlines())
                run = tree.recover()
                check(run.returncode == 0 and tree.texts() == wanted,
                      f"{what}: the next run takes nothing back", run, tree.texts())
                tree.check_tidy(what)
                tree.remove()
                if step > n_calls:
                    break
            check(n_failed > 30, f"there are faults {mode}", n_failed)


def check_lasting_faults(scene):
    """From some call on all of its kind fail: what is told is what is there."""
    for names in ("rename,renameat2,link", "unlink", "fsync", "write", "close", "rmdir"):
        n_honest = 0
        for step in range(1, 40):
            tree = scene(f"lasting-{step}")
            run = tree.write(FAIL_AT=str(step), FAIL_ALL="1", ONLY=names)
            what = f"{names} fail from {step} on"
            tree.check_each_old_or_new(what)
            if run.returncode == 0:
                check(tree.texts() == tree.new, f"{what}: 0 means all", run)
            else:
                check(run.returncode == 2 and run.stderr, what, run)
                told = "no file was changed" in run.stderr
                check(told == (tree.texts() == tree.old), f"{what}: the message is true",
                      run.stderr, tree.texts())
                n_honest += not told
            before = tree.texts()
            again = tree.recover()
            check(again.returncode == 0 and tree.is_whole(), f"{what}: whole", again)
            check(run.returncode != 0 or tree.texts() == before,
                  f"{what}: a success is not undone", tree.texts())
            tree.check_tidy(what)
            tree.remove()
        check(n_honest > 0 or "rename" not in names, f"{names}: some stay mixed")


def check_random(scene, folder, n_kills):
    """kill -9 at any moment."""
    seed = int(time.time())
    print(f"seed {seed}")
    dice = random.Random(seed)
    lengths = []
    for i in range(5):
        begin = time.monotonic()
        scene(f"measure-{i}", folder).write()
        lengths.append(time.monotonic() - begin)
    n_killed = n_mixed = 0
    for i in range(n_kills):
        tree = scene(f"random-{i}", folder, size=1 << dice.randrange(14))
        child = tree.start()
        time.sleep(dice.random() * sorted(lengths)[2])
        child.kill()
        child.communicate()
        what = f"kill {i}"
        n_killed += child.returncode == -signal.SIGKILL
        tree.check_each_old_or_new(what)
        n_mixed += not tree.is_whole()
        run = tree.recover()
        check(run.returncode == 0 and tree.is_whole(), what, run, seed)
        tree.check_tidy(what)
        tree.remove()
    print(f"{n_killed} of {n_kills} were killed, {n_mixed} mixed until they were recovered")


def check_signals(scene):
    """Signals wait until all is written, and then end the run as they should."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT,
                   signal.SIGALRM, signal.SIGUSR1, signal.SIGIO):
        signal.signal(number, signal.SIG_DFL)  # nohup's children ignore SIGHUP
        tree = scene(f"signal-{number}")
        child = tree.start(PAUSE_AT="2", ONLY="renameat2", COUNT_IN=str(tree.root / "n"),
                           HOLD="1")
        while "2 " not in ((tree.root / "n").read_text() if (tree.root / "n").exists()
                          else ""):
            check(child.poll() is None, "it pauses", child.returncode)
            time.sleep(0.01)
        child.send_signal(number)
        (tree.root / "n").unlink()
        child.communicate(timeout=60)
        (tree.root / "n").unlink(missing_ok=True)  # made again by the calls that follow
        check(child.returncode == (0 if number == signal.SIGIO else -number),
              f"{number} ends it", child.returncode)
        check(tree.texts() == tree.new, f"all is written at {number}", tree.texts())
        tree.check_tidy(f"signal {number}")


# --- the program itself ---------------------------------------------------------------


def texts(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()
            if path.suffix in (".c", ".h")}


def convert(program, folder, *words, **options):
    environment = {**os.environ, "XDG_STATE_HOME": str(folder.parent / "state"),
                   **options.pop("environment", {})}
    words = words or (*(CASE / "words").read_text().split(), "--write", ".")
    return subprocess.run([program, "convert", *words], cwd=folder,
                          capture_output=True, env=environment, timeout=120, **options)


def killed(program, preload, folder, at):
    shutil.copytree(CASE / "before", folder)
    return convert(program, folder, environment={
        "LD_PRELOAD": str(preload), "END_AT": str(at), "ONLY": "renameat2"})


def check_program(program, preload, work):
    before, after = texts(CASE / "before"), texts(CASE / "after")
    for at in range(1, 5):
        folder = work / f"kill-{at}"
        run = killed(program, preload, folder, at)
        now = texts(folder)
        check(run.returncode == 99 and (now == before) == (at == 1), f"{at}", run, now)
        run = convert(program, folder, ".")
        check(run.returncode == 2 and b"killed" in run.stderr and b"--recover" in run.stderr,
              "without --write it says what to do", run)
        check(texts(folder) == now, "and changes nothing")
        if at % 2 == 0:
            run = convert(program, folder, "--recover")
            check(run.returncode == 0 and texts(folder) == before, "--recover", run)
        else:
            run = convert(program, folder)
            check(run.returncode == 0 and b"killed" in run.stderr, "--write", run)
            check(texts(folder) == after, "goes on with what was before")
        run = convert(program, folder, "--recover")
        check(run.returncode == 0 and b"no run was killed" in run.stderr, "all done", run)
        left = {path.name for path in folder.iterdir()} - set(after)
        check(not left, "nothing is left", left)


def check_changed_since(program, preload, work):
    """What somebody wrote after the kill is not taken back."""
    folder = work / "edit"
    killed(program, preload, folder, 3)
    for path in folder.glob("*.c"):
        path.write_bytes(path.read_bytes() + b"/* later */\n")
    mine = texts(folder)
    for words in (("--recover",), ("--write", ".")):
        run = convert(program, folder, *words)
        check(run.returncode == 2 and b"changed since" in run.stderr, words, run)
        check(texts(folder) == mine, "all as it was")


def check_full(program, work):
    folder = work / "full"
    shutil.copytree(CASE / "before", folder)
    run = subprocess.run(["sh", "-c", 'ulimit -f 1; exec "$0" convert --write .', program],
                         cwd=folder, capture_output=True, timeout=120,
                         env={**os.environ, "XDG_STATE_HOME": str(work / "state")})
    assert run.returncode == 2, (run.returncode, run.stderr)
    assert b"File too large" in run.stderr, run.stderr
    assert texts(folder) == texts(CASE / "before")
    assert len(list(folder.iterdir())) == len(texts(folder)), list(folder.iterdir())


def check_latin(program, work):
    folder = work / "latin"
    folder.mkdir()
    source = (CASE.parent / "setting/before.c").read_bytes()
    (folder / "spam.c").write_bytes(b"/* caf\xe9 */\n" + source)
    run = convert(program, folder)
    assert run.returncode == 0, run.stderr
    wanted = (CASE.parent / "setting/after.c").read_bytes()
    assert (folder / "spam.c").read_bytes() == b"/* caf\xe9 */\n" + wanted


def check_read_only(program, work):
    folder = work / "read-only"
    shutil.copytree(CASE / "before", folder)
    folder.chmod(0o555)
    try:
        if os.access(folder, os.W_OK):
            return  # as root nothing is read-only
        run = convert(program, folder)
        assert run.returncode == 2, (run.returncode, run.stderr)
        assert texts(folder) == texts(CASE / "before")
    finally:
        folder.chmod(0o755)


def check_read_only_file(program, work):
    folder = work / "read-only-file"
    shutil.copytree(CASE / "before", folder)
    last = sorted(folder.glob("*.c"))[-1]
    last.chmod(0o444)
    run = convert(program, folder)
    assert run.returncode == 2, (run.returncode, run.stderr)
    assert b"is read-only" in run.stderr, run.stderr
    assert texts(folder) == texts(CASE / "before")
    assert last.stat().st_mode & 0o777 == 0o444


def main():
    program, writer, preload = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    n_kills = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    quick = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # a disk has to sync
    with tempfile.TemporaryDirectory() as name, \
            tempfile.TemporaryDirectory(dir=quick) as quick_name:
        work = pathlib.Path(name)

        def scene(label, folder=quick_name, **options):
            shutil.rmtree(pathlib.Path(folder) / label, ignore_errors=True)
            return Tree(pathlib.Path(folder), label, writer, preload, **options)

        check_steps(scene)
        check_steps_of_recovery(scene)
        check_faults(scene)
        check_lasting_faults(scene)
        check_signals(scene)
        check_random(scene, work, n_kills)
        check_program(program, preload, work)
        check_changed_since(program, preload, work)
        check_full(program, work)
        check_latin(program, work)
        check_read_only(program, work)
        check_read_only_file(program, work)


if __name__ == "__main__":
    main()
