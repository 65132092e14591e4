#ifndef INSULATE_CONVERT_TEXT_ONE_LINE_BLOCKS_H
#define INSULATE_CONVERT_TEXT_ONE_LINE_BLOCKS_H

#include "convert/text/style.h"
#include "model/edit.h"

/* Append TEXT, what EDITS make of FILE, to OUT: the bodies of functions, and the members of
 * structs, that stood on one line, and got more, or are wider now than lines of MODEL, are
 * put on lines of their own. */
void expand_one_line_blocks(const struct source *source, const struct style *style,
                            const struct edits *edits, const struct source_file *file,
                            const struct source_file *model, const struct strbuf *text,
                            struct strbuf *out);

#endif
