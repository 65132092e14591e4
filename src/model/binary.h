/* What is known of one compiled file from its bytes: filled by binary/, read by
 * the commands.  Strings are borrowed from the arena the file was read into. */
#ifndef INSULATE_MODEL_BINARY_H
#define INSULATE_MODEL_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a variable lives once the file is loaded. */
enum binary_memory {
    MEMORY_UNKNOWN,
    MEMORY_CONSTANT, /* never writable */
    MEMORY_RELRO,    /* written by the loader only */
    MEMORY_DATA,     /* writable, with initial values */
    MEMORY_ZERO,     /* writable, zero at first (.bss) */
    MEMORY_THREAD,   /* one copy per thread (.tdata, .tbss) */
};
const char *binary_memory_name(enum binary_memory memory);

/* What a variable holds, as far as its type or its use tells. */
enum binary_content {
    CONTENT_UNKNOWN,
    CONTENT_DATA,   /* C data without Python objects */
    CONTENT_OBJECT, /* a PyObject, a pointer to one, or something with those in it */
    CONTENT_TYPE,   /* a PyTypeObject, or an array of them */
    CONTENT_TABLE,  /* a table of the C API that no one changes: PyMethodDef[] … */
    CONTENT_LOCK,   /* a lock or a once-flag: process-wide on purpose */
};

/* How a variable's content is known. */
enum binary_evidence {
    EVIDENCE_NONE,
    EVIDENCE_LAYOUT, /* relocations and values look like it, and nothing else does */
    EVIDENCE_CODE,   /* machine code hands it to the C API */
    EVIDENCE_DWARF,  /* its declared type */
};

struct binary_variable {
    const char *name;     /* NULL: no symbol and no debug information */
    const char *function; /* of a function's own static variable, else NULL */
    uint64_t address;     /* relative to the load base; in the thread block
                             for MEMORY_THREAD */
    uint64_t size;        /* bytes; 0: unknown */
    const char *type;     /* as the source spells it, or NULL */
    enum binary_content content;
    enum binary_evidence evidence;
    enum binary_memory memory;
    bool is_exported; /* other files can link to it */
    const char *path; /* of the source file, NULL: unknown */
    unsigned line;    /* 1-based; 0: unknown */
};

/* What stands at an address.  Any part may be missing (NULL or 0). */
struct binary_place {
    const char *symbol; /* function or variable that covers it */
    uint64_t symbol_offset;
    bool is_function;
    const char *path; /* source file and line: of the instruction, or where the
                         variable is declared */
    unsigned line;
    const char *section;
    uint64_t section_offset;
    const char *text; /* never NULL: "symbol", "symbol+0x10", "section+0x20" or
                         "0x1234" */
};

#endif
