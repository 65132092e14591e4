import unittest
import weakref

from fresh import collect, load


class Getters(unittest.TestCase):
    def setUp(self):
        self.module = load("getters")
        self.thermometer = self.module.Thermometer()

    def test_celsius(self):
        self.thermometer.celsius = 21
        self.assertEqual(self.thermometer.celsius, 21.0)
        with self.assertRaisesRegex(self.module.RangeError, "colder than -273"):
            self.thermometer.celsius = -300
        with self.assertRaises(TypeError):
            self.thermometer.celsius = "hot"
        with self.assertRaises(AttributeError):
            del self.thermometer.celsius

    def test_label(self):
        self.assertIsNone(self.thermometer.label)
        self.thermometer.label = "kitchen"
        self.assertEqual(self.thermometer.label, "kitchen")
        del self.thermometer.label
        self.assertIsNone(self.thermometer.label)

    def test_subclass(self):
        class Loud(self.module.Thermometer):
            pass

        with self.assertRaises(self.module.RangeError):
            Loud().celsius = -300
        self.assertEqual(Loud.coldest(), -273.15)

    def test_cycle_through_an_attribute(self):
        class Open(self.module.Thermometer):
            pass

        thermometer = Open()
        thermometer.label = thermometer
        alive = weakref.ref(thermometer)
        del thermometer
        collect()
        self.assertIsNone(alive())


unittest.main()
