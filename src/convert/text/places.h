#ifndef INSULATE_CONVERT_TEXT_PLACES_H
#define INSULATE_CONVERT_TEXT_PLACES_H

#include "model/source.h"

/* Where the line of OFFSET begins. */
uint32_t line_begin(const struct source_file *file, uint32_t offset);

/* Behind the newline. */
uint32_t line_end(const struct source_file *file, uint32_t offset);

/* Is nothing but blanks on the line that begins at BEGIN? */
bool line_is_blank(const struct source_file *file, uint32_t begin);

/* Where a new top-level item can go in front of OFFSET: the beginning of the line,
 * above the comment that belongs to it. */
uint32_t place_before(const struct source_file *file, uint32_t offset);

#endif
