#ifndef INSULATE_CONVERT_TEXT_BRANCH_LINES_H
#define INSULATE_CONVERT_TEXT_BRANCH_LINES_H

#include "model/source.h"

/* Where lines that go, [BEGIN, END), begin: there, or with the blank one before, if another
 * follows. */
uint32_t lone_begin(const struct source_file *file, uint32_t begin, uint32_t end);

/* Where a conditional or a #define begins that is taken away whole, from the line at BEGIN
 * to END: with the comment directly above, unless code follows directly, which it may mean,
 * too. */
uint32_t conditional_begin(const struct source_file *file, uint32_t begin,
                           uint32_t end);

#endif
