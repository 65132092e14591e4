"""What everything.c and once.c must do, under whichever Python runs this file.

    python behaviour.py FOLDER [test names]

FOLDER holds the two modules as built for this Python.
"""

import gc
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import threading
import unittest
import weakref

FOLDER = sys.argv.pop(1)
# The build says what it may leave out: extensions of a static base with abi3 on 3.9,
# classes frozen after their state was attached.
LIMITED = os.environ.get("INSULATE_LIMITED_API", "")
# The free-threaded 3.13 makes modules and types immortal once a second thread has run.
IMMORTAL = sys.version_info < (3, 14) and not getattr(sys, "_is_gil_enabled", lambda: True)()
OLD_LIMITED = bool(LIMITED) and sys.version_info < (3, 10)


def load(name):
    """A new module object of a library, outside of sys.modules."""
    path, = [os.path.join(FOLDER, entry) for entry in os.listdir(FOLDER)
             if entry.startswith(name + ".")]
    loader = importlib.machinery.ExtensionFileLoader(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


# How a Python of its own gets the module.
HEAD = """
import sys
sys.argv = [{behaviour!r}, {folder!r}]
import runpy
module = runpy.run_path({behaviour!r})["load"]("everything")
"""


def collect():
    for _ in range(3):
        gc.collect()


class State(unittest.TestCase):
    def setUp(self):
        self.module = load("everything")

    def test_each_module_object_has_its_own_state(self):
        other = load("everything")
        other.set_limit(5)
        self.assertEqual((self.module.get_limit(), other.get_limit()), (42, 5))
        self.assertIsNot(self.module.Error, other.Error)
        self.assertEqual((self.module.Item().limit(), other.Item().limit()), (42, 5))

    def test_a_module_object_may_change_its_class(self):
        class Changed(type(sys)):
            pass

        self.module.set_limit(7)
        self.module.__class__ = Changed
        self.assertEqual(self.module.get_limit(), 7)
        self.assertEqual(self.module.Item().limit(), 7)

    def test_state_from_everywhere(self):
        self.module.set_limit(1000)
        item = self.module.Item()

        class Derived(self.module.Item):
            pass

        for each in (item, Derived(), self.module.Special()):
            with self.subTest(type(each).__name__):
                self.assertEqual(each.limit(), 1000)
                self.assertEqual(each.defining(), 1000)
                self.assertEqual(each.searched(), 1000)
                self.assertEqual(type(each).of_class(), 1000)
                self.assertIs(each.error, self.module.Error)
                with self.assertRaises(self.module.Error):
                    each.error = 1

    def test_operands(self):
        item = self.module.Item()

        class Derived(self.module.Item):
            pass

        class Mixin:
            pass

        class Late(Mixin, Derived):
            pass

        for each in (item, Derived(), Late(), self.module.Special()):
            with self.subTest(type(each).__name__):
                self.assertEqual((each + 1, 1 + each, each + item, item + each),
                                 (44, 43, 45, 45))
                self.assertEqual((each - 1, 1 - each, object() - each), (42, 42, 42))
                self.assertEqual((each ** 1, 1 ** each, pow(1, 2, each)), (42, 42, 42))
        with self.assertRaises(TypeError):
            item.__class__.__add__(1, 1)

    def test_operands_of_two_module_objects(self):
        other = load("everything")
        other.set_limit(5)
        self.assertEqual(self.module.Item() + other.Item(), 45)
        self.assertEqual(other.Item() + self.module.Item(), 8)

    def test_search_without_a_class_of_the_module(self):
        with self.assertRaises(TypeError):
            self.module.Item.searched(object())

    def test_api_capsule(self):
        sys.modules["everything"] = self.module
        try:
            self.assertEqual(load("everything").import_api("everything._C_API"), 42)
            for name, error in (("nodot", ValueError), ("everything.Item", ValueError),
                                ("everything.none", AttributeError),
                                ("not_there_at_all.x", ImportError)):
                with self.subTest(name), self.assertRaises(error):
                    self.module.import_api(name)
            self.assertEqual(self.module.import_api("everything._C_API"), 42)
        finally:
            del sys.modules["everything"]

    def test_capsule_outlives_its_module(self):
        capsule = self.module._C_API
        self.module = None
        collect()
        carrier = type(sys)("carrier")
        setattr(carrier, "_C_API", capsule)
        sys.modules["everything"] = carrier
        try:
            # Its object is gone, its memory is not.
            expected = 42 if IMMORTAL else -1
            self.assertEqual(load("everything").import_api("everything._C_API"), expected)
        finally:
            del sys.modules["everything"]


class Types(unittest.TestCase):
    def setUp(self):
        self.module = load("everything")

    def test_immutable(self):
        if sys.version_info < (3, 10):
            self.skipTest("3.9 has no immutable heap types")
        for cls in (self.module.Item, self.module.Sealed):
            with self.assertRaises(TypeError):
                cls.attribute = 1
        self.module.Special.attribute = 1

    def test_no_instances(self):
        sealed = self.module.make_sealed()
        for call in (self.module.Sealed, lambda: type(sealed)(),
                     lambda: object.__new__(self.module.Sealed)):
            with self.assertRaises(TypeError):
                call()
        for protocol in range(6):
            with self.assertRaisesRegex(TypeError, "cannot pickle 'Sealed' object"):
                sealed.__reduce_ex__(protocol)

    def test_old_protocols_are_refused(self):
        class Stateful(self.module.Special):
            def __getstate__(self):
                return {}

        for protocol in (0, 1):
            with self.assertRaisesRegex(TypeError, "cannot pickle 'Stateful' object"):
                Stateful().reduce(protocol)
        for protocol in (2, 5):
            self.assertEqual(Stateful().reduce(protocol)[1], (Stateful,))
        with self.assertRaises(TypeError):
            Stateful().reduce("2")

    def test_members_and_weak_references(self):
        item = self.module.Item()
        item.attribute = 1
        self.assertEqual((item.attribute, item.number), (1, 7))
        reference = weakref.ref(item)
        self.assertIs(reference(), item)
        del item
        collect()
        self.assertIsNone(reference())

    def test_dictionary_subclass(self):
        if OLD_LIMITED:
            with self.assertRaises(TypeError):
                self.module.Table()
            return

        class Derived(self.module.Table):
            pass

        for cls in (self.module.Table, Derived):
            table = cls(a=1)
            self.assertEqual(table, {"a": 1})
            self.assertEqual(table.annotate(table), 42)
            table["self"] = table
            reference = weakref.ref(cls)
            del table
        del Derived, cls
        collect()
        if not IMMORTAL:
            self.assertIsNone(reference())

    def test_derived_class_cannot_be_made_by_its_base(self):
        with self.assertRaises(TypeError):
            self.module.Special.__new__(self.module.Item)
        with self.assertRaises(TypeError):
            object.__new__(self.module.Item)

    def test_long_chain_is_released(self):
        if LIMITED and sys.version_info < (3, 14):
            self.skipTest("the limited API has no trashcan")
        head = None
        for _ in range(200000):
            item = self.module.Item()
            item.set(head)
            head = item
        del item, head


    @unittest.skipIf(LIMITED, "the limited API cannot set tp_name")
    def test_name_without_a_dot(self):
        cls = self.module.Dotless
        self.assertEqual((cls.__module__, cls.__name__, cls.__qualname__, repr(cls)),
                         ("builtins", "Dotless", "Dotless", "<class 'Dotless'>"))
        with self.assertRaisesRegex(TypeError, "^unsupported .*: 'Dotless' and 'int'"):
            cls() + 1
        with self.assertRaisesRegex(TypeError, "^'Dotless' object is not "):
            cls()[0]


class ClassState(unittest.TestCase):
    def setUp(self):
        self.module = load("everything")

    def test_subclasses_share_it_unless_they_have_their_own(self):
        class Plain(self.module.Counted):
            pass

        class Own(self.module.Counted):
            pass

        Own.attach()

        class Below(Own):
            pass

        first = self.module.Counted()
        Plain(), Below(), Below(), Own()
        self.assertEqual(first.count(), 2)
        self.assertEqual(Below().count(), 4)

    def test_two_module_objects(self):
        other = load("everything")
        self.module.Counted(), self.module.Counted()
        self.assertEqual(other.Counted().count(), 1)

    def test_impostors_are_not_believed(self):
        class Impostor(self.module.Counted):
            __insulate_state__ = 5

        class Thief(self.module.Counted):
            pass

        Impostor().count()
        Thief.attach()
        taken = vars(Thief)["__insulate_state__"]
        Impostor.__insulate_state__ = taken
        Thief()
        before = self.module.Counted().count()
        self.assertEqual(Impostor().count(), before + 1)
        with self.assertRaises(TypeError):
            type(taken)()

    def test_immutable_class_refuses_a_state(self):
        if sys.version_info < (3, 10) or LIMITED and LIMITED < "0x030e0000":
            self.skipTest("not frozen in this build")
        with self.assertRaises(TypeError):
            self.module.Counted.attach()

    def test_it_ends_with_its_class(self):
        class Own(self.module.Counted):
            pass

        Own.attach()
        holder = vars(Own)["__insulate_state__"]
        self.assertTrue(gc.is_tracked(holder))
        own = Own()
        own.remember(Own)
        own.remember([own, Own])
        self.assertIn(Own, gc.get_referents(*gc.get_referents(holder)))
        reference = weakref.ref(Own)
        del own, Own, holder
        collect()
        self.assertIsNone(reference())


class BackPorts(unittest.TestCase):
    """What insulate/backports.h adds is what newer CPythons have themselves."""

    def setUp(self):
        self.module = load("everything")
        self.reference = weakref.ref(self.module.Item)

    def test_strong_references(self):
        self.assertEqual(self.module.NUMBER, 42)
        value = self.module.strong(["a"], {"key": 2}, "key", self.reference)
        self.assertEqual(value[:4], ["a", 2, 2, self.module.Item])
        self.assertIs(value[4], sys.modules.pop("everything_of_the_test"))

    def test_references_are_counted(self):
        one, key, item = object(), "a key", self.module.Item()
        things = (one, key, item)
        before = [sys.getrefcount(each) for each in things]
        for _ in range(10):
            self.module.strong([one], {key: one}, key, weakref.ref(item))
        self.assertEqual([sys.getrefcount(each) for each in things], before)

    def test_default_of_a_dictionary(self):
        class Unhashable:
            __hash__ = None

        dictionary, one, two = {"a": 1}, object(), object()
        before = sys.getrefcount(one)
        self.assertEqual(self.module.set_default(dictionary, "a", one), (1, 1))
        self.assertEqual(self.module.set_default(dictionary, "b", one), (0, one))
        self.assertEqual(self.module.set_default(dictionary, "b", two), (1, one))
        self.assertEqual(dictionary, {"a": 1, "b": one})
        dictionary.clear()
        self.assertEqual(sys.getrefcount(one), before)
        with self.assertRaises(TypeError):
            self.module.set_default(dictionary, Unhashable(), one)

    def test_what_is_not_there(self):
        gone = weakref.ref(self.module.Item())
        collect()
        self.assertEqual(self.module.strong([1], {}, "x", gone)[1:4], [None] * 3)

    def test_errors(self):
        strong, reference = self.module.strong, self.reference
        self.assertRaises(IndexError, strong, [], {}, "x", reference)
        self.assertRaises(TypeError, strong, (1,), {}, "x", reference)
        self.assertRaises(TypeError, strong, [1], {}, [], reference)
        self.assertRaises(SystemError, strong, [1], [], "x", reference)
        self.assertRaises(TypeError, strong, [1], {}, "x", 1)

    @unittest.skipIf(OLD_LIMITED, "no instances of an extended static base")
    def test_ways_for_traverse_functions(self):
        self.assertEqual(self.module.during_gc(self.module.Table()), 1)

    @unittest.skipIf(LIMITED and int(LIMITED, 16) < 0x030e0000 or sys.version_info < (3, 10),
                     "no classes that freeze")
    def test_freezing(self):
        self.assertRaises(TypeError, setattr, self.module.Counted, "new", 1)


class Lifetime(unittest.TestCase):
    def test_everything_goes(self):
        if IMMORTAL:
            self.skipTest("types are immortal")
        module = load("everything")
        item, special, counted = module.Item(), module.Special(), module.Counted()
        item.set([item, special, module])
        special.set_extra(special)
        counted.remember([counted, item])
        module.everything = item
        references = [weakref.ref(each) for each in
                      (module, module.Item, module.Special, module.Sealed,
                       module.Counted, module.Table)]
        del module, item, special, counted
        collect()
        self.assertEqual([each() for each in references], [None] * 6)

    def test_instance_holds_the_module(self):
        module = load("everything")
        item = module.Item()
        reference = weakref.ref(module)
        self.assertIn(module, gc.get_referents(item))
        self.assertIn(type(item), gc.get_referents(item))
        del module
        collect()
        self.assertIsNotNone(reference())
        self.assertEqual(item.limit(), 42)

    def test_finalizer_in_cycles(self):
        for _ in range(50):
            module = load("everything")
            items = [module.Item() for _ in range(10)]
            for item in items:
                item.set(items)
            module.items = items
            del module, items, item
        collect()


class Foreign(unittest.TestCase):
    def setUp(self):
        self.module = load("everything")

    def test_call_back(self):
        seen = []

        def function(number):
            seen.append((number, threading.get_ident()))

        self.assertEqual(self.module.call_back(function), 0)
        self.assertEqual([number for number, _ in seen], [42, 42, 42])
        threads = [thread for _, thread in seen]
        self.assertEqual(len(set(threads)), 2)
        self.assertEqual(threads[1:], [threading.get_ident()] * 2)

    def test_an_exception_of_the_callback_stays_there(self):
        self.assertEqual(self.module.call_back(lambda number: 1 // 0), 0)

    def test_handle_holds_module_and_object(self):
        class Callable:
            def __call__(self):
                pass

        function = Callable()
        references = [weakref.ref(self.module), weakref.ref(function)]
        self.module.keep_handle(function)
        del function
        collect()
        self.assertIsNotNone(references[1]())
        self.module.drop_handle()
        self.module = None
        collect()
        self.assertIsNone(references[1]())
        if not IMMORTAL:
            self.assertIsNone(references[0]())


class Interpreters(unittest.TestCase):
    """Handles of one interpreter in the hands of another."""

    TEXT = """if True:
        import importlib.machinery, importlib.util, sys
        loader = importlib.machinery.ExtensionFileLoader("everything", {path!r})
        spec = importlib.util.spec_from_file_location("everything", {path!r}, loader=loader)
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        def called():
            open({answer!r}, "a").write("called ")
        with open({answer!r}, "w") as file:
            file.write(str(module.open_handle(called)) + " ")
        """

    def setUp(self):
        if LIMITED and LIMITED < "0x030f0000":
            self.skipTest("this API enters the main interpreter only")
        name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
        self.interpreters = __import__(name)
        self.module = load("everything")
        self.answer = os.path.join(FOLDER, "answer")

    def words(self):
        with open(self.answer) as file:
            return file.read().split()

    def test_entering_and_refusing(self):
        configurations = [{}]
        if sys.version_info >= (3, 13):
            configurations = [{"config": "isolated"}, {"config": "legacy"}]
        for configuration in configurations:
            with self.subTest(configuration):
                arguments = list(configuration.values())
                interpreter = self.interpreters.create(*arguments)
                done = self.interpreters.run_string(interpreter, self.TEXT.format(
                    path=self.module.__file__, answer=self.answer))
                self.assertIsNone(done)
                address = int(self.words()[0])
                self.assertEqual(self.module.enter_handle(address), 1)
                self.assertEqual(self.words()[1:], ["called"])
                self.assertEqual(self.module.enter_handle(address), 1)
                self.assertEqual(self.words()[1:], ["called", "called"])
                thread = threading.Thread(target=self.module.enter_handle, args=(address,))
                thread.start()
                thread.join()
                self.assertEqual(len(self.words()), 4)
                self.interpreters.destroy(interpreter)
                self.assertEqual(self.module.enter_handle(address), 0)
                self.module.free_handle(address)

    def test_freed_from_another_interpreter(self):
        interpreter = self.interpreters.create()
        self.interpreters.run_string(interpreter, self.TEXT.format(
            path=self.module.__file__, answer=self.answer))
        self.module.free_handle(int(self.words()[0]))
        self.interpreters.destroy(interpreter)


class OwnGil(unittest.TestCase):
    def test_the_slots_say_it(self):
        """A GIL of its own: refused without slot 3."""
        if sys.version_info < (3, 12):
            self.skipTest("no interpreter has a GIL of its own")
        if sys.version_info >= (3, 13):
            import _interpreters as interpreters
            interpreter = interpreters.create("isolated")
        else:
            import _xxsubinterpreters as interpreters
            interpreter = interpreters.create(isolated=True)
        path = load("spam").__file__
        answer = os.path.join(FOLDER, "imported")
        failure = interpreters.run_string(interpreter, f"""if True:
            import importlib.machinery, importlib.util
            loader = importlib.machinery.ExtensionFileLoader("spam", {path!r})
            spec = importlib.util.spec_from_file_location("spam", {path!r}, loader=loader)
            module = importlib.util.module_from_spec(spec)
            loader.exec_module(module)
            module.Spam()
            with open({answer!r}, "w") as file:
                file.write(str(module.made()))
            """)
        self.assertIsNone(failure)
        with open(answer) as file:
            self.assertEqual(file.read(), "1")
        interpreters.destroy(interpreter)


class Ending(unittest.TestCase):
    def run_python(self, text):
        done = subprocess.run(
            [sys.executable, "-X", "faulthandler", "-c", HEAD.format(
                behaviour=os.path.abspath(__file__), folder=FOLDER) + text],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_handles_are_released_when_the_interpreter_ends(self):
        text = self.run_python("""
class Noisy:
    def __call__(self):
        pass
    def __del__(self):
        print("released", flush=True)
module.open_handle(Noisy())
""")
        self.assertEqual(text.split(), ["released"])

    def test_no_new_handles_at_the_end(self):
        text = self.run_python("""
class Late:
    def __call__(self):
        pass
    def __del__(self):
        try:
            module.open_handle(print)
        except RuntimeError as error:
            print("refused", flush=True)
module.open_handle(Late())
""")
        self.assertEqual(text.split(), ["refused"])

    def test_threads_that_keep_calling(self):
        self.run_python("""
import threading
address = module.open_handle(lambda: None)
def call():
    while module.enter_handle(address):
        pass
for _ in range(3):
    threading.Thread(target=call, daemon=True).start()
import time
time.sleep(0.05)
""")


class Process(unittest.TestCase):
    def test_lock_of_two_module_objects(self):
        modules = [load("process"), load("process")]
        start = modules[0].bump(1)
        threads = [threading.Thread(target=modules[i % 2].bump, args=(20000,))
                   for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(modules[1].bump(1), start + 80001)

    def run_in_threads(self, function, *arguments):
        barrier, results = threading.Barrier(4), []

        def run():
            barrier.wait()
            results.append(function(*arguments))

        workers = [threading.Thread(target=run) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(len(results), 4)
        return results

    def test_threads_count_every_time(self):
        module, other = load("process"), load("process")
        self.run_in_threads(module.tick, 20000)
        self.assertEqual(module.tick(0), (80000, 80000))
        self.assertEqual(other.tick(1), (1, 1))
        self.assertEqual(module.reset(-5), -5)
        self.assertEqual(module.tick(2), (80002, -3))

    def test_initialisation_runs_until_it_succeeds_and_then_never_again(self):
        module, other = load("process"), load("process")
        for _ in range(2):
            with self.assertRaises(ValueError):
                module.initialize(True)
        self.assertEqual(set(self.run_in_threads(module.initialize, False)), {3})
        self.assertEqual(other.initialize(True), 3)


class TwoFiles(unittest.TestCase):
    def test_state_of_the_other_file(self):
        module, other = load("shared"), load("shared")
        self.assertEqual(module.Part().word(), "the word")
        self.assertEqual(module.is_part(other.Part()), 1)
        self.assertEqual(module.is_part(object()), 0)
        self.assertIsNot(module.Part().word(), other.Part().word())


class Once(unittest.TestCase):
    def test_one_at_a_time(self):
        module = load("once")
        with self.assertRaisesRegex(ImportError, "more than once per process"):
            load("once")
        self.assertEqual(module.answer(), 1)
        del module
        collect()
        if not IMMORTAL:
            for _ in range(3):
                load("once")
                collect()

    def test_failing_exec_gives_it_back(self):
        if IMMORTAL:
            self.skipTest("the module of the other test is immortal")
        collect()
        os.environ["INSULATE_ONCE_FAILS"] = "1"
        try:
            for _ in range(2):
                with self.assertRaisesRegex(RuntimeError, "asked to fail") as caught:
                    load("once")
            del caught
        finally:
            del os.environ["INSULATE_ONCE_FAILS"]
        self.assertEqual(load("once").answer(), 1)
        collect()


if __name__ == "__main__":
    unittest.main(verbosity=1)
