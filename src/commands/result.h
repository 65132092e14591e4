/* The files of the result of `insulate convert`, in memory. */
#ifndef INSULATE_COMMANDS_RESULT_H
#define INSULATE_COMMANDS_RESULT_H

#include "commands/command.h"
#include "commands/preparation.h"
#include "convert/convert.h"
#include "csource/reader.h"

/* One file of the result. */
struct changed_file {
    const struct source_file *file; /* NULL: a new file */
    const char *path, *real_path;
    const char *text;
    size_t size;
};

struct work {
    struct run *run;
    const char *const *named; /* the paths that the user named, headers too */
    size_t n_named;
    struct source_request request;
    struct convert_options options;
    struct prepared prepared;
    struct source *source;
    struct findings before; /* of the checks, on the sources as they are */
    struct findings kept;   /* the same on the result, but notes: none is its doing */
    struct findings threads; /* --threads: the same on the result, of data that threads
                                share */
    struct conversion_result result;
    struct rejected_result *rejected;
    size_t n_rejected, rejected_capacity;
    struct changed_file *files;
    size_t n_files, capacity;
    struct plan_names unverified; /* branches of #if that the result was not read with, */
    struct plan_names unread;     /* nor the sources, for data that is there */
};

/* All edits of the modules that are left, as one list. */
void result_edits(const struct work *work, struct edits *out);
bool edits_touch(const struct edits *edits, const struct source_file *file);
/* Take back what was to become of MODULE because of CAUSE: it is attempted again, one rung
 * lower. */
void result_reject(struct work *work, struct converted_module *module,
                   const struct finding *cause);
/* The same, because of what MESSAGE says of it. */
void result_refuse(struct work *work, struct converted_module *module,
                   const char *message);
/* verification.c: the same for those that changed the file at REAL_PATH; for all that
 * changed anything if none changed that one. */
void result_refuse_culprits(struct work *work, const char *real_path,
                            const char *message);
/* Fill work->files; a module whose edits do not fit together is refused, and all is
 * begun again without it. */
void result_apply(struct work *work);
/* verification.c: read the result as if it were written: it must parse, and no check may
 * find what it did not find before.  Returns 1 if a module was refused, so that the rest
 * is to be verified again; -1 with ERR if reading failed. */
MUST_CHECK int result_verify(struct work *work, struct error *err);
/* verification.c: the texts of the result, and those that stand in for files anyway. */
void result_give_texts(const struct work *work, struct source_request *request);
/* configured_verification.c: the same with branches of #if that the build does not take and
 * that hold changed text, together as far as they do not contradict: what compiled before
 * must compile, with the same slots and entries of tables.  AFTER was read by REQUEST, as
 * the build has it.  What the original does not compile with is added to
 * work->unverified. */
MUST_CHECK int result_verify_configurations(struct work *work,
                                            const struct source_request *request,
                                            const struct source *after,
                                            struct error *err);
/* The path of a file as `patch -p1` is to find it: from the current folder, else from the
 * folder among the N_NAMED paths NAMED that it is in. */
const char *patch_path(struct arena *arena, const char *const *named, size_t n_named,
                       const char *real_path);
/* As a patch, in work's arena. */
const char *result_diff(const struct work *work);

#endif
