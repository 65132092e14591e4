"""A part of a module: what one feature adds to it."""

import dataclasses

from choices import Choices
from text import fill

WORDS = ("token", "point", "node", "shape", "frame", "label", "entry", "chunk", "rule",
         "color", "event", "table", "range", "field", "probe", "value")


@dataclasses.dataclass
class Offer:
    """Something that later parts may use: an exception, a counter, a type …

    `touch` are statements that use it and cannot fail; `risk` those that leave the function
    with $ret if they fail.
    """

    kind: str
    name: str
    declaration: str  # for the header, if another file uses it
    part: "Part" = None
    touch: tuple = ()
    risk: tuple = ()
    struct: str = ""
    has_gc: bool = False
    make: str = ""  # an expression in the script that gives an instance


@dataclasses.dataclass
class Step:
    """A step of initialisation: `call`, which failed if it is `test`.

    `before` steps need no module and may come before it is created.  Text without a test
    contains FAIL; for each exit.
    """

    call: str
    test: str = ""
    before: bool = False
    ready: str = ""  # the type that it makes ready


class Part:
    def __init__(self, world, index, kind):
        self.world = world
        self.index = index
        self.kind = kind
        self.choose = Choices(world.recipe, f"{index} {kind}")
        self.word = f"{WORDS[index % len(WORDS)]}{index // len(WORDS) or ''}"
        self.file = world.file_of(self)
        self.includes = []
        self.extra_files = {}  # units and headers of their own, by name
        self.shared = []    # types and macros, in the header if other files use the part
        self.bodies = []
        self.late = []      # behind the bodies of all parts of the file
        self.methods = []   # rows of the module's table: (name, function, flags, guard)
        self.steps = []
        self.lines = []     # of the script
        self.offers = []
        self.used = []      # offers of other parts
        self.private_methods = False  # functions that no other file can name
        self._statics = {}
        self._n_touches = 0
        self.is_cpp = world.is_cpp

    # Names.

    @property
    def Word(self):
        return self.word.capitalize()

    def function(self, what):
        form = self.world.naming
        return {"snake": f"{self.word}_{what}", "camel": f"{self.word}{what.title()}",
                "caps": f"{self.Word}_{what}", "long": f"{self.world.name}_{self.word}_{what}"
                }[form].replace(" ", "_")

    def shared_static(self, what):
        """A name for a static variable that other files may use, too."""
        self._statics.setdefault(what, self._long_name(what))
        return self._statics[what]

    def static(self, what):
        """A name for a static variable; short if the file has no other of that name."""
        if what not in self._statics:
            self._statics[what] = self._static(what)
        return self._statics[what]

    def _static(self, what):
        if self.choose.flag(f"short name {what}") and self.world.claim(self.file, what):
            return what
        return self._long_name(what)

    def _long_name(self, what):
        return {"snake": f"the_{self.word}_{what}", "camel": f"the{self.Word}{what.title()}",
                "caps": f"g_{self.word}_{what}", "long": f"s_{self.word}_{what}"
                }[self.world.naming]

    # What the part consists of.

    def share(self, template, **values):
        self.shared.append(fill(template, **values))

    def body(self, template, guard=None, **values):
        text = fill(template, **values)
        self.bodies.append(f"#{guard}\n{text}#endif\n" if guard else text)

    def method(self, name, function, flags="METH_NOARGS", guard=None):
        self.methods.append((name, function, flags, guard))

    def step(self, call, test="", before=False, ready=""):
        self.steps.append(Step(call, test, before, ready))

    def script(self, *lines):
        self.lines += lines

    def show(self, expression):
        self.lines.append(f"show(lambda: {expression})")

    def offer(self, kind, name, declaration, **more):
        self.offers.append(Offer(kind, name, declaration, part=self, **more))

    # What other parts have.

    def ask(self, kind):
        """An offer of an earlier part, or None."""
        found = [offer for part in self.world.parts for offer in part.offers
                 if offer.kind == kind and part is not self]
        self._n_touches += 1
        name = f"asks for {kind} {self._n_touches}"
        offer = self.choose.one(name, None, *found, *found)
        if offer is not None:
            self.used.append(offer)
        return offer

    def error(self):
        """An exception to raise."""
        offer = self.ask("exception")
        return offer.name if offer else self.choose.one(
            "exception", "PyExc_ValueError", "PyExc_TypeError", "PyExc_RuntimeError")

    def touch(self, ret=None, odds=0.4):
        """Statements that use what another part has; with `ret`, they may fail."""
        self._n_touches += 1
        name = f"touch {self._n_touches}"
        if not self.choose.flag(name, odds):
            return ""
        found = [(offer, text) for part in self.world.parts for offer in part.offers
                 for text in offer.touch + (offer.risk if ret is not None else ())]
        found = self.choose.one(name + " what", None, *found)
        if found is None:
            return ""
        offer, text = found
        if offer.part is not self:
            self.used.append(offer)
        return fill(text, x=offer.name, ret=ret)
