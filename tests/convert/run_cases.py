"""Each folder is a case: `convert before.c` (or .cpp) must give after.c, or the findings in want.

before and after may also be folders, for modules of several files.  A converted case is
run a second time, which must change nothing; stage by stage it must
give the same (a file stages-differ says why not; of all cases a third is taken through the
stages, with --all or when it is named each); and after is compiled against the oldest
and the newest Python headers there are: no error, and no warning that before does not
give.  A file `words` holds further options of the command, `code` the exit
code where it is not 0, behind it that of the second run where that differs, and `says`
what the findings beside the patch say (then the plan is read, too), `unwanted` what none says,
`flags` what the compiler is told, too, and `builds` a line of further flags for each other build
that both sides must compile in.
A case with `want` and the option --whole-or-nothing is also converted without that option:
as far as it can be.

    run_cases.py PROGRAM [--update] [--no-compiler] [--once] [--all] [CASE...]

With --no-compiler only the program runs, with --once only its first conversion.
INSULATE_SHARE=N takes one of N parts of the cases.
"""

import collections
import concurrent.futures
import filecmp
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from pythons import minor_of, with_headers  # noqa: E402
from share import is_in_share, parts_asked  # noqa: E402

COMPILES = True
ONCE = False
ALL = False
DECLARATIONS = {
    "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED": "once",
    "Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED": "shared-gil",
    "Py_MOD_PER_INTERPRETER_GIL_SUPPORTED": "own-gil",
}
FLAGS = ["-Wall", "-Wextra", "-fsyntax-only", f"-I{HERE.parents[1] / 'include'}"]


def headers():
    """The header folders of the Pythons here, by version."""
    found = {(3, minor_of(python)): python["include"] for python in with_headers()
             if python["kind"] != "free-threaded"}
    if not found:
        sys.exit("no Python with headers was found")
    return found


def place(case, side, folder):
    """Put the sources of one side of the case into the folder, as the user has them."""
    source = case / side
    if source.is_dir():
        shutil.copytree(source, folder, dirs_exist_ok=True)
    else:
        folder.mkdir(exist_ok=True)
        source = next(case.glob(f"{side}.c*"))
        shutil.copyfile(source, folder / f"spam{source.suffix}")


def convert(program, folder, include, *words, flags=()):
    return subprocess.run([program, "convert", *words, ".", "--", f"-I{include}", *flags],
                          cwd=folder, capture_output=True, timeout=120)


def flags_of(case):
    return (case / "flags").read_text().split() if (case / "flags").exists() else []


def builds_of(case):
    """The flags of the build, and with those of each line of the file `builds`."""
    flags = flags_of(case)
    lines = (case / "builds").read_text().splitlines() if (case / "builds").exists() else []
    return [flags] + [flags + line.split() for line in lines]


def words_of(case):
    return (case / "words").read_text().split() if (case / "words").exists() else []


def floor(case, includes):
    """The headers of the oldest Python that the case is to work with."""
    words = words_of(case)
    wanted = (3, 9)
    if "--python-floor" in words:
        text = words[words.index("--python-floor") + 1]
        wanted = tuple(int(part) for part in text.split("."))
    return includes[min(version for version in includes if version >= wanted)]


def limited(case):
    """The limited API that the case keeps to, as (3, 8), or None."""
    words = words_of(case)
    if "--abi3" not in words:
        return None
    return tuple(int(part) for part in words[words.index("--abi3") + 1].split("."))


def warnings(folder, include, abi3=None, standard="gnu11", flags=()):
    """The compiler's complaints without their places; raises on an error."""
    counts = collections.Counter()
    if not COMPILES:
        return counts
    more = [f"-DPy_LIMITED_API=0x{abi3[0]:02x}{abi3[1]:02x}0000"] if abi3 else []
    for path in sorted(folder.rglob("*.c")):
        run = subprocess.run(["gcc", *FLAGS, *more, *flags, f"-std={standard}",
                              f"-I{include}", path.relative_to(folder)], cwd=folder,
                             capture_output=True, text=True)
        if run.returncode != 0:
            raise AssertionError(f"{path.name} does not compile:\n{run.stderr}")
        # Names of what moved differ between before and after; the kind does not.
        counts.update(re.findall(r"warning: .*\[(-W[^]]+)\]", run.stderr))
    return counts


def same_files(one, two):
    names = {path.relative_to(folder) for folder in (one, two)
             for path in folder.rglob("*") if path.is_file()}
    _, different, missing = filecmp.cmpfiles(one, two, names, shallow=False)
    return different + missing


def check_sayings(wanted, answer):
    """Each line of the file `wanted` is part of what one finding says, and none of the file
    `unwanted` beside it."""
    said = [f"{f['path']}:{f['line']}: [{f['rule']}] {f['message']}"
            for f in answer["findings"]]
    for line in wanted.read_text().splitlines() if wanted.exists() else []:
        place_, rest = line.split(" ", 1)
        assert any(place_ in text and rest in text for text in said), \
            f"wanted {line!r}, got {said}"
    unwanted = wanted.with_name("unwanted")
    for line in unwanted.read_text().splitlines() if unwanted.exists() else []:
        assert all(line not in text for text in said), f"unwanted {line!r}"


def check_refusal(case, program, include, work):
    folder = work / "spam"
    place(case, "before", folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    run = convert(program, folder, include, "--format", "json", "--write",
                  *words_of(case), flags=flags_of(case))
    answer = json.loads(run.stdout)
    assert run.returncode == 1, f"exit code {run.returncode}, not 1: {run.stderr.decode()}"
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert before == after, "a refused module was changed"
    assert answer.get("diff", "") == "", "a refused module has a diff"
    check_sayings(case / "want", answer)


def check_rung(case, program, include, work):
    """What cannot be converted whole goes as far as it can: it says so, and is as good as any
    other result."""
    folder = work / "part"
    place(case, "before", folder)
    words = [word for word in words_of(case) if word != "--whole-or-nothing"]
    flags = flags_of(case)
    kinds = warnings(folder, include, flags=flags)
    run = convert(program, folder, include, "--write", "--format", "json", *words,
                  flags=flags)
    answer = json.loads(run.stdout)
    assert run.returncode == 1, f"in part, but exit code {run.returncode}"
    assert answer["diff"], "nothing was converted; --whole-or-nothing is not needed"
    assert any(f["message"].startswith("converted in part: ") for f in answer["findings"]), \
        "no finding says how far the module goes"
    check_sayings(case / "want", answer)
    new = warnings(folder, include, flags=flags) - kinds
    assert not new, f"new warnings in part: {dict(new)}"
    if ONCE:
        return
    again = convert(program, folder, include, *words, flags=flags)
    assert (again.returncode, again.stdout) == (1, b""), \
        f"the second run in part: {again.returncode} {again.stdout.decode()}"


def doubled_lines(path):
    """How often two blank lines stand together in a file; 0 if it is not there."""
    text = path.read_bytes().decode(errors="replace") if path.exists() else ""
    return len(re.findall(r"\n[ \t\r]*\n[ \t\r]*\n", text))


def check_blank_lines(before, after):
    for path in sorted(after.rglob("*.[ch]*")):
        name = path.relative_to(after)
        assert doubled_lines(path) <= doubled_lines(before / name), \
            f"{name} has blank lines that meet, and had not before"


def check_stages(case, program, newest, work, wanted, *words, flags=()):
    """One stage after the other gives what all give at once."""
    staged = work / "staged"
    place(case, "before", staged)
    for stage in ("init", "state", "types"):
        run = convert(program, staged, newest, "--write", "--stage", stage, *words,
                      flags=flags)
        assert run.returncode == 0, f"{stage}: {run.stderr.decode()}"
        if stage != "types":
            warnings(staged, newest, flags=flags)
    different = same_files(staged, wanted)
    for name in different:
        subprocess.run(["diff", "-u", wanted / name, staged / name])
    assert not different, f"{different} of the stages differ from all at once"


def check_plan(told, folder):
    """The plan says that modules declare what their text declares."""
    texts = "".join(path.read_text() for path in folder.rglob("*") if path.is_file())
    for module in told["plan"]["modules"]:
        value = module.get("multiple_interpreters")
        if value is None:
            assert module["declares"] == "none", \
                f"the plan has no slot, and calls it {module['declares']}"
            continue
        assert module["declares"] == DECLARATIONS[value], \
            f"the plan calls {value} {module['declares']}"
        assert f"{{Py_mod_multiple_interpreters, {value}}}" in texts, \
            f"the plan says {value}, which is not in the text"


def check_conversion(case, program, oldest, newest, work, update):
    folder, wanted = work / "spam", work / "wanted"
    place(case, "before", folder)
    flags = flags_of(case)
    source = work / "source"
    shutil.copytree(folder, source)
    says = any((case / name).exists() for name in ("says", "unwanted")) and not ONCE
    diff = convert(program, folder, newest, *words_of(case), flags=flags)
    code, *again_code = ([int(word) for word in (case / "code").read_text().split()]
                         if (case / "code").exists() else [0])
    assert diff.returncode == code, f"exit code {diff.returncode}: {diff.stderr.decode()}"
    if says:
        told = convert(program, folder, newest, "--format", "json", *words_of(case), flags=flags)
        check_sayings(case / "says", json.loads(told.stdout))
        told = convert(program, folder, newest, "--plan", "--format", "json",
                       *words_of(case), flags=flags)
    subprocess.run(["patch", "-s", "-p1", "--binary"], cwd=folder, input=diff.stdout,
                   check=True)
    if says:
        check_plan(json.loads(told.stdout), folder)
    if update and (case / "before").is_dir():
        shutil.rmtree(case / "after", ignore_errors=True)
        shutil.copytree(folder, case / "after")
    elif update:
        spam = next(folder.glob("spam.c*"))
        shutil.copyfile(spam, case / f"after{spam.suffix}")
    place(case, "after", wanted)
    different = same_files(folder, wanted)
    assert not different, f"{different} differ from what is wanted; see --update"
    check_blank_lines(source, folder)
    if ONCE:
        return
    again = convert(program, folder, newest, *words_of(case), flags=flags)
    assert again.stdout == b"", f"a second run changes {again.stdout.decode()}"
    assert again.returncode == (again_code or [code])[0], \
        f"the second run: {again.stderr.decode()}"
    words = words_of(case)
    if (code == 0 and words in ([], ["--use-header"]) and (ALL or is_in_share(case.name, 3))
            and not (case / "stages-differ").exists()):
        check_stages(case, program, newest, work, wanted, *words, flags=flags)
    for include in (newest,) if limited(case) else (oldest, newest):
        for build in builds_of(case):
            for standard in (("c99", "c11", "c17") if "--use-header" in words
                             else ("gnu11",)):
                new = warnings(folder, include, limited(case), standard, build)
                if new:
                    new -= warnings(source, include, flags=build)
                assert not new, \
                    f"new warnings with {include}, {standard}, {build}: {dict(new)}"


def check(case, program, includes, update):
    """What is wrong with the case, or None."""
    with tempfile.TemporaryDirectory() as work:
        try:
            if (case / "want").exists():
                check_refusal(case, program, includes[max(includes)],
                              pathlib.Path(work))
                if "--whole-or-nothing" in words_of(case):
                    check_rung(case, program, includes[max(includes)],
                               pathlib.Path(work))
            else:
                check_conversion(case, program, floor(case, includes),
                                 includes[max(includes)], pathlib.Path(work), update)
        except AssertionError as fault:
            return f"{case.name}: {fault}"
    return None


def main():
    program, *words = sys.argv[1:]
    program = pathlib.Path(program).resolve()
    global COMPILES, ONCE, ALL
    update = "--update" in words
    ONCE = "--once" in words
    COMPILES = "--no-compiler" not in words and not ONCE
    names = [word for word in words if not word.startswith("--")]
    ALL = "--all" in words or names != []
    includes = headers()
    cases = [path for path in sorted(HERE.iterdir())
             if path.is_dir() and (path.name in names if names
                                   else is_in_share(path.name, parts_asked()))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        said = pool.map(lambda case: check(case, program, includes, update), cases)
        faults = [fault for fault in said if fault]
    for fault in faults:
        print(fault)
    print(f"{len(cases)} cases, {len(faults)} fail")
    return 1 if faults or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
