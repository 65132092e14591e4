"""Write the C table that carries insulate.h and its parts inside the program.

usage: embed_header.py OUTPUT.c FOLDER HEADER.h...

FOLDER is the one that users name with -I.
"""

import pathlib
import sys


def main():
    output, folder, *headers = (pathlib.Path(word) for word in sys.argv[1:])
    lines = ['#include "commands/insulate_header.h"', ""]
    rows = []
    for number, header in enumerate(headers):
        # Numbers, not a literal: a literal may be no longer than 4095 bytes.
        data = header.read_bytes() + b"\0"
        name = header.resolve().relative_to(folder.resolve()).as_posix()
        lines.append(f"static const unsigned char text_{number}[] = {{")
        for start in range(0, len(data), 16):
            row = ", ".join(str(byte) for byte in data[start : start + 16])
            lines.append(f"    {row},")
        lines += ["};", ""]
        rows.append(f'    {{INSULATE_HEADER_FOLDER "/{name}", (const char *)text_{number}, '
                    f"sizeof(text_{number}) - 1}},")
    lines += [
        "static const struct source_text texts[] = {", *rows, "};", "",
        "const struct source_text *",
        "insulate_header_texts(size_t *out_n_texts)",
        "{",
        "    *out_n_texts = sizeof(texts) / sizeof(texts[0]);",
        "    return texts;",
        "}",
        "",
    ]
    output.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
