/* Debug information that lies in other files: by build-id, by .gnu_debuglink, and what
 * dwz shares between files (.gnu_debugaltlink). */
#ifndef INSULATE_BINARY_DEBUG_FILE_H
#define INSULATE_BINARY_DEBUG_FILE_H

#include "binary/image_data.h"

struct debug_search;

/* If IMAGE lacks debug information or symbols, look for the file that has them, and keep
 * it in the image.  A file that does not belong to the image is not taken. */
void debug_file_find(struct image *image, const struct debug_search *search);
/* Connect the open debug information of IMAGE with the file that dwz moved parts to.
 * Returns false if there should be one and it is not found: libdw would then open
 * whatever path the information names, and must not be asked. */
MUST_CHECK bool debug_file_connect(struct image *image);

/* Has ELF a section NAME with bytes? */
bool elf_has_section(Elf *elf, const char *name);

#endif
