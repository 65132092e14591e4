"""The README's quick start works as it is written, and its picture is one of that run.

usage: test_readme.py PROGRAM

Status 77 (skipped) where ./setup could not fetch what is needed.
"""

import sys
import tempfile
import unittest
from pathlib import Path

import pages
import picture

PROGRAM = TRANSCRIPT = None


class QuickStart(unittest.TestCase):
    def test_commands_do_what_they_say(self):
        (check, convert, prove) = TRANSCRIPT
        self.assertIn("insulate check", check[0])
        self.assertEqual(check[1], 1, check[2])
        self.assertIn("[state-static-object]", picture.ESCAPE.sub("", check[2]))
        self.assertIn("insulate convert", convert[0])
        self.assertEqual(convert[1], 0, convert[2])
        self.assertIn("nothing left to convert", convert[2])
        self.assertIn("insulate prove", prove[0])
        self.assertRegex(picture.ESCAPE.sub("", prove[2]),
                         "ciso8601: isolated on .*, declares own-gil, supports own-gil")
        # The warnings are about the original, and 1 the status for them.
        self.assertIn("2 warnings", prove[2])
        self.assertEqual(prove[1], 1, prove[2])

    def test_picture_is_of_this_run(self):
        drawn = picture.draw([(command, output) for command, _, output in TRANSCRIPT])
        self.assertEqual(drawn.splitlines(), picture.PICTURE.read_text().splitlines(),
                         "tests/everyday/picture.py PROGRAM --write draws it again")
        for word in ("/tmp", "/root", "/home", str(pages.CACHE)):
            self.assertNotIn(word, drawn)


def main():
    global TRANSCRIPT
    program = Path(sys.argv.pop(1)).resolve()
    try:
        with tempfile.TemporaryDirectory(prefix="insulate-readme-") as folder:
            TRANSCRIPT = picture.run_quick_start(program, folder)
    except pages.StepError as error:
        print(f"SKIPPED: {error}")
        return 77
    result = unittest.main(argv=[sys.argv[0]], exit=False, verbosity=2).result
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
