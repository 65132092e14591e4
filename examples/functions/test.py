import unittest

from fresh import load


class Functions(unittest.TestCase):
    def test_counts(self):
        module = load("functions")
        self.assertEqual([module.words(text) for text in ("", "a", " a  b ")], [0, 1, 2])

    def test_cache_is_used(self):
        module = load("functions")
        module.words("x y")
        self.assertEqual((module.words("x y"), module.hits()), (2, 1))

    def test_each_module_object_has_its_own_cache(self):
        one, two = load("functions"), load("functions")
        one.words("x y")
        one.words("x y")
        two.words("x y")
        self.assertEqual((one.hits(), two.hits()), (1, 0))

    def test_refuses_what_is_no_text(self):
        with self.assertRaises(TypeError):
            load("functions").words(3)


unittest.main()
