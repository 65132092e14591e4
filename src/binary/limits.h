/* Every loop over a compiled file or a wheel stops at a limit named here. */
#ifndef INSULATE_BINARY_LIMITS_H
#define INSULATE_BINARY_LIMITS_H

enum {
    LIMIT_SECTIONS = 65536,         /* section headers of one file */
    LIMIT_SEGMENTS = 1024,          /* program headers of one file */
    LIMIT_LOADED_SEGMENTS = 64,     /* those of them that are loaded */
    LIMIT_SYMBOLS = 4000000,        /* entries of one symbol table */
    LIMIT_RELOCATIONS = 4000000,    /* relocations of one file */
    LIMIT_DWARF_DEPTH = 64,         /* nesting of debug information entries */
    LIMIT_DWARF_ENTRIES = 20000000, /* debug information entries of one file */
    LIMIT_DWARF_VARIABLES = 500000, /* static variables kept of one file */
    LIMIT_TYPE_DEPTH = 24,          /* typedefs, arrays, members of members */
    LIMIT_TYPE_MEMBERS = 4096,      /* members looked at in one struct */
    LIMIT_FOLLOWED = 4096,          /* instructions of one function that is followed */
    LIMIT_FOLLOWED_PATHS = 256,     /* branches of it still to be read */
    LIMIT_FOLLOWED_CALLS = 400,     /* functions followed from one entry point */
    LIMIT_FOLLOWED_IN_FILE = 4000,  /* functions followed in one file */
    LIMIT_FOLLOWED_DEPTH = 12,      /* calls of calls */
    LIMIT_CODE_FACTS = 2000000,     /* stores, uses … kept of one file */
    LIMIT_SLOTS = 256,              /* entries of one slot array */
    LIMIT_MODULES = 512,            /* entry points, or definitions, of one file */
    LIMIT_REPORTED = 500,           /* findings of one kind about one file */
    LIMIT_STRING = 4096,            /* bytes of one C string in the file */
};
/* Bytes of one compiled file that is looked at. */
#define LIMIT_BINARY_SIZE (1LL << 29)
/* Bytes unpacked of one wheel, and members looked at. */
#define LIMIT_WHEEL_BYTES (1LL << 31)
#define LIMIT_WHEEL_MEMBERS 200000
/* A member of more than LIMIT_RATIO_FROM bytes that is LIMIT_RATIO times as large as it
 * is packed is a bomb: code and data come to 20 times at most. */
#define LIMIT_RATIO 200
#define LIMIT_RATIO_FROM (1 << 24)

#endif
