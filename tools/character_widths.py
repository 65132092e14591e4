"""Write src/base/character_widths.inc: the characters that do not take one column.

usage: character_widths.py > src/base/character_widths.inc

From the Unicode database of the Python that runs it: two columns for what UAX #11 calls
wide or full-width, none for marks that combine with the character before them.
"""

import sys
import unicodedata

COLUMNS = 84


def width(code):
    character = chr(code)
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def ranges(wanted):
    first = None
    for code in range(0x300, 0x110001):
        if code < 0x110000 and width(code) == wanted:
            first = code if first is None else first
        elif first is not None:
            yield first, code - 1
            first = None


def table(macro, wanted):
    line = ""
    for first, last in ranges(wanted):
        item = f"{macro}(0x{first:x}, 0x{last:x})"
        if len(line) + len(item) + 1 > COLUMNS:
            yield line
            line = ""
        line += (" " if line else "") + item
    yield line


def main():
    print("/* Made by tools/character_widths.py from Unicode "
          f"{unicodedata.unidata_version}; in order. */")
    print("#ifdef COMBINING", *table("COMBINING", 0), "#endif", sep="\n")
    print("#ifdef WIDE", *table("WIDE", 2), "#endif", sep="\n")


if __name__ == "__main__":
    sys.exit(main())
