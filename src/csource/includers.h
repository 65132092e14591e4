/* Units besides those of the run that include given files: of the compilation database, and
 * sources that it does not list. */
#ifndef INSULATE_CSOURCE_INCLUDERS_H
#define INSULATE_CSOURCE_INCLUDERS_H

#include "base/arena.h"
#include "base/error.h"
#include "csource/request.h"
#include "model/source.h"

/* One unit, and the entry of the database that compiles it. */
struct includer {
    const char *path; /* real */
    size_t entry;     /* for a request; 0: the one that counts anyway */
    bool is_unlisted; /* the database does not know it: it is read as its neighbours are */
};

struct includers {
    const char *database;   /* that they are from; NULL: there is none */
    struct includer *items; /* those with no entry of their own first */
    size_t n_items, capacity;
};

/* The units of the database of REQUEST, and the sources below its paths that it does not list, that were not read into SOURCE with it and that
 * include one of the N FILES (real paths), or may, for all that their text and that of the
 * project's headers tell.  What was read with one entry counts as another unit under the
 * other entries of its file. */
MUST_CHECK int includers_find(struct arena *arena, const struct source_request *request,
                              const struct source *source, const char *const *files,
                              size_t n_files, struct includers *out, struct error *err);

#endif
