import unittest

from fresh import load


class Operators(unittest.TestCase):
    def setUp(self):
        self.module = load("operators")
        self.money = self.module.Money(150, "EUR")

    def test_operators(self):
        self.assertEqual(repr(self.money + self.money), "Money(300, 'EUR')")
        self.assertEqual(self.money * 3, 3 * self.money)
        self.assertEqual(hash(self.money), hash(self.module.Money(150, "EUR")))
        self.assertLess(self.money, self.money * 2)
        self.assertFalse(self.money * 0)

    def test_errors_are_of_the_module(self):
        with self.assertRaisesRegex(self.module.MixedError, "EUR and USD"):
            self.money + self.module.Money(1, "USD")
        with self.assertRaises(self.module.MixedError):
            self.money == self.module.Money(1, "USD")
        with self.assertRaises(OverflowError):
            self.money * 2**62

    def test_foreign_operands(self):
        for expression in ("money + 1", "1 + money", "money * 'x'", "[] * money", "money < 1"):
            with self.subTest(expression), self.assertRaises(TypeError):
                eval(expression, {"money": self.money})
        self.assertNotEqual(self.money, 150)

    def test_subclasses_on_both_sides(self):
        class Coin(self.module.Money):
            def __radd__(self, other):
                return "radd"

        coin = Coin(5, "EUR")
        self.assertEqual(repr(coin + self.money), "Money(155, 'EUR')")
        self.assertEqual(self.money + coin, "radd")

    def test_operands_of_two_module_objects(self):
        other = load("operators").Money(1, "EUR")
        self.assertEqual(type(self.money + other), self.module.Money)


unittest.main()
