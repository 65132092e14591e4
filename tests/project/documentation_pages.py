"""docs/README.md lists each page of docs/, and no link of a page of the site leads nowhere.

usage: documentation_pages.py PROJECT PROGRAM

The source of the site is written as tools/documentation.py does it; nothing is built.
Before it reads the pages, it must find faults in a small folder.
"""

import os
import pathlib
import re
import sys
import tempfile

NOT_LISTED = {"docs/README.md"}


def slugs_of(text):
    """The anchors of a page's headings, as GitHub and MyST name them."""
    found = set()
    text = re.sub(r"^(```+|~~~).*?^\1", "", text, flags=re.M | re.S)
    for title in re.findall(r"^#+ +(.+?) *$", text, re.M):
        title = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        number = 0
        while (each := slug + f"-{number}" * bool(number)) in found:
            number += 1
        found.add(each)
    return found


def faults_of_links(folder, link, outside_code):
    """What links of the Markdown files of FOLDER lead nowhere."""
    pages = {path: path.read_text() for path in folder.rglob("*.md")}
    slugs = {path: slugs_of(text) for path, text in pages.items()}
    faults, n_links = [], 0
    for path, text in pages.items():
        targets = []
        outside_code(text, lambda part: targets.extend(m[2] for m in link.finditer(part)) or part)
        for target in targets:
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            n_links += 1
            name, _, anchor = target.partition("#")
            other = path if not name else pathlib.Path(os.path.normpath(path.parent / name))
            if not other.is_file():
                faults.append(f"{path.relative_to(folder)} links to {target}, which is missing")
            elif anchor and anchor not in slugs.get(other, ()):
                faults.append(f"{path.relative_to(folder)} links to {target}: no such heading")
    return faults, n_links


def check_itself(documentation):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "a.md").write_text("# A b\n\n[x](b.md) [x](c.md) [x](b.md#two) [x](b.md#three)\n"
                                     "`[x](d.md)`\n\n    [x](e.md)\n\n[x](#a-b) [x](#b-a)\n")
        (folder / "b.md").write_text("# One\n\n## Two\n")
        faults, n_links = faults_of_links(folder, documentation.LINK, documentation.outside_code)
        wanted = ["a.md links to c.md, which is missing", "a.md links to b.md#three: no such heading",
                  "a.md links to #b-a: no such heading"]
        if faults != wanted or n_links != 6:
            yield f"the test itself: {n_links} links, {faults}"
        stage = documentation.Stage(folder / "stage", None)
        try:
            stage.linked("[x](nowhere.md)", "docs/x.md")
            yield "the test itself: a missing page is not refused"
        except documentation.SiteError:
            pass


def main():
    project, program = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    sys.path.insert(0, str(project / "tools"))
    import documentation

    faults = list(check_itself(documentation))
    listed = [os.path.normpath(f"docs/{page}") for _, pages in documentation.sections_of(
        (project / documentation.CONTENTS).read_text()) for page in pages]
    there = {str(path.relative_to(project)) for folder in ("docs", "docs/recipes")
             for path in (project / folder).glob("*.md")} - NOT_LISTED
    faults += [f"docs/README.md does not list {page}" for page in sorted(there - set(listed))]
    faults += [f"docs/README.md lists {page} twice" for page in sorted(set(listed))
               if listed.count(page) > 1]
    faults += [f"docs/README.md lists {page}, which does not exist" for page in sorted(set(listed))
               if not (project / page).exists()]
    with tempfile.TemporaryDirectory() as name:
        stage = documentation.Stage(pathlib.Path(name) / "stage", program)
        stage.make()
        for folder, page in (("docs/rules", "docs/rules/{}.md"), ("src/commands", "docs/cli/{}.md")):
            names = ([path.stem for path in (project / folder).glob("*.md")] if folder == "docs/rules"
                     else re.findall(r"^  ([a-z]+) ", stage.answer("--help"), re.M))
            faults += [f"the site has no page of {each}" for each in names
                       if page.format(each) not in stage.done]
        in_pages, n_links = faults_of_links(stage.folder, documentation.LINK,
                                            documentation.outside_code)
    faults += in_pages
    if len(listed) < 30 or n_links < 300:
        faults.append(f"{len(listed)} pages and {n_links} links are too few")
    print("\n".join(faults) or f"{len(listed)} pages listed, {n_links} links")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
