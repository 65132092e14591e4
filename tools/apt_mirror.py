"""Packages from the mirror that this machine's apt is set to, without touching apt.

The machine's own source entries say which mirror to use and which key signs it.  From
them a private apt is set up in a folder of ours: own lists, own package cache, no
dpkg status, and of the machine's configuration only the transport settings
(`Acquire::`, proxies and certificates among them).  It can then be asked for a suite
that the machine itself does not use.  Every list is verified by apt with the machine's
keys; a mirror that cannot be verified counts as one that lacks the package.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# Suites of each family, in the order in which they are asked: the newest release that
# is whole, then older ones, then those still moving.  The names also tell which family
# a mirror serves, so that derived distributions work too.
DEBIAN_CARRYING = ("forky", "trixie", "duke", "testing", "sid")
DEBIAN_SUITES = DEBIAN_CARRYING + (
    "buster", "bullseye", "bookworm", "oldoldstable", "oldstable", "stable", "unstable",
)
UBUNTU_CARRYING = ("resolute", "questing", "plucky", "devel")
UBUNTU_SUITES = UBUNTU_CARRYING + ("bionic", "focal", "jammy", "noble", "oracular")
COMPONENTS = {"debian": "main", "ubuntu": "main universe"}

APT_TIMEOUT_S = 900


class MirrorError(Exception):
    """The mirror cannot give what was asked; the text says why."""


@dataclass
class Source:
    """One entry of the machine's apt sources, one-line or deb822."""

    types: list
    uris: list
    suites: list
    components: list
    signed_by: str = ""
    options: dict = field(default_factory=dict)


@dataclass
class Package:
    """What a suite says about one package."""

    name: str
    version: str
    multi_arch: str


def parse_one_line(text):
    """Sources of a `sources.list` file: `deb [option=value ...] URI SUITE COMPONENT...`."""
    sources = []
    for line in text.splitlines():
        line = line.split("#", 1)[0].strip()
        match = re.match(r"(deb|deb-src)\s+(?:\[([^\]]*)\]\s*)?(\S+)\s+(\S+)\s*(.*)$", line)
        if not match:
            continue
        kind, options, uri, suite, components = match.groups()
        pairs = dict(o.split("=", 1) for o in (options or "").split() if "=" in o)
        sources.append(Source([kind], [uri], [suite], components.split(),
                              pairs.pop("signed-by", ""), pairs))
    return sources


def parse_deb822(text):
    """Sources of a `*.sources` file: stanzas of `Field: value` with continuation lines."""
    sources = []
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for stanza in re.split(r"\n\s*\n", "\n".join(lines)):
        fields = {}
        name = None
        for line in stanza.splitlines():
            if line[:1] in (" ", "\t") and name:
                fields[name] += "\n" + line
            elif ":" in line:
                name, value = line.split(":", 1)
                name = name.strip().lower()
                fields[name] = value.strip()
        if fields.get("enabled", "yes").lower() in ("no", "false", "0"):
            continue
        if "uris" in fields and "suites" in fields:
            sources.append(Source(fields.get("types", "deb").split(),
                                  fields["uris"].split(), fields["suites"].split(),
                                  fields.get("components", "").split(),
                                  fields.get("signed-by", ""), fields))
    return sources


def machine_sources(etc=Path("/etc/apt")):
    """All sources of this machine, in the order in which apt reads them."""
    sources = []
    files = [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]
    for path in files:
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".list":
            sources += parse_one_line(text)
        elif path.suffix == ".sources":
            sources += parse_deb822(text)
    return sources


def find_mirrors(sources):
    """The archives among `sources`: [(family, URI, Signed-By)], each once, in order."""
    mirrors = []
    for source in sources:
        if "deb" not in source.types or "main" not in source.components:
            continue
        for family, names in (("debian", DEBIAN_SUITES), ("ubuntu", UBUNTU_SUITES)):
            # "bookworm-updates" lives in the archive itself, "bookworm-security"
            # (Debian: "bookworm/updates" before) need not.
            if not any(suite in names for suite in source.suites):
                continue
            for uri in source.uris:
                mirror = (family, uri, source.signed_by)
                if not uri.startswith("cdrom:") and mirror not in mirrors:
                    mirrors.append(mirror)
    return mirrors


class PrivateApt:
    """apt with lists and cache of its own, looking at one suite of one mirror."""

    def __init__(self, folder, family, uri, signed_by, suite, with_sources=False):
        self.folder = Path(folder)
        self.suite = suite
        for name in ("lists/partial", "cache/archives/partial", "state", "parts"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        stanza = [
            "Types: deb" + (" deb-src" if with_sources else ""),
            f"URIs: {uri}",
            f"Suites: {suite}",
            f"Components: {COMPONENTS[family]}",
        ]
        if signed_by:
            stanza.append(f"Signed-By: {signed_by}")
        (self.folder / "parts/mirror.sources").write_text("\n".join(stanza) + "\n")
        self._write_configuration()

    def _write_configuration(self):
        dump = subprocess.run(["apt-config", "dump"], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
        lines = [line for line in dump.splitlines() if line.startswith("Acquire::")]
        user = subprocess.run(["id", "-un"], stdout=subprocess.PIPE, text=True,
                              check=True).stdout.strip()
        values = {
            "Dir::Etc::Main": "/dev/null",
            "Dir::Etc::Parts": "/dev/null",
            "Dir::Etc::SourceList": "/dev/null",
            "Dir::Etc::SourceParts": self.folder / "parts",
            "Dir::Etc::Preferences": "/dev/null",
            "Dir::Etc::PreferencesParts": "/dev/null",
            "Dir::State": self.folder / "state",
            "Dir::State::Lists": self.folder / "lists",
            "Dir::State::status": "/dev/null",
            "Dir::Cache": self.folder / "cache",
            "Acquire::Languages": "none",
            "Acquire::AllowInsecureRepositories": "false",
            "Acquire::AllowDowngradeToInsecureRepositories": "false",
            # The folder is the caller's, and may be closed to the user _apt.
            "APT::Sandbox::User": user,
        }
        lines += [f'{key} "{value}";' for key, value in values.items()]
        (self.folder / "apt.conf").write_text("\n".join(lines) + "\n")

    def _run(self, *arguments, cwd=None):
        environment = dict(os.environ, APT_CONFIG=str(self.folder / "apt.conf"),
                           LC_ALL="C.UTF-8", DEBIAN_FRONTEND="noninteractive")
        try:
            done = subprocess.run(arguments, env=environment, cwd=cwd, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=APT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            raise MirrorError(f"{arguments[0]} took over {APT_TIMEOUT_S} s") from None
        if done.returncode != 0:
            text = done.stderr.strip() or done.stdout.strip()
            raise MirrorError(f"{' '.join(map(str, arguments[:2]))}: {text}")
        return done.stdout

    def update(self):
        """Fetch and verify the lists of the suite.

        Returns False if they are validly signed but past their date: a mirror that
        somebody froze.  Its Pythons serve tests in a private folder as well as newer ones.
        """
        command = ["apt-get", "update", "-q", "-o", "APT::Update::Error-Mode=any"]
        try:
            self._run(*command)
        except MirrorError as error:
            if " is expired " not in str(error):
                raise
            self._run(*command, "-o", "Acquire::Check-Valid-Until=false")
            return False
        return True

    def packages(self, *names):
        """What the suite has of `names`: {name: Package}, without those it lacks."""
        found = {}
        try:
            text = self._run("apt-cache", "show", "--no-all-versions", *names)
        except MirrorError:
            # apt-cache fails as a whole when one name is unknown.
            if len(names) == 1:
                return found
            for name in names:
                found.update(self.packages(name))
            return found
        for stanza in text.split("\n\n"):
            fields = dict(re.findall(r"^([A-Za-z-]+): (.*)$", stanza, re.MULTILINE))
            if "Package" in fields and "Version" in fields:
                found[fields["Package"]] = Package(
                    fields["Package"], fields["Version"], fields.get("Multi-Arch", "no"))
        return found

    def closure(self, *names):
        """`names` and all that they depend on, as package names."""
        text = self._run("apt-get", "install", "--print-uris", "-qq", "-y",
                         "--no-install-recommends", *names)
        files = re.findall(r"^'[^']*' (\S+)_\S+_\S+\.deb ", text, re.MULTILINE)
        return sorted(set(files))

    def download(self, names, folder):
        """Put the .deb files of `names` into `folder`, verified; returns their paths."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._run("apt-get", "download", "-q", *names, cwd=folder)
        return sorted(folder.glob("*.deb"))

    def source(self, name, folder):
        """Put the source package `name` into `folder`, verified; returns its files."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._run("apt-get", "source", "-q", "--download-only", name, cwd=folder)
        return sorted(folder.iterdir())

    def discard_lists(self):
        """Free the space that the suite's lists take."""
        shutil.rmtree(self.folder, ignore_errors=True)


class MachineApt(PrivateApt):
    """The machine's own apt, with the lists that it has; nothing is installed with it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.suite = "this machine's apt sources"
        dump = subprocess.run(["id", "-un"], stdout=subprocess.PIPE, text=True, check=True)
        (self.folder / "apt.conf").write_text(
            f'Dir::State::status "/dev/null";\nAPT::Sandbox::User "{dump.stdout.strip()}";\n'
            f'Dir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n')

    def update(self):
        """The lists are the machine's: ./setup brought them up to date, if it had to."""
        return True


def carrying_suites(family):
    """The suites of `family` to ask for recent Pythons, in order."""
    return DEBIAN_CARRYING if family == "debian" else UBUNTU_CARRYING
