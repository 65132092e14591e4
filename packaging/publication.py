"""The tree that is published: what only its home's address makes true is filled in.

The project's files name no address, because a fork has another one.  With --home, the
metadata gets URLs, the long description absolute links, and findings link to the pages of
their rules.  Without it, the long description has no links that lead nowhere.
"""

import re
import shutil
import subprocess
from pathlib import Path

# Never part of the project, where no git says what is.
LEFT_OUT = shutil.ignore_patterns(".git", "build*", "dist", "__pycache__", ".cache", ".mesonpy-*")
LINK = re.compile(r"(!?)\[([^][]*)\]\(([^()\s]+)\)")
ARGUMENTS = 'setup = ["-Dwheel=true"]'


def tracked_files(source):
    """The files that git knows, or None where SOURCE is no git checkout."""
    if not (source / ".git").exists() or not shutil.which("git"):
        return None
    done = subprocess.run(["git", "-C", source, "ls-files", "-z"], capture_output=True,
                          check=True)
    return [name for name in done.stdout.decode().split("\0") if name]


def copy_tree(source, folder):
    """SOURCE copied to the new FOLDER; returns whether git said what belongs to it."""
    names = tracked_files(source)
    if names is None:
        shutil.copytree(source, folder, ignore=LEFT_OUT, symlinks=True)
        return False
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if (source / name).exists():
            shutil.copy2(source / name, path, follow_symlinks=False)
    return True


def with_links(text, target):
    """TEXT with each relative link and picture leading to what TARGET makes of its path,
    or without it."""
    def replace(match):
        sign, words, path = match.groups()
        if re.match(r"[a-z]+:|#", path):
            return match[0]
        address = target(path, bool(sign))
        return f"{sign}[{words}]({address})" if address else "" if sign else words
    return LINK.sub(replace, text)


def replace_once(text, old, new, name):
    if text.count(old) != 1:
        raise ValueError(f"{name}: expected {old!r} once")
    return text.replace(old, new)


def prepare(source, folder, home, version):
    """SOURCE copied to the new FOLDER, for publication at the address HOME (may be
    empty); returns whether git said what belongs to it."""
    is_checkout = copy_tree(source, folder)
    home = home.rstrip("/")
    pages = f"{home}/blob/v{version}"

    def address(path, is_picture):
        kind = "raw" if is_picture else "tree" if path.endswith("/") else "blob"
        return home and f"{home}/{kind}/v{version}/{path}"

    readme = folder / "README.md"
    readme.write_text(with_links(readme.read_text(), address))
    if home:
        settings = folder / "pyproject.toml"
        text = replace_once(settings.read_text(), ARGUMENTS,
                            ARGUMENTS[:-1] + f', "-Drule_url={pages}/docs/rules/NAME.md"]',
                            settings)
        urls = {"Homepage": home, "Documentation": f"{pages}/docs/commands.md",
                "Source": home, "Issues": f"{home}/issues",
                "Changelog": f"{pages}/CHANGELOG.md"}
        text += "\n[project.urls]\n" + "".join(f'{name} = "{url}"\n'
                                               for name, url in urls.items())
        settings.write_text(text)
    return is_checkout


def project_version(source):
    """The version that meson.build declares."""
    return re.search(r"^\s*version: '([^']+)'", (Path(source) / "meson.build").read_text(),
                     re.MULTILINE)[1]
