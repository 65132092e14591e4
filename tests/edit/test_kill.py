"""`convert --write` ended at each of its steps: old sources or new ones, never a mixture.

    test_kill.py PROGRAM PRELOAD

A run that was ended between two renames leaves a journal: the next one takes its changes
back and says so, the one after converts.  Also: a full disk, files that may not be
written, links, texts that are no UTF-8.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

CASE = pathlib.Path(__file__).resolve().parent.parent / "convert/two-files"
LIMIT_STEPS = 200


def texts(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()
            if path.suffix in (".c", ".h")}


def convert(program, folder, **options):
    environment = {**os.environ, **options.pop("environment", {})}
    return subprocess.run([program, "convert", "--write", "."], cwd=folder,
                          capture_output=True, env=environment, timeout=120, **options)


def check_kills(program, preload, work):
    before, after = texts(CASE / "before"), texts(CASE / "after")
    n_mixed = 0
    for step in (*range(1, 10, 4), *range(10, LIMIT_STEPS)):
        folder = work / f"kill-{step}"
        shutil.copytree(CASE / "before", folder)
        run = convert(program, folder,
                      environment={"LD_PRELOAD": str(preload), "END_AT": str(step)})
        if run.returncode != 99:
            assert run.returncode == 0, run.stderr.decode()
            assert texts(folder) == after
            assert step > 8 and n_mixed > 0, (step, n_mixed)
            left = {path.name for path in folder.iterdir()} - set(after)
            assert not left, left
            return
        now = texts(folder)
        for name, text in now.items():
            assert text in (before.get(name), after.get(name)), (step, name)
        if now != before and now != after:
            n_mixed += 1
        if now == before and step % 5 != 0:
            continue
        if (folder / ".insulate-write").exists():
            again = convert(program, folder)
            assert again.returncode == 2 and b"killed" in again.stderr, (step, again)
            assert texts(folder) == before, step
        else:
            assert now in (before, after), step
            if now == after:
                continue
        again = convert(program, folder)
        assert again.returncode == 0, (step, again.stderr)
        assert texts(folder) == after, step
    raise AssertionError("the program has too many steps")


def check_changed_since(program, preload, work):
    """What somebody wrote after the kill is not taken back."""
    for step in range(12, LIMIT_STEPS):
        folder = work / f"edit-{step}"
        shutil.copytree(CASE / "before", folder)
        convert(program, folder,
                environment={"LD_PRELOAD": str(preload), "END_AT": str(step)})
        if not (folder / ".insulate-write").exists():
            continue
        for path in folder.glob("*.c"):
            path.write_bytes(path.read_bytes() + b"/* later */\n")
        mine = texts(folder)
        again = convert(program, folder)
        assert again.returncode == 2 and b"changed since" in again.stderr, again.stderr
        assert texts(folder) == mine
        return
    raise AssertionError("no step left a journal")


def check_full(program, work):
    folder = work / "full"
    shutil.copytree(CASE / "before", folder)
    run = subprocess.run(["sh", "-c", 'ulimit -f 1; exec "$0" convert --write .', program],
                         cwd=folder, capture_output=True, timeout=120)
    assert run.returncode == 2, (run.returncode, run.stderr)
    assert b"File too large" in run.stderr, run.stderr
    assert texts(folder) == texts(CASE / "before")
    assert len(list(folder.iterdir())) == len(texts(folder)), list(folder.iterdir())


def check_links(program, work):
    folder = work / "links"
    (folder / "src").mkdir(parents=True)
    shutil.copyfile(CASE.parent / "setting/before.c", folder / "real.c")
    (folder / "src/spam.c").symlink_to("../real.c")
    run = convert(program, folder / "src")
    assert run.returncode == 0, run.stderr
    assert (folder / "src/spam.c").is_symlink()
    assert (folder / "real.c").read_bytes() == \
        (CASE.parent / "setting/after.c").read_bytes()


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
    program, preload = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        check_kills(program, preload, work)
        check_changed_since(program, preload, work)
        check_full(program, work)
        check_links(program, work)
        check_latin(program, work)
        check_read_only(program, work)
        check_read_only_file(program, work)


if __name__ == "__main__":
    main()
