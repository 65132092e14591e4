"""The site is built without a warning, and Chromium shows each of its pages without an
error on the console and without the network.

usage: test_site.py PROGRAM

Fetches docs/requirements.txt.  Status 77 (skipped), with the reason, where that fails or
where there is no Chromium.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import Browser, find_chromium

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import documentation  # noqa: E402
from pythons import default_cache  # noqa: E402

PROGRAM = SITE = None
VERSIONS = ["0.1.0", "main"]


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(find_chromium())
        cls.browser.__enter__()
        cls.addClassCleanup(cls.browser.__exit__)
        cls.pages = sorted((SITE / VERSIONS[0]).rglob("*.html"))

    def address(self, name):
        return (SITE / VERSIONS[0] / name).as_uri()

    def test_each_page_is_quiet_and_local(self):
        self.assertGreater(len(self.pages), 200)
        for path in self.pages:
            with self.subTest(page=path.name):
                faults, addresses = self.browser.load(path.as_uri())
                self.assertEqual(faults, [])
                self.assertIn(path.as_uri(), addresses)
                self.assertEqual([each for each in addresses
                                  if not each.startswith(("file:", "data:"))], [])

    def test_a_fault_would_be_seen(self):
        """The checks of the test above, on a page that has what they look for."""
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            page.write_text("<script src='missing.js'></script><script>unknown()</script>"
                            "<script>console.error('spam')</script>"
                            "<img src='http://127.0.0.1:9/x.png'>")
            faults, addresses = self.browser.load(page.as_uri())
        self.assertTrue(any("spam" in fault for fault in faults), faults)
        self.assertTrue(any("unknown" in fault for fault in faults), faults)
        self.assertIn("http://127.0.0.1:9/x.png", addresses)

    def test_search_finds_a_rule(self):
        self.browser.load(self.address("search.html") + "?q=type-static")
        found = self.browser.wait_for(
            "[...document.querySelectorAll('#search-results li a')].map(a => a.textContent).join()")
        self.assertIn("type-static", found)

    def test_rules_are_filtered(self):
        self.browser.load(self.address("docs/rules/index.html"))
        count = "[...document.querySelectorAll('tbody tr')].filter(row => !row.hidden).length"
        rules = self.browser.evaluate(count)
        self.assertGreater(rules, 100)
        self.browser.evaluate(
            "(() => { const input = document.querySelector('#rule-filter input');"
            "input.value = 'state static'; input.dispatchEvent(new Event('input')); })()")
        self.assertTrue(0 < self.browser.evaluate(count) < 20)

    def test_versions_are_offered(self):
        self.browser.load(self.address("docs/tutorial.html"))
        self.assertEqual(self.browser.evaluate(
            "[...document.querySelectorAll('#versions option')].map(o => o.value)"), VERSIONS)
        self.browser.load((SITE / "index.html").as_uri())
        self.browser.wait_for(f"location.href.endsWith('/{VERSIONS[0]}/index.html')")

    def test_no_page_is_wider_than_the_window(self):
        for scheme in ("light", "dark"):
            for width in (400, 1400):
                self.browser.show_as(scheme, width)
                for name in ("index.html", "docs/tutorial.html", "docs/rules/index.html"):
                    with self.subTest(scheme=scheme, width=width, page=name):
                        self.assertEqual(self.browser.load(self.address(name))[0], [])
                        self.assertLessEqual(self.browser.evaluate(
                            "document.documentElement.scrollWidth"), width)


def main():
    global PROGRAM, SITE
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    if find_chromium() is None:
        print("SKIPPED: no Chromium on PATH (Debian: chromium)")
        return 77
    environment = default_cache() / "documentation"
    try:
        documentation.make_environment(environment)
    except subprocess.CalledProcessError as error:
        print(f"SKIPPED: docs/requirements.txt cannot be fetched: {error}")
        return 77
    with tempfile.TemporaryDirectory(prefix="insulate-site-") as folder:
        SITE = Path(folder) / "site"
        for version in VERSIONS:
            subprocess.run([sys.executable, ROOT / "tools/documentation.py", "--insulate", PROGRAM,
                            "--output", SITE, "--environment", environment, "--version", version],
                           check=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        result = unittest.main(argv=[sys.argv[0]], exit=False, verbosity=2).result
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
