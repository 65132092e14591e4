import unittest

from fresh import load


class Cpp(unittest.TestCase):
    def test_sample(self):
        sample = load("cpp").Sample()
        for number in (3, 1, 2):
            sample.add(number)
        self.assertEqual((len(sample), sample.median()), (3, 2.0))

    def test_exceptions_of_c_plus_plus(self):
        module, other = load("cpp"), load("cpp")
        with self.assertRaises(module.Error):
            module.Sample().median()
        self.assertFalse(issubclass(module.Error, other.Error))

    def test_subclass(self):
        class Twice(load("cpp").Sample):
            def add(self, number):
                super().add(number)
                super().add(number)

        sample = Twice()
        sample.add(1)
        self.assertEqual(len(sample), 2)


unittest.main()
