#ifndef INSULATE_CONVERT_TEXT_INCLUDES_H
#define INSULATE_CONVERT_TEXT_INCLUDES_H

#include "convert/conversion.h"

/* The end of the line behind which FILE can include one more header: the last include
 * in front of LIMIT that stands in no more branches than any other, all of them around LIMIT;
 * UINT32_MAX if there is none. */
uint32_t include_place(const struct source_file *file, uint32_t limit);

/* Can FILE, a header, be included twice: is all of it in one #ifndef, or has it the pragma? */
bool has_include_guard(const struct source_file *file);

/* Does FILE include the header at PATH, or another of that name? */
bool includes_header(const struct source_file *file, const char *path);

/* Is OTHER FILE itself, or does FILE include it, or a header of the project that does? */
bool includes_through(const struct conversion *c, const struct source_file *file,
                      const struct source_file *other);

#endif
