/* What is mapped in this process: the loaded ELF images and the readable pages. */
#ifndef INSULATE_PROBE_IMAGE_H
#define INSULATE_PROBE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range {
    uintptr_t begin, end;
};

enum image_role {
    IMAGE_OTHER,
    IMAGE_CORE,   /* the executable of a static python, or libpython */
    IMAGE_SYSTEM, /* the C library and the dynamic linker */
    IMAGE_PROBE,
    IMAGE_TARGET, /* the extension under test */
};

#define IMAGE_RANGES 8

struct image {
    char path[512];
    uintptr_t base;
    struct range whole;
    struct range writable[IMAGE_RANGES]; /* what stays writable after RELRO */
    int n_writable;
    struct range code[IMAGE_RANGES];
    int n_code;
    enum image_role role;
};

/* Reads the list of loaded images again. `target` is the path of the extension
 * under test, NULL to keep the last one given. */
void image_refresh(const char *target);

/* Borrowed until the next refresh; NULL if the address lies in none. */
const struct image *image_at(uintptr_t address);
const struct image *image_target(void);

/* Is the address code of the image? */
bool image_has_code(const struct image *image, uintptr_t address);

/* Does the address lie in the interpreter itself, or in the extension? */
bool image_is_core(uintptr_t address);
bool image_is_target(uintptr_t address);

/* Reads /proc/self/maps again, for memory_is_readable and memory_is_private. */
void memory_refresh(void);
/* Until then memory_is_readable asks about one page after the other: for few addresses. */
void memory_refresh_pages(void);
bool memory_is_readable(uintptr_t address, size_t size);
/* Heap and anonymous memory: readable, writable, in no file. */
bool memory_is_private(uintptr_t address);

#endif
