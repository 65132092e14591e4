/* What an image is made of, for the files of this room only. */
#ifndef INSULATE_BINARY_IMAGE_DATA_H
#define INSULATE_BINARY_IMAGE_DATA_H

#include <elfutils/libdw.h>
#include <gelf.h>

#include "base/error.h"
#include "base/macros.h"
#include "model/binary.h"

struct segment {
    uint64_t address, memory_size; /* as loaded */
    uint64_t offset, file_size;    /* the bytes that come from the file */
    bool is_writable, is_code;
};

struct section {
    const char *name; /* "" when the file does not say */
    uint64_t address, size;
    bool is_writable, is_code, has_bytes;
};

struct symbol {
    const char *name;
    uint64_t address, size;
    uint8_t type; /* STT_… */
    bool is_global;
    bool is_strong; /* global, and not weak or unique (C++ templates and inlines) */
};

struct relocation {
    uint64_t address;   /* of the word the loader writes */
    uint64_t value;     /* what it writes, where it points into this file */
    const char *import; /* the symbol of another file, else NULL */
};

struct image {
    struct arena *arena; /* borrowed */
    const char *name;
    const uint8_t *bytes;
    size_t size;
    Elf *elf;     /* owned */
    Dwarf *dwarf; /* owned; NULL: none, or not opened yet */
    bool dwarf_tried;
    Elf *debug_elf; /* owned; another file with debug information, or NULL */
    const char
        *debug_path; /* its path; else that of the file itself, if it is on disk */
    const uint8_t *debug_bytes;
    size_t debug_size;
    const char *debug_folder; /* where such files lie; NULL: none may be opened */
    Elf *alternative_elf;     /* owned; what dwz moved out of it, or NULL */
    Dwarf *alternative;       /* owned */

    uint16_t machine; /* EM_… */
    bool is_big_endian;
    unsigned word_size;    /* 4 or 8 */
    bool machine_is_known; /* its relocations can be told */
    /* Its code, where libcapstone is to decode it: owned, or NULL and why not. */
    struct disassembler *disassembler;
    const char *code_doubt;
    uint64_t global_table; /* DT_PLTGOT; 0: none */
    uint64_t table;        /* what struct processor's `table` holds; 0: not known */

    struct segment *segments;
    size_t n_segments;
    uint64_t relro_begin, relro_end;
    uint64_t thread_begin, thread_size; /* PT_TLS */
    struct section *sections;           /* those that are loaded, by address */
    size_t n_sections;

    struct symbol *symbols; /* .symtab, else .dynsym: defined ones by address */
    size_t n_symbols;
    struct symbol *thread_symbols; /* by offset in the thread block */
    size_t n_thread_symbols;
    bool is_stripped;       /* no .symtab */
    struct symbol *exports; /* defined in .dynsym, by name */
    size_t n_exports;
    const char **imports; /* undefined in .dynsym, by name, each once */
    size_t n_imports;
    const char **weak_imports; /* those of them that may be missing, by name */
    size_t n_weak_imports;
    struct range { /* of pointers to functions that the loader calls */
        uint64_t address, size;
    } init_array, fini_array;
    const char **needed; /* DT_NEEDED */
    size_t n_needed;
    struct relocation *relocations; /* by address */
    size_t n_relocations;

    struct binary_variable *variables;
    size_t n_variables;
    bool variables_are_read;
    bool has_declarations; /* debug information told of variables */
    bool is_cut;           /* a limit was reached in it */
    struct unit *units;    /* of the debug information, for lines */
    size_t n_units;
    bool units_are_read;
};

/* SIZE bytes at ADDRESS as they are in the file, or NULL if they are not all
 * in it (unmapped, zero-filled, cut off). */
const uint8_t *image_bytes(const struct image *image, uint64_t address, uint64_t size);
/* The segment that holds ADDRESS, or NULL. */
const struct segment *image_segment(const struct image *image, uint64_t address);
const struct section *image_section(const struct image *image, uint64_t address);
enum binary_memory image_memory(const struct image *image, uint64_t address);
/* Can code, can data stand at ADDRESS?  Without section headers both may. */
bool image_is_code(const struct image *image, uint64_t address);
bool image_is_data(const struct image *image, uint64_t address);
/* The word at ADDRESS, zero-filled memory included, without relocation.
 * Returns false if it is not mapped. */
bool image_word(const struct image *image, uint64_t address, uint64_t *out_word);
bool image_u32(const struct image *image, uint64_t address, uint32_t *out_value);
/* The NUL-terminated string at ADDRESS (borrowed), or NULL. */
const char *image_string(const struct image *image, uint64_t address);

enum pointer_kind {
    POINTER_UNMAPPED, /* no such address */
    POINTER_NULL,
    POINTER_NUMBER,  /* a value that the loader leaves alone */
    POINTER_ADDRESS, /* into this file */
    POINTER_IMPORT,  /* to a symbol of another file */
};
struct pointer {
    enum pointer_kind kind;
    uint64_t value;     /* POINTER_NUMBER, POINTER_ADDRESS */
    const char *import; /* POINTER_IMPORT */
};
/* What the word at ADDRESS is after loading. */
struct pointer image_pointer(const struct image *image, uint64_t address);
/* The first relocation at or after ADDRESS: an index, maybe n_relocations. */
size_t image_relocation_at(const struct image *image, uint64_t address);

/* The symbol that covers ADDRESS, or NULL. */
const struct symbol *image_symbol(const struct image *image, uint64_t address);
const struct symbol *image_export(const struct image *image, const char *name);
bool image_imports(const struct image *image, const char *name);

/* A number of SIZE bytes in the byte order of the file. */
uint64_t bytes_number(const struct image *image, const uint8_t *bytes, unsigned size);
/* For qsort and bsearch: symbols by name; strings. */
int compare_export(const void *a, const void *b);
int compare_names(const void *a, const void *b);

/* binary/dynamic.c: fill exports, imports, needed and relocations. */
MUST_CHECK int dynamic_read(struct image *image, struct error *err);

/* The debug information, opened at first use; NULL if there is none. */
Dwarf *image_dwarf(struct image *image);
/* binary/dwarf.c: append what the debug information says of static variables;
 * say where the instruction at ADDRESS stands. */
void dwarf_read_variables(struct image *image, struct binary_variable **out_variables,
                          size_t *out_n_variables);
bool dwarf_line(struct image *image, uint64_t address, struct source_place *out_place);

#endif
