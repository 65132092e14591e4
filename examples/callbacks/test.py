import os
import subprocess
import sys
import threading
import time
import unittest
import weakref

from fresh import MODULES_ARE_IMMORTAL, collect, load


def wait_for(condition):
    end = time.monotonic() + 20
    while not condition() and time.monotonic() < end:
        time.sleep(0.002)


class Callbacks(unittest.TestCase):
    def test_called_from_another_thread(self):
        module, seen = load("callbacks"), []
        module.ring(lambda i: seen.append((i, threading.get_ident())), 3)
        wait_for(lambda: module.calls()[0] == 3)
        self.assertEqual([i for i, _ in seen], [0, 1, 2])
        self.assertNotIn(threading.get_ident(), [thread for _, thread in seen])

    def test_errors_are_reported_and_counted(self):
        module, reported = load("callbacks"), []
        before, sys.unraisablehook = sys.unraisablehook, reported.append
        try:
            module.ring(lambda i: 1 / 0, 2)
            wait_for(lambda: module.calls() == (2, 2))
        finally:
            sys.unraisablehook = before
        self.assertEqual(module.calls(), (2, 2))
        self.assertEqual(reported[0].exc_type, ZeroDivisionError)

    def test_the_module_lives_until_the_last_call(self):
        module = load("callbacks")
        alive, done = weakref.ref(module), []
        module.ring(done.append, 20)
        del module
        collect()
        self.assertIsNotNone(alive())
        wait_for(lambda: len(done) == 20)
        self.assertEqual(done, list(range(20)))
        if not MODULES_ARE_IMMORTAL:
            wait_for(lambda: collect() or alive() is None)
            self.assertIsNone(alive())

    def test_the_interpreter_may_end_meanwhile(self):
        text = "from fresh import load; load('callbacks').ring(print, 10000)"
        done = subprocess.run([sys.executable, "-c", text], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=60, env=os.environ)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_refuses_what_cannot_be_called(self):
        for arguments in ((3, 5), (print, 0), (print,)):
            with self.assertRaises(TypeError):
                load("callbacks").ring(*arguments)


unittest.main()
