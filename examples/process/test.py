import os
import threading
import unittest

from fresh import load


class Process(unittest.TestCase):
    def setUp(self):
        before = os.umask(0o022)
        self.addCleanup(os.umask, before)

    def test_reads_what_others_set(self):
        one, two = load("process"), load("process")
        self.assertEqual((one.read_mask(), two.read_mask()), (0o022, 0o022))
        self.assertEqual((one.reads(), two.reads()), (1, 1))
        self.assertEqual(one.forbid(0o700), 0o022)
        self.assertEqual(two.read_mask(), 0o722)

    def test_refuses_what_is_no_mode(self):
        for bits in (-1, 0o1000):
            with self.assertRaises(ValueError):
                load("process").forbid(bits)

    def test_no_bit_is_lost_between_threads(self):
        modules = [load("process") for _ in range(3)]

        def work(module, bit):
            for _ in range(500):
                module.forbid(bit)
                self.assertTrue(module.read_mask() & bit)

        threads = [threading.Thread(target=work, args=(module, 0o100 << i))
                   for i, module in enumerate(modules)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(modules[0].read_mask(), 0o722)


unittest.main()
