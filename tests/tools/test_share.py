"""tools/share.py takes the same part of the names each time."""

import os
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import share  # noqa: E402

NAMES = [f"case-{number}" for number in range(400)]


def part(asked):
    with mock.patch.dict(os.environ, {"INSULATE_SHARE": asked}):
        return [name for name in NAMES if share.is_in_share(name, share.parts_asked())]


class Share(unittest.TestCase):
    def test_nothing_asked_is_the_whole(self):
        self.assertEqual(part(""), NAMES)
        self.assertEqual(part("1"), NAMES)

    def test_a_part_has_about_its_size(self):
        self.assertTrue(60 < len(part("4")) < 140, len(part("4")))
        self.assertEqual(part("4"), part("4"))

    def test_a_new_name_moves_no_other(self):
        self.assertTrue(set(part("4")) <= set(part("2")))


if __name__ == "__main__":
    unittest.main()
