"""Write a text as a C constant, into the program.

usage: embed_text.py TEXT HEADER NAME OUTPUT.c
"""

import pathlib
import sys


def main():
    text, header, name, output = sys.argv[1:]
    # Numbers, not a literal: a literal may be no longer than 4095 bytes.
    data = pathlib.Path(text).read_bytes() + b"\0"
    rows = "".join(f"    {', '.join(str(byte) for byte in data[start:start + 16])},\n"
                   for start in range(0, len(data), 16))
    pathlib.Path(output).write_text(
        f'#include "{header}"\n\nconst char {name}[] = {{\n{rows}}};\n')


if __name__ == "__main__":
    main()
