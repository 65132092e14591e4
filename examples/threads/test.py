import sys
import threading
import unittest

from fresh import load


class Threads(unittest.TestCase):
    def setUp(self):
        self.module = load("threads")

    def test_mean(self):
        mean = self.module.Mean()
        with self.assertRaises(ValueError):
            mean.value()
        mean.add(1)
        mean.add(2)
        self.assertEqual((mean.value(), mean.last()), (1.5, 2))

    def test_many_threads_at_one_object(self):
        mean, n_threads, n_each = self.module.Mean(), 4, 5000

        def work():
            for i in range(n_each):
                mean.add(float(i % 2))
                mean.last()

        threads = [threading.Thread(target=work) for _ in range(n_threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((mean.value(), self.module.n_added()), (0.5, n_threads * n_each))

    @unittest.skipUnless(hasattr(sys, "_is_gil_enabled"), "there always is a GIL")
    def test_the_gil_stays_as_it_was(self):
        import sysconfig

        free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
        self.assertEqual(sys._is_gil_enabled(), not free)


unittest.main()
