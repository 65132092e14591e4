import sys
import unittest
import weakref

from fresh import collect, load


class Capsules(unittest.TestCase):
    def setUp(self):
        self.addCleanup(sys.modules.pop, "meter", None)
        self.meter = sys.modules["meter"] = load("meter")
        self.gauge = load("gauge")

    def test_client(self):
        result = self.gauge.double_of(self.meter.Meter(21))
        self.assertEqual((float(result), type(result)), (42.0, self.meter.Meter))
        with self.assertRaises(TypeError):
            self.gauge.double_of(21.0)

    def test_each_client_has_the_api_of_its_own_import(self):
        other = sys.modules["meter"] = load("meter")
        gauge = load("gauge")
        self.assertIs(type(gauge.double_of(other.Meter(1))), other.Meter)
        self.assertIs(type(self.gauge.double_of(self.meter.Meter(1))), self.meter.Meter)

    def test_the_client_keeps_what_it_uses(self):
        meter = self.meter.Meter(4)
        alive = weakref.ref(self.meter)
        self.meter = sys.modules["meter"] = None
        collect()
        self.assertEqual(float(self.gauge.double_of(meter)), 8.0)
        self.gauge = meter = None
        collect()
        self.assertIsNone(alive())

    def test_without_the_exporter(self):
        sys.modules["meter"] = None
        with self.assertRaises(ImportError):
            load("gauge")


unittest.main()
