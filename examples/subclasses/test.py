import unittest

from fresh import load


class Subclasses(unittest.TestCase):
    def test_in_python(self):
        shapes = load("shapes")

        class Mixin:
            pass

        class Tile(Mixin, shapes.Square):
            def area(self):
                return 2 * super().area()

        tile = Tile(3)
        self.assertEqual((tile.area(), tile.unit()), (18.0, "m2"))
        self.assertEqual(Tile.of_unit(), "Tile in m2")
        with self.assertRaises(shapes.Error):
            Tile(-1)
        with self.assertRaises(TypeError):
            tile.unit(1)

    def test_each_method_finds_the_state_of_its_module_object(self):
        one, two = load("shapes"), load("shapes")

        class Both(one.Square):
            pass

        with self.assertRaises(one.Error):
            Both(-1)
        with self.assertRaises(two.Error):
            two.Square(-1)
        self.assertFalse(issubclass(one.Error, two.Error))

    def test_in_another_module(self):
        solids = load("solids")

        class Tower(solids.Prism):
            pass

        for cls in (solids.Prism, Tower):
            prism = cls(2)
            prism.raise_to(5)
            self.assertEqual((prism.area(), prism.volume()), (4.0, 20.0))
            self.assertEqual((prism.unit(), prism.solid_unit()), ("m2", "m3"))


unittest.main()
