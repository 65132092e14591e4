#ifndef INSULATE_CONVERT_REWRITE_CHANGES_H
#define INSULATE_CONVERT_REWRITE_CHANGES_H

#include "convert/rewrite/rewriter.h"

/* The same with the edits made so far; an overlap is a fault (faults.h). */
char *rendered(struct rewriter *r, const struct source_file *file, uint32_t begin,
               uint32_t end);

/* Replace, with the file's own newlines. */
void change(struct rewriter *r, const struct source_file *file, uint32_t begin,
            uint32_t end, const char *text, const char *reason);

/* Put in LINES, with newlines at their ends, in front of what stands at PLACE: above its line,
 * or, where more stands on that, between the two. */
void insert_lines(struct rewriter *r, const struct source_file *file, uint32_t place,
                  const char *lines, const char *reason);

/* In front of what is inserted at PLACE already. */
/* Put LINES, entries of a table, behind its brace at OPEN: what stands behind that gets a
 * line of its own. */
void insert_entries(struct rewriter *r, const struct source_file *file, uint32_t open,
                    const char *lines, const char *reason);
void change_first(struct rewriter *r, const struct source_file *file, uint32_t place,
                  const char *text, const char *reason);
void change_cover(struct rewriter *r, const struct source_file *file, uint32_t begin,
                  uint32_t end, const char *text, const char *reason);

/* Let TEXT, put in at PLACE, be NEW_TEXT at NEW_PLACE instead. */
void change_place(struct rewriter *r, const struct source_file *file, uint32_t place,
                  const char *text, uint32_t new_place, const char *new_text);

/* Remove a statement or declaration: with its lines and the comment behind it
 * when nothing else stands on them. */
void remove_text(struct rewriter *r, const struct source_file *file, uint32_t begin,
                 uint32_t end, const char *reason);

/* Let blank lines around declarations that go together not meet. */
void join_removals(struct rewriter *r);

#endif
