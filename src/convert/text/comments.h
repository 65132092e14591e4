/* Comments: where they stand beside what is changed. */
#ifndef INSULATE_CONVERT_TEXT_COMMENTS_H
#define INSULATE_CONVERT_TEXT_COMMENTS_H

#include "model/source.h"

/* The comment that is the next thing behind OFFSET; false if code, or nothing, follows. */
bool comment_behind(const struct source_file *file, uint32_t offset, struct range *out);
/* The same, if it begins and ends on the line of OFFSET. */
bool comment_on_line(const struct source_file *file, uint32_t offset,
                     struct range *out);
/* The comment whose text is TEXT in [BEGIN, END). */
bool find_comment(const struct source_file *file, uint32_t begin, uint32_t end,
                  const char *text, struct range *out);

#endif
