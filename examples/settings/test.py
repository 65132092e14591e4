import unittest

from fresh import load


class Settings(unittest.TestCase):
    def setUp(self):
        self.module = load("settings")

    def test_name(self):
        self.assertEqual(self.module.get_name(), "nobody")
        self.module.set_name("Brian")
        self.assertEqual(self.module.get_name(), "Brian")
        with self.assertRaisesRegex(ValueError, "at most 31 bytes"):
            self.module.set_name("x" * 32)

    def test_each_module_object_has_its_own(self):
        other = load("settings")
        self.module.set_name("Brian")
        self.module.add_number(3)
        self.assertEqual(other.get_name(), "nobody")
        self.assertEqual((self.module.mean(), other.mean()), (3.0, 0.0))

    def test_history_is_bounded(self):
        for number in range(100):
            self.module.add_number(number)
        self.assertEqual(self.module.mean(), sum(range(84, 100)) / 16)

    def test_what_python_sets_is_not_believed(self):
        self.module.WIDTH = 3
        self.assertEqual(self.module.line(), "---")
        for value, error in (("3", TypeError), (0, ValueError), (10**30, OverflowError)):
            self.module.WIDTH = value
            with self.assertRaises(error):
                self.module.line()
        del self.module.WIDTH
        with self.assertRaises(AttributeError):
            self.module.line()


unittest.main()
