import copy
import pickle
import sys
import unittest
import weakref

from fresh import collect, load


class Complete(unittest.TestCase):
    def setUp(self):
        self.module = load("complete")
        self.notebook = self.module.Notebook()

    def test_notebook(self):
        self.notebook.add("one")
        self.notebook.add()
        self.assertEqual((len(self.notebook), self.notebook[0], list(self.notebook)),
                         (2, "one", ["one", ""]))
        for arguments in ((3,), ("a", "b")):
            with self.assertRaises(TypeError):
                self.notebook.add(*arguments)
        with self.assertRaises(IndexError):
            self.notebook[2]

    def test_limit_is_of_the_module_object(self):
        other = load("complete")
        self.module.set_limit(1)
        self.notebook.add("one")
        with self.assertRaisesRegex(self.module.Error, "a notebook has 1 pages"):
            self.notebook.add("two")
        self.assertEqual((self.notebook.limit, other.Notebook().limit), (1, 100))
        with self.assertRaises(self.module.Error):
            self.module.set_limit(0)

    def test_attributes_and_subclasses(self):
        class Diary(self.module.Notebook):
            def add(self, text):
                super().add("dear diary, " + text)

        for notebook in (self.notebook, Diary()):
            notebook.owner = "me"
            notebook.add("x")
            self.assertEqual(notebook.__dict__, {"owner": "me"})
            self.assertTrue(notebook[0].endswith("x"))

    def test_iterator_is_made_by_c_code_only(self):
        pages = iter(self.notebook)
        with self.assertRaises(TypeError):
            type(pages)()
        self.assertFalse(hasattr(self.module, "Pages"))
        with self.assertRaises(TypeError):
            pickle.dumps(pages)

    def test_section(self):
        self.notebook.add("one")
        section = self.module.Section(self.notebook)
        section["a"] = 1
        self.assertEqual((section["a"], section[0], len(section)), (1, "one", 1))
        with self.assertRaises(self.module.Error):
            self.module.Section(3)
        with self.assertRaises(self.module.Error):
            self.module.Section.__new__(self.module.Section)[0]

    def test_cycles_are_collected(self):
        section = self.module.Section(self.notebook)
        self.notebook.section, self.notebook.pages = section, iter(self.notebook)
        alive = weakref.ref(self.notebook)
        self.notebook = section = None
        collect()
        self.assertIsNone(alive())

    def test_everything_goes_with_the_module(self):
        module = load("complete")
        module.Notebook().add("x")
        alive = [weakref.ref(each) for each in (module, module.Notebook, module.Section)]
        del module
        collect()
        self.assertEqual([each() for each in alive], [None] * 3)

    def test_no_pickling(self):
        for refuse in (pickle.dumps, copy.copy):
            with self.assertRaises(TypeError):
                refuse(self.notebook)

    def test_summary(self):
        self.assertEqual(self.module.summary("x" * 100), "x" * 64)
        self.assertEqual(self.module.summary("caf\u00e9"), "caf?")

    @unittest.skipIf(sys.version_info < (3, 10), "heap types of 3.9 can be changed")
    def test_immutable(self):
        for cls in (self.module.Notebook, self.module.Section):
            with self.assertRaises(TypeError):
                cls.x = 1


unittest.main()
