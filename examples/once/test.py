import sys
import unittest

from fresh import collect, load


class Once(unittest.TestCase):
    def tearDown(self):
        collect()

    def test_rolls(self):
        module = load("once")
        first = [module.roll() for _ in range(20)]
        module.seed(1)
        self.assertEqual([module.roll() for _ in range(20)], first)
        self.assertTrue(set(first) <= set(range(1, 7)) and len(set(first)) > 1)
        self.assertEqual(module.rolls(), 20)

    def test_second_module_object_is_refused(self):
        module = load("once")
        with self.assertRaisesRegex(ImportError, "more than once"):
            load("once")
        self.assertIn(module.roll(), range(1, 7))

    def test_the_next_one_comes_when_the_first_is_gone(self):
        for _ in range(3):
            module = load("once")
            module.roll()
            del module
            collect()

    @unittest.skipIf(sys.version_info < (3, 13), "_interpreters is of 3.13")
    def test_within_another_interpreter_is_refused(self):
        import _interpreters

        module = load("once")
        interpreter = _interpreters.create("legacy")
        failure = _interpreters.run_string(interpreter, "from fresh import load; load('once')")
        _interpreters.destroy(interpreter)
        self.assertIn("ImportError", str(failure))
        self.assertEqual(module.rolls(), 0)


unittest.main()
