"""Write the C table that carries include/insulate.h inside the program.

usage: embed_header.py HEADER.h OUTPUT.c
"""

import pathlib
import sys


def main():
    header, output = (pathlib.Path(word) for word in sys.argv[1:])
    # Numbers, not a literal: a literal may be no longer than 4095 bytes.
    data = header.read_bytes() + b"\0"
    lines = ['#include "commands/insulate_header.h"', "",
             "static const unsigned char text[] = {"]
    for start in range(0, len(data), 16):
        row = ", ".join(str(byte) for byte in data[start : start + 16])
        lines.append(f"    {row},")
    lines += [
        "};",
        "",
        "struct source_text",
        "insulate_header_text(void)",
        "{",
        "    return (struct source_text){INSULATE_HEADER_FOLDER \"/insulate.h\",",
        "                                (const char *)text, sizeof(text) - 1};",
        "}",
        "",
    ]
    output.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
