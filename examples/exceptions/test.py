import unittest

from fresh import load


class Exceptions(unittest.TestCase):
    def setUp(self):
        self.module = load("exceptions")

    def test_raises_its_own(self):
        self.assertEqual(self.module.check("short"), 5)
        with self.assertRaisesRegex(self.module.TooLong, "9 characters, at most 8"):
            self.module.check("very long")
        with self.assertRaisesRegex(self.module.Error, "a str is wanted, not 3"):
            self.module.check(3)

    def test_classes(self):
        self.assertTrue(issubclass(self.module.TooLong, self.module.Error))
        self.assertEqual(self.module.Error.__module__, "exceptions")
        self.assertEqual(self.module.TooLong.__doc__, "The text is too long.")

    def test_another_module_object_does_not_catch_them(self):
        other = load("exceptions")
        with self.assertRaises(self.module.Error):
            try:
                self.module.check(3)
            except other.Error:
                self.fail("caught by a class of another module object")

    def test_what_python_replaces_is_not_what_c_raises(self):
        error, self.module.Error = self.module.Error, ValueError
        with self.assertRaises(error):
            self.module.check(3)


unittest.main()
