/* How wide lines are. */
#ifndef INSULATE_CONVERT_TEXT_WIDTH_H
#define INSULATE_CONVERT_TEXT_WIDTH_H

#include <stddef.h>

enum { TAB_WIDTH = 8 };

/* The columns that TEXT takes, from the first on. */
size_t text_columns(const char *text, size_t size);

/* The columns that the lines of TEXT keep within; 0: no limit. */
size_t line_width(const char *text, size_t size);

#endif
