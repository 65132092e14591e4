"""Write the C table that carries docs/rules/*.md inside the program.

usage: embed_pages.py PAGES_FOLDER OUTPUT.c DEPFILE
"""

import pathlib
import sys


def main():
    folder, output, depfile = (pathlib.Path(word) for word in sys.argv[1:])
    pages = sorted(folder.glob("*.md"))
    lines = ['#include "model/rule.h"', "", "#include <string.h>", ""]
    for number, page in enumerate(pages):
        # Numbers, not a literal: a literal may be no longer than 4095 bytes.
        data = page.read_bytes() + b"\0"
        lines.append(f"static const unsigned char page_{number}[] = {{")
        for start in range(0, len(data), 16):
            row = ", ".join(str(byte) for byte in data[start : start + 16])
            lines.append(f"    {row},")
        lines.append("};")
    lines += [
        "",
        "static const struct {",
        "    const char *name;",
        "    const unsigned char *text;",
        "} pages[] = {",
    ]
    for number, page in enumerate(pages):
        lines.append(f'    {{"{page.stem}", page_{number}}},')
    lines += [
        "    {NULL, NULL},",
        "};",
        "",
        "const char *",
        "rule_page(const char *name)",
        "{",
        "    for (size_t i = 0; pages[i].name != NULL; i++) {",
        "        if (strcmp(pages[i].name, name) == 0) {",
        "            return (const char *)pages[i].text;",
        "        }",
        "    }",
        "    return NULL;",
        "}",
        "",
    ]
    output.write_text("\n".join(lines))
    depfile.write_text(
        f"{output}: {' '.join(str(page) for page in [folder, *pages])}\n"
    )


if __name__ == "__main__":
    main()
