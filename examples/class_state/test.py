import unittest
import weakref

from fresh import collect, load


class ClassState(unittest.TestCase):
    def setUp(self):
        self.module = load("class_state")

    def test_each_class_counts_for_itself(self):
        class Invoice(self.module.Numbered, prefix="I"):
            pass

        class Letter(self.module.Numbered, prefix="L"):
            pass

        made = [Invoice(), Invoice(), Letter(), self.module.Numbered()]
        self.assertEqual(list(map(repr, made)), ["I1", "I2", "L1", "N1"])
        self.assertEqual((Invoice.made(), Letter.made()), (2, 1))

    def test_without_a_series_of_its_own_a_class_uses_its_base_s(self):
        class Invoice(self.module.Numbered, prefix="I"):
            pass

        class Bill(Invoice):
            pass

        class Late:
            pass

        class Reminder(Late, Bill):
            pass

        self.assertEqual([repr(cls()) for cls in (Invoice, Bill, Reminder)],
                         ["I1", "I2", "I3"])

    def test_the_state_goes_with_its_class(self):
        class Text(str):
            pass

        prefix = Text("T")
        cls = type("Short", (self.module.Numbered,), {}, prefix=prefix)
        cls()
        state = weakref.ref(prefix)
        del prefix, cls
        collect()
        self.assertIsNone(state())

    def test_a_cycle_through_the_state_is_collected(self):
        class Text(str):
            pass

        prefix = Text("C")
        cls = type("Cyclic", (self.module.Numbered,), {}, prefix=prefix)
        prefix.cls = cls
        alive = weakref.ref(cls)
        del prefix, cls
        collect()
        self.assertIsNone(alive())

    def test_what_python_puts_there_is_not_believed(self):
        class Invoice(self.module.Numbered, prefix="I"):
            pass

        invoice = Invoice()
        Invoice.__insulate_state__ = "mine"
        self.assertEqual(repr(Invoice()), "N1")
        del Invoice.__insulate_state__
        self.assertEqual(repr(invoice), "N1")


unittest.main()
