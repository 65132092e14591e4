"""What every step of tally must keep doing."""

import json
import unittest

import tally


class Behaviour(unittest.TestCase):
    def test_counts(self):
        words = tally.Tally()
        words.add("one")
        words.add("two", 2)
        words.add("two", 3)
        self.assertEqual(json.loads(words.dump()), {"one": 1, "two": 5})

    def test_limit(self):
        before = tally.set_limit(3)
        try:
            with self.assertRaisesRegex(tally.TallyError, "4 is more than the limit, 3"):
                tally.Tally().add("x", 4)
        finally:
            self.assertEqual(tally.set_limit(before), 3)

    def test_merge(self):
        left, right = tally.Tally(), tally.Tally()
        left.add("a", 1)
        right.add("a", 2)
        right.add("b", 3)
        self.assertEqual(json.loads((left + right).dump()), {"a": 3, "b": 3})
        for operands in ((left, 1), (1, left), (left, "x")):
            with self.assertRaises(TypeError):
                operands[0] + operands[1]

    def test_subclass(self):
        class Mine(tally.Tally):
            pass

        mine = Mine()
        mine.add("m")
        self.assertEqual(mine.dump(), '{"m": 1}')
        self.assertIs(type(mine + mine), tally.Tally)

    def test_type_is_immutable(self):
        with self.assertRaises(TypeError):
            tally.Tally.extra = 1

    def test_arguments(self):
        for arguments in ((), (1,), ("a", "b")):
            with self.assertRaises(TypeError):
                tally.Tally().add(*arguments)
        with self.assertRaises(TypeError):
            tally.Tally().dump(1)
        with self.assertRaises(TypeError):
            tally.Tally(1)


if __name__ == "__main__":
    unittest.main()
