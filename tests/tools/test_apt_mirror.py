"""tools/apt_mirror.py reads the apt sources of machines unlike this one."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import apt_mirror  # noqa: E402

DEB822 = """\
Types: deb
# a comment inside a stanza
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/some.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main

Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main

Types: deb
URIs: http://vendor.example/repo
Suites: nodistro
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBF
 -----END PGP PUBLIC KEY BLOCK-----
"""

ONE_LINE = """\
# deb http://commented.example/ubuntu noble main
deb [arch=amd64 signed-by=/usr/share/keyrings/u.gpg] http://mirror.example/ubuntu noble main universe
deb http://mirror.example/ubuntu noble-updates main # trailing words
deb-src http://mirror.example/ubuntu noble main
deb cdrom:[Ubuntu]/ noble main
deb http://vendor.example/apt stable contrib
"""


class Sources(unittest.TestCase):
    def test_deb822_stanzas_with_comments_and_embedded_keys(self):
        sources = apt_mirror.parse_deb822(DEB822)
        self.assertEqual([s.suites[0] for s in sources],
                         ["bookworm", "bookworm-security", "nodistro"])
        self.assertEqual(sources[0].suites, ["bookworm", "bookworm-updates"])
        self.assertIn("mQINBF", sources[2].signed_by)

    def test_one_line_entries_with_options(self):
        sources = apt_mirror.parse_one_line(ONE_LINE)
        self.assertEqual(sources[0].signed_by, "/usr/share/keyrings/u.gpg")
        self.assertEqual(sources[0].options, {"arch": "amd64"})
        self.assertEqual(sources[0].components, ["main", "universe"])
        self.assertEqual(sources[1].components, ["main"])
        self.assertEqual([s.types for s in sources].count(["deb-src"]), 1)

    def test_only_archives_of_the_distribution_count_as_mirrors(self):
        self.assertEqual(
            apt_mirror.find_mirrors(apt_mirror.parse_deb822(DEB822)),
            [("debian", "http://mirror.example/debian", "/usr/share/keyrings/some.gpg")])
        self.assertEqual(
            apt_mirror.find_mirrors(apt_mirror.parse_one_line(ONE_LINE)),
            [("ubuntu", "http://mirror.example/ubuntu", "/usr/share/keyrings/u.gpg")])

    def test_both_formats_are_read_from_the_machine_s_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            etc = Path(folder)
            (etc / "sources.list.d").mkdir()
            (etc / "sources.list").write_text(ONE_LINE)
            (etc / "sources.list.d/debian.sources").write_text(DEB822)
            (etc / "sources.list.d/old.sources.save").write_text(DEB822)
            families = [m[0] for m in
                        apt_mirror.find_mirrors(apt_mirror.machine_sources(etc))]
        self.assertEqual(families, ["ubuntu", "debian"])

    def test_a_machine_without_apt_has_no_sources(self):
        self.assertEqual(apt_mirror.machine_sources(Path("/nonexistent")), [])


if __name__ == "__main__":
    unittest.main()
