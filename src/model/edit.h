/* A change to a source file as data. */
#ifndef INSULATE_MODEL_EDIT_H
#define INSULATE_MODEL_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/strbuf.h"

struct source_file;

/* Bytes [begin, end) of FILE become TEXT.  begin == end: an insertion. */
struct edit {
    const struct source_file *file;
    uint32_t begin, end;
    const char *text;
    const char *reason; /* what it is for, for the plan and for debugging */
    uint32_t order;     /* of edits made so far: insertions at one place keep it */
    bool covers;        /* TEXT already says what becomes of the edits inside
                           [begin, end): they are left out (see edits_cover) */
};

/* A file that does not exist yet. */
struct new_file {
    const char *path; /* as the other paths of the run */
    const char *text;
};

struct edit_link;

struct edits {
    struct arena *arena; /* borrowed */
    struct edit *items;
    size_t n_items, capacity;
    /* Where they lie: hashed by the pieces of a file that each touches. */
    struct edit_link *links; /* [0] is none */
    size_t n_links, links_capacity;
    uint32_t *heads;
    size_t n_heads; /* a power of two, or 0 */
    struct new_file *new_files;
    size_t n_new_files, new_files_capacity;
};

void edits_init(struct edits *edits, struct arena *arena);
/* Record an edit; TEXT and REASON are borrowed for as long as EDITS lives.  The
 * same edit twice (same place, same text) is kept once. */
void edits_add(struct edits *edits, const struct source_file *file, uint32_t begin,
               uint32_t end, const char *text, const char *reason);
/* Like edits_add, for an insertion that goes in front of those made at its place so
 * far. */
void edits_add_first(struct edits *edits, const struct source_file *file, uint32_t place,
                     const char *text, const char *reason);
/* Like edits_add, for a TEXT that was made of the range's own rendered pieces, or
 * that leaves the range out altogether: edits inside the range are superseded. */
void edits_cover(struct edits *edits, const struct source_file *file, uint32_t begin,
                 uint32_t end, const char *text, const char *reason);
/* Append bytes [begin, end) of FILE to OUT with the edits that lie inside them;
 * insertions at BEGIN and at END count as inside.  Two edits that overlap, other
 * than in the way `covers` allows, are refused with ERROR_UNSUPPORTED and both
 * reasons. */
MUST_CHECK int edits_render(const struct edits *edits, const struct source_file *file,
                            uint32_t begin, uint32_t end, struct strbuf *out,
                            struct error *err);
/* Let edit number I go on until END, which lies behind its end. */
void edits_extend(struct edits *edits, size_t i, uint32_t end);
/* Let the insertion of TEXT at PLACE of FILE put NEW_TEXT in at NEW_PLACE instead: once. */
void edits_move(struct edits *edits, const struct source_file *file, uint32_t place,
                const char *text, uint32_t new_place, const char *new_text);

/* A walk through the edits of a file that touch bytes [begin, end], ends included, in no
 * order. */
struct edit_walk {
    const struct edits *edits;
    const struct source_file *file;
    uint32_t begin, end;
    size_t next;    /* of the items or of the links */
    uint32_t piece; /* whose links are walked through */
    bool by_items;
};
struct edit_walk edits_near(const struct edits *edits, const struct source_file *file,
                            uint32_t begin, uint32_t end);
/* NULL behind the last. */
const struct edit *edit_walk_next(struct edit_walk *walk);

void edits_add_file(struct edits *edits, const char *path, const char *text);

#endif
