#ifndef INSULATE_CONVERT_CALLBACK_EDITS_H
#define INSULATE_CONVERT_CALLBACK_EDITS_H

#include "convert/callbacks.h"

/* Where the parameters of the function that POINTER points to are
 * written; false for a typedef in a header of the system, or a declaration that cannot be
 * edited. */
bool find_declarator(const struct conversion *c, const struct pointer *pointer,
                     const struct source_file **out_file, size_t *out_open);

void edit_callbacks(struct conversion *c);

/* Where pointer number I is declared, if its functions take the state (*OUT_FILE: NULL
 * if not); false behind the last. */
bool callback_place(const struct conversion *c, size_t i,
                 const struct source_file **out_file, uint32_t *out_offset);

#endif
