import gc
import sys
import unittest
import weakref

from fresh import collect, load


class Classes(unittest.TestCase):
    def setUp(self):
        self.module = load("classes")

    def test_stack(self):
        stack = self.module.Stack()
        stack.push(1)
        stack.push("two")
        self.assertEqual((len(stack), stack.pop(), stack.pop()), (2, "two", 1))
        with self.assertRaises(self.module.Empty):
            stack.pop()

    def test_derived(self):
        stack = self.module.NamedStack("tins")
        stack.push(1)
        self.assertEqual((repr(stack), stack.pop()), ("<stack 'tins'>", 1))
        with self.assertRaises(TypeError):
            self.module.NamedStack(3)

    def test_cycle_is_collected(self):
        for cls, arguments in ((self.module.Stack, ()), (self.module.NamedStack, ("x",))):
            stack = cls(*arguments)
            stack.push(stack)
            alive = weakref.ref(stack)
            del stack
            collect()
            self.assertIsNone(alive())

    def test_an_instance_holds_its_class_and_module(self):
        module = load("classes")
        stack, alive = module.Stack(), weakref.ref(module)
        del module
        collect()
        with self.assertRaisesRegex(IndexError, "nothing on the stack"):
            stack.pop()
        self.assertIsNotNone(alive())
        del stack
        collect()
        self.assertIsNone(alive())

    def test_the_collector_sees_the_class(self):
        referents = gc.get_referents(self.module.Stack())
        self.assertIn(self.module.Stack, referents)
        self.assertIn(self.module, referents)

    @unittest.skipIf(sys.version_info < (3, 10), "heap types of 3.9 can be changed")
    def test_immutable(self):
        with self.assertRaises(TypeError):
            self.module.Stack.push = None


unittest.main()
