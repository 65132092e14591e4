/* One ELF file as the loader would see it: segments, symbols, relocations, and
 * names for addresses.  All addresses are relative to the load base.  Nothing
 * of the file is ever run, and every read is checked against its bytes. */
#ifndef INSULATE_BINARY_IMAGE_H
#define INSULATE_BINARY_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"
#include "model/binary.h"

struct image;

/* Read the ELF file at PATH.  The image and all it gives out live in ARENA; it
 * ends with image_close (which frees what libelf and libdw hold).
 * Errors: IO; FORMAT if it is no ELF file or lies about itself; UNSUPPORTED for
 * other formats (Mach-O, PE) and ELF files that are not loadable; LIMIT. */
MUST_CHECK struct image *image_open(struct arena *arena, const char *path,
                                    struct error *err);
/* Where debug information may lie that a file was parted from. */
struct debug_search {
    const char *path;   /* of the file on disk; NULL: it is inside a wheel */
    const char *folder; /* NULL: /usr/lib/debug */
};
/* The same for BYTES (borrowed until image_close) that were read as NAME.  SEARCH may be
 * NULL: no other file is opened. */
MUST_CHECK struct image *image_open_bytes(struct arena *arena, const char *name,
                                          const char *bytes, size_t size,
                                          const struct debug_search *search,
                                          struct error *err);
void image_close(struct image *image);
/* For CLEANUP(image_cleanup) struct image *image. */
void image_cleanup(struct image **image);

/* Name what is at ADDRESS; `out_place` is filled whatever is known. */
void image_place(struct image *image, uint64_t address, struct binary_place *out_place);

/* The variables of the writable segments (and of the thread block), by address,
 * with their DWARF types where the file has debug information; borrowed.
 * Variables that the loader makes read-only (RELRO) are among them. */
const struct binary_variable *image_variables(struct image *image,
                                              size_t *out_n_variables);

#endif
