"""What check, prove and scan say of a source, and what a mistake adds to it."""

import json
import re
import subprocess
from collections import Counter

CHECK_TIMEOUT_S, PROVE_TIMEOUT_S = 300, 900
WAYS = ("check", "prove", "scan")
BROKEN = ("verdict", "broken", "")  # among the findings of `prove`


def keys_of(answer):
    """Errors and warnings, without what moves with the text: lines, numbers."""
    found = Counter()
    for each in answer.get("findings", []):
        if each["level"] != "note":
            words = re.sub(r"\d+", "#", each["message"])
            found[each["rule"], each.get("symbol") or "", words] += 1
    for each in answer.get("modules", []):
        if "verdict" in each:
            found["verdict", each["verdict"], ""] += 1
    return found


def answer_of(command, folder, timeout):
    try:
        done = subprocess.run([str(c) for c in command], cwd=folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return Counter({("timeout", command[1], ""): 1})
    if done.returncode == 3:
        return Counter({("bug", command[1], done.stderr[-300:]): 1})
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return Counter({("refused", command[1], re.sub(r"\d+", "#", done.stderr[-300:])): 1})
    return keys_of(answer)


def ask(program, module, tree, way, library):
    """The findings of one way, as a Counter."""
    if way == "check":
        return answer_of(
            [program, "check", "-q", "--format", "json", "-j", "1", "--configurations",
             "one", module.source, "--", *module.flags], tree, CHECK_TIMEOUT_S)
    if way == "scan":
        return answer_of([program, "scan", "-q", "-j", "1", "--format", "json", library],
                         tree, CHECK_TIMEOUT_S)
    exercise = ["--exercise", module.exercise] if module.exercise else []
    return answer_of(
        [program, "prove", "-q", "-j", "2", "--format", "json", "--python",
         module.python.base, "--path", module.path, *exercise,
         module.rename or module.module], tree, PROVE_TIMEOUT_S)


def additions(found, before):
    """Keys that are new, or of which there are more."""
    return sorted(key for key in found if found[key] > before.get(key, 0))
