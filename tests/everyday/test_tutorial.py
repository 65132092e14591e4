"""docs/tutorial.md is followed: each command of its blocks is executed in turn, and prints
what the page shows.

usage: test_tutorial.py PROGRAM

Status 77 (skipped) where ./setup could not fetch what is needed.
"""

import sys
import tempfile
import unittest
from pathlib import Path

import pages

PAGE = pages.ROOT / "docs/tutorial.md"
PROGRAM = None


class Comparison(unittest.TestCase):
    """What the comparison itself accepts."""

    def test_dots_stand_for_text(self):
        for shown, output in (("a … c\n", "a b c\n"), ("…\nend\n", "end\n"),
                              ("…\nend\n", "1\n2\nend\n"), ("a\n…\n", "a\nb\nc\n"),
                              ("", "")):
            self.assertTrue(pages.is_shown(shown, output), (shown, output))

    def test_all_else_counts(self):
        for shown, output in (("a\n", "b\n"), ("a\n", "a\nb\n"), ("a\n", ""), ("", "a\n"),
                              ("a … c\n", "a b\nc\n"), ("…\nend\n", "end\nmore\n"),
                              ("a.c\n", "abc\n")):
            self.assertFalse(pages.is_shown(shown, output), (shown, output))


class Tutorial(unittest.TestCase):
    def test_each_command_prints_what_the_page_shows(self):
        with tempfile.TemporaryDirectory(prefix="insulate-tutorial-") as folder:
            reader = pages.Reader(folder, PROGRAM, ["ciso8601"])
            commands = []
            for line, command, difference in reader.follow(PAGE):
                commands.append(command)
                with self.subTest(line=line, command=command):
                    self.assertEqual(difference, "")
            for word in ("record", "check", "prove", "convert", "compare", "--insulate"):
                self.assertTrue(any(word in command for command in commands), word)


def main():
    global PROGRAM
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    try:
        with tempfile.TemporaryDirectory() as folder:
            pages.Reader(folder, PROGRAM, ["ciso8601"])
    except pages.StepError as error:
        print(f"SKIPPED: {error}")
        return 77
    result = unittest.main(argv=[sys.argv[0]], exit=False, verbosity=2).result
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
