"""A small extension module for any processor, without a compiler for it: headers, a
dynamic segment, relocations, a PyModuleDef with slots and a static type."""

import struct

# Number, relative relocation (of the psABI of each), 64 bits?, big-endian?
MACHINES = {
    "i386": (3, 8, False, False),
    "arm": (40, 23, False, False),
    "ppc": (20, 22, False, True),
    "s390x": (22, 12, True, True),
    "ppc64": (21, 22, True, True),
    "x86-64": (62, 8, True, False),
}
PT_LOAD, PT_DYNAMIC = 1, 2
DT_NULL, DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ = 0, 4, 5, 6, 10
DT_RELA, DT_RELASZ, DT_REL, DT_RELSZ = 7, 8, 17, 18
NAMES = ("", "PyInit_spam", "PyModuleDef_Init", "PyType_Ready")
# Words of a PyTypeObject behind its head: fields by their place.
TYPE_WORDS, TYPE_NAME, TYPE_BASIC, TYPE_FLAGS, TYPE_DOC = 48, 0, 1, 18, 19


class File:
    def __init__(self, machine):
        self.machine, self.relative, self.is_wide, self.is_big = MACHINES[machine]
        self.order = ">" if self.is_big else "<"
        self.word = 8 if self.is_wide else 4
        self.content = bytearray()

    def pack(self, layout, *values):
        layout = layout.replace("W", "Q" if self.is_wide else "I")
        return struct.pack(self.order + layout, *values)

    def add(self, data):
        self.content += bytes(-len(self.content) % 16)
        at = len(self.content)
        self.content += data
        return at

    def words(self, *values):
        return self.pack("W" * len(values), *values)


def strings_of(names):
    text = b"\0"
    places = [0]
    for name in names[1:]:
        places.append(len(text))
        text += name.encode() + b"\0"
    return text, places


def symbol(file, name, address, section):
    info, size = 0x12, 4  # global function
    if file.is_wide:
        return file.pack("IBBHQQ", name, info, 0, section, address, size)
    return file.pack("IIIBBH", name, address, size, info, 0, section)


def make(machine):
    """The bytes of spam.so for MACHINE."""
    file = File(machine)
    header_size, segment_size = (64, 56) if file.is_wide else (52, 32)
    file.add(bytes(header_size + 3 * segment_size))
    code = file.add(bytes(16))
    text, places = strings_of(NAMES)
    string_table = file.add(text + b"spam\0spam.Spam\0a type\0")
    own = [string_table + len(text) + offset for offset in (0, 5, 15)]
    symbols = file.add(bytes(len(symbol(file, 0, 0, 0))) + symbol(file, places[1], code, 1)
                       + symbol(file, places[2], 0, 0) + symbol(file, places[3], 0, 0))
    hashes = file.add(file.pack("IIIIIII", 1, len(NAMES), 1, 0, 0, 0, 0))
    # Data: a module definition, its slots, a type; pointers by relocations.
    n_definition = 2 + 11
    definition = (len(file.content) + 4095) // 4096 * 4096
    slots = definition + 16 * n_definition
    kind = slots + 16 * 8
    dynamic = kind + 16 * (TYPE_WORDS + 4)
    table = dynamic + 16 * 16
    pointers = {
        definition + (2 + 3) * file.word: own[0],
        definition + (2 + 7) * file.word: slots,
        slots + file.word: code,
        kind + (3 + TYPE_NAME) * file.word: own[1],
        kind + (3 + TYPE_DOC) * file.word: own[2],
    }
    file.content += bytes(definition - len(file.content))
    file.content += bytes(table - definition)

    def put(at, data):
        file.content[at:at + len(data)] = data

    put(definition, file.words(1))
    for place, (number, value) in enumerate(((2, 0), (3, 2))):
        put(slots + 2 * place * file.word, file.pack("I", number))
        put(slots + (2 * place + 1) * file.word, file.words(value))
    put(kind, file.words(1))
    put(kind + (3 + TYPE_BASIC) * file.word, file.words(2 * file.word))
    put(kind + (3 + TYPE_FLAGS) * file.word, file.words(1 << 18))
    relocations = b""
    for at, target in sorted(pointers.items()):
        if file.is_wide:
            relocations += file.pack("QQQ", at, file.relative, target)
        else:
            relocations += file.pack("II", at, file.relative)
            put(at, file.words(target))
    table = file.add(relocations)
    tags = [(DT_HASH, hashes), (DT_STRTAB, string_table), (DT_SYMTAB, symbols),
            (DT_STRSZ, len(text)), (DT_RELA if file.is_wide else DT_REL, table),
            (DT_RELASZ if file.is_wide else DT_RELSZ, len(relocations)), (DT_NULL, 0)]
    put(dynamic, b"".join(file.words(*tag) for tag in tags))
    ident = bytes((0x7F, 0x45, 0x4C, 0x46, 2 if file.is_wide else 1,
                   2 if file.is_big else 1, 1)) + bytes(9)
    put(0, ident + file.pack("HHIWWWIHHHHHH", 3, file.machine, 1, 0, header_size, 0, 0,
                             header_size, segment_size, 3, 0, 0, 0))
    end = len(file.content)
    segments = ((PT_LOAD, 5, 0, definition), (PT_LOAD, 6, definition, end - definition),
                (PT_DYNAMIC, 6, dynamic, 16 * 16))
    for i, (what, flags, at, size) in enumerate(segments):
        if file.is_wide:
            packed = file.pack("IIQQQQQQ", what, flags, at, at, at, size, size, 4096)
        else:
            packed = file.pack("IIIIIIII", what, at, at, at, size, size, flags, 4096)
        put(header_size + i * segment_size, packed)
    return bytes(file.content)
