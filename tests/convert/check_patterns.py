"""Each pattern of patterns.tsv has a case, and the case shows what the table says.

What is reported has the findings in `want`; what is automatic has a result that compiles.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
N_PATTERNS = 91


def faults():
    seen = []
    for line in (HERE / "patterns.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        number, pattern, kind, case = line.split("\t")
        seen.append(int(number))
        folder = HERE / case
        is_reported = (folder / "want").exists()
        is_automatic = any(folder.glob("after.c*")) or (folder / "after").is_dir()
        if kind not in ("automatic", "reported"):
            yield f"{number} ({pattern}): '{kind}' is neither automatic nor reported"
        elif kind == "reported" and not is_reported:
            yield f"{number} ({pattern}): {case} has no findings in want"
        elif kind == "automatic" and (is_reported or not is_automatic):
            yield f"{number} ({pattern}): {case} has no result"
    if seen != list(range(1, N_PATTERNS + 1)):
        yield f"the table has the numbers {seen}, not 1 to {N_PATTERNS}"


def main():
    found = list(faults())
    print("\n".join(found) or f"{N_PATTERNS} patterns, each with a case")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
