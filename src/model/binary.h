/* What is known of one compiled file from its bytes: filled by binary/, read by
 * the commands.  Strings are borrowed from the arena the file was read into. */
#ifndef INSULATE_MODEL_BINARY_H
#define INSULATE_MODEL_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/generator.h"
#include "model/verdict.h"

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
    CONTENT_DATA,    /* C data without Python objects */
    CONTENT_OBJECT,  /* a PyObject, a pointer to one, or something with those in it */
    CONTENT_TYPE,    /* a PyTypeObject, or an array of them */
    CONTENT_TABLE,   /* a table of the C API that no one changes: PyMethodDef[] … */
    CONTENT_LOCK,    /* a lock or a once-flag: process-wide on purpose */
    CONTENT_GUARDED, /* C data with a lock of its own */
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
    unsigned column;  /* 1-based, in bytes; 0: unknown */
};

/* Lines and columns (in bytes) from 1; NULL and 0: unknown. */
struct source_place {
    const char *path;
    unsigned line, column;
};

/* What stands at an address.  Any part may be missing (NULL or 0). */
struct binary_place {
    const char *symbol;   /* function or variable that covers it */
    const char *readable; /* a C++ or Rust symbol as the source has it, or NULL */
    uint64_t symbol_offset;
    bool is_function;
    const char *path; /* source file, line and column: of the instruction, or where the
                         variable is declared */
    unsigned line;
    unsigned column;
    const char *section;
    uint64_t section_offset;
    const char *text; /* never NULL: "symbol", "symbol+0x10", "section+0x20" or
                         "0x1234" */
};

/* A PyTypeObject with a fixed address. */
struct binary_type {
    const char *name;   /* tp_name; NULL: set at run time, or not readable */
    const char *symbol; /* NULL: unknown */
    uint64_t address;
    const char *place; /* symbol or section+0xoffset */
    size_t n_elements; /* of an array of types; else 1 */
    bool has_flags;    /* tp_flags is in the file */
    uint64_t flags;
    enum binary_evidence evidence;
    const char *receiver; /* EVIDENCE_CODE: the function it is handed to */
    const char *path;
    unsigned line;
    unsigned column;
};

/* What one slot of a module definition says. */
enum slot_value {
    SLOT_ABSENT,
    SLOT_UNREADABLE, /* set at run time */
    SLOT_ZERO,       /* NOT_SUPPORTED, GIL_USED */
    SLOT_ONE,        /* SUPPORTED (shared GIL), GIL_NOT_USED */
    SLOT_TWO,        /* PER_INTERPRETER_GIL_SUPPORTED */
};

/* One entry point: PyInit_NAME or PyModExport_NAME. */
struct binary_module {
    const char *name;  /* as its entry point says */
    const char *entry; /* the symbol */
    uint64_t entry_address;
    const char *path; /* source file, line and column of the entry point; NULL, 0:
                         unknown */
    unsigned line;
    unsigned column;
    enum init_kind init;
    const char *doubt;   /* why `init` is unknown, or what it was concluded from
                            when the entry point did not tell; NULL: it told */
    bool has_definition; /* its PyModuleDef or slot array was found */
    uint64_t definition;
    uint64_t slots, slots_size; /* the slot array; 0: none, or not found */
    bool has_state_size;
    int64_t state_size;   /* m_size */
    bool slots_are_known; /* false: they are made at run time, or not found */
    bool has_traverse, has_clear, has_free, has_create;
    unsigned n_exec;
    uint64_t exec[4];  /* addresses of the first of them; 0: not in this file */
    uint64_t hooks[3]; /* m_traverse, m_clear, m_free; 0: none, or not known */
    enum slot_value interpreters, gil;
};

/* A variable that all module objects share, with what the code says of it. */
struct binary_state {
    struct binary_variable variable;
    const char *place;     /* symbol or section+0xoffset */
    const char *giver;     /* the C-API function whose result is stored in it */
    const char *taker;     /* the C-API function that gets the object in it */
    bool is_written;       /* the code stores to it directly */
    bool is_written_later; /* … or through a pointer, where initialisation is over */
    bool is_of_last_module; /* initialisation stores the module object or its state */
    bool is_object;        /* it is a Python object itself, not a pointer to one */
};

/* All that is known of one compiled file. */
struct binary_file {
    const char *path;
    bool is_stripped, has_debug_information;
    bool code_is_known;         /* its machine code can be followed */
    const char *code_doubt;     /* why it cannot, where there is more to say than
                                   that; NULL: there is not */
    bool relocations_are_known; /* its pointers can be read */
    bool is_cut;                /* a limit was reached: there may be more */
    enum generator generator; /* what wrote its source */
    const char *guard; /* the words with which the module refuses to be imported
                              once more; NULL: it has no such guard */
    const struct binary_module *modules;
    size_t n_modules;
    const struct binary_type *types; /* by address */
    size_t n_types;
    const struct binary_state *states; /* by address; no types among them */
    size_t n_states;
    const char *const *imports; /* from other files, by name */
    size_t n_imports;
    const char *const *weak_imports; /* those of them that may be missing, by name */
    size_t n_weak_imports;
    const char *const *exports; /* symbols for other files besides the entry points,
                                   by name; without weak ones */
    size_t n_exports;
};

#endif
