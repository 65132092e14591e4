"""Turns a text file into a C array: embed.py INPUT OUTPUT NAME.

An array and not a string constant: those may be no longer than 4,095 bytes in C."""

import sys


def main():
    source, target, name = sys.argv[1:4]
    with open(source, "rb") as file:
        content = file.read() + b"\0"
    with open(target, "w", encoding="ascii") as file:
        file.write(f"extern const char {name}[];\nconst char {name}[] = {{\n")
        for start in range(0, len(content), 16):
            row = ", ".join(str(byte) for byte in content[start : start + 16])
            file.write(f"    {row},\n")
        file.write("};\n")


main()
