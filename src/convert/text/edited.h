/* Where the edits made so far lie, for the layout of what they make.  Nothing else outside
 * of model/edit.c reads them: what they say, and why, nobody asks (tests/project/
 * edit_readers.py). */
#ifndef INSULATE_CONVERT_TEXT_EDITED_H
#define INSULATE_CONVERT_TEXT_EDITED_H

#include "model/edit.h"

/* Is FILE changed? */
bool edited_file(const struct edits *edits, const struct source_file *file);

/* The changed file number I, and where its first edit begins; NULL behind the last. */
const struct source_file *edited_file_at(const struct edits *edits, size_t i,
                                         uint32_t *out_begin);

/* Does one edit hold all of [begin, end)?  Is that replaced or removed as a whole?  Only
 * removed?  Does an edit reach beyond it, or to one of its ends? */
bool edited_range(const struct edits *edits, const struct source_file *file,
                  uint32_t begin, uint32_t end);
bool edited_whole(const struct edits *edits, const struct source_file *file,
                  uint32_t begin, uint32_t end);
bool edited_away(const struct edits *edits, const struct source_file *file,
                 uint32_t begin, uint32_t end);
bool edited_across(const struct edits *edits, const struct source_file *file,
                   uint32_t begin, uint32_t end);

/* Does an edit touch [begin, end], other than to end at BEGIN or before? */
bool edited_within(const struct edits *edits, const struct source_file *file,
                   uint32_t begin, uint32_t end);

/* A place in a file, and in the result. */
struct edited_place {
    uint32_t before;
    size_t after;
};

/* Where TEXT, which EDITS make of FILE, has the character at PLACE; false: not at all.
 * IO_LAST is the answer to the question before; begin with zeros. */
bool edited_place(const struct edits *edits, const struct source_file *file,
                  uint32_t place, const struct strbuf *text,
                  struct edited_place *io_last);

/* Is something within [begin, end) removed? */
bool edited_out_of(const struct edits *edits, const struct source_file *file,
                   uint32_t begin, uint32_t end);

/* How many characters that are no blanks stand in front of PLACE once all edits are made?  By
 * that the place is found in the result, wherever its lines are broken.  SIZE_MAX: it is
 * unclear. */
size_t edited_rank(const struct edits *edits, const struct source_file *file,
                   uint32_t place);
size_t text_rank(const char *text, size_t place);

/* Would a text put in at PLACE, behind a brace, stay, and stand first on the line? */
bool edited_leaves_first(const struct edits *edits, const struct source_file *file,
                         uint32_t place);

/* Let OLD be NEW in the texts that end at END of FILE. */
void edited_reword(struct edits *edits, const struct source_file *file, uint32_t end,
                   const char *old, const char *new);

/* Let blank lines around declarations that go together not meet. */
void edited_join_removals(struct edits *edits);

#endif
