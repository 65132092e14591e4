/* The result of `insulate convert`, read again. */
#include <string.h>

#include "base/file.h"
#include "checks/checks.h"
#include "commands/result.h"
#include "commands/thread_findings.h"
#include "convert/result_references.h"
#include "convert/verification.h"
#include "csource/includers.h"

static const struct source_file *
original_of(const struct work *work, const char *real_path)
{
    for (size_t i = 0; i < work->n_files; i++) {
        if (work->files[i].file != NULL
            && strcmp(work->files[i].real_path, real_path) == 0)
        {
            return work->files[i].file;
        }
    }
    return NULL;
}

/* Refuse those that changed FILE; false if none did. */
static bool
refuse_changers(struct work *work, const struct source_file *file, const char *message)
{
    bool is_found = false;
    for (size_t i = 0; i < work->result.n_modules && file != NULL; i++) {
        struct converted_module *module = &work->result.modules[i];
        if (edits_touch(&module->edits, file)) {
            result_refuse(work, module, message);
            is_found = true;
        }
    }
    return is_found;
}

void
result_refuse_culprits(struct work *work, const char *real_path, const char *message)
{
    if (refuse_changers(work, original_of(work, real_path), message)) {
        return;
    }
    for (size_t i = 0; i < work->result.n_modules; i++) {
        if (work->result.modules[i].edits.n_items > 0) {
            result_refuse(work, &work->result.modules[i], message);
        }
    }
}

/* Does a module that changes FILE change anything that other files include? */
static bool
changes_headers(const struct work *work, const struct source_file *file)
{
    for (size_t i = 0; i < work->result.n_modules; i++) {
        const struct edits *edits = &work->result.modules[i].edits;
        bool has_header = edits->n_new_files > 0;
        for (size_t k = 0; k < edits->n_items && !has_header; k++) {
            has_header = !edits->items[k].file->is_main;
        }
        if (has_header && edits_touch(edits, file)) {
            return true;
        }
    }
    return false;
}

/* Refuse who is to blame for FAULTS.  Those behind the first may follow from that, unless
 * they are in another file and what is refused changed no header. */
static void
refuse_faults(struct work *work, const struct verification_faults *faults)
{
    bool is_apart = true;
    for (size_t i = 0; i < faults->n_items && is_apart; i++) {
        const struct verification_fault *fault = &faults->items[i];
        const struct source_file *file = original_of(work, fault->path);
        is_apart = file != NULL && file->is_main && !changes_headers(work, file);
        if (i == 0) {
            result_refuse_culprits(work, fault->path, fault->message);
        }
        else if (is_apart) {
            (void)refuse_changers(work, file, fault->message);
        }
    }
}

/* The texts of the result, and those that stand in for files anyway. */
void
result_give_texts(const struct work *work, struct source_request *request)
{
    struct source_text *texts = ARENA_ARRAY(work->run->arena, struct source_text,
                                            work->n_files + request->n_texts + 1);
    for (size_t i = 0; i < work->n_files; i++) {
        texts[i] = (struct source_text){work->files[i].real_path, work->files[i].text,
                                        work->files[i].size};
    }
    size_t n_texts = work->n_files;
    for (size_t i = 0; i < request->n_texts; i++) {
        bool is_changed = false;
        for (size_t k = 0; k < work->n_files; k++) {
            is_changed |= strcmp(texts[k].real_path, request->texts[i].real_path) == 0;
        }
        if (!is_changed) {
            texts[n_texts++] = request->texts[i];
        }
    }
    request->texts = texts;
    request->n_texts = n_texts;
}

/* --- units besides those of the run ---------------------------------------------------- */

/* The file of the result that UNIT, of AFTER, includes; "": none is known. */
static const char *
changed_file_in(const struct work *work, const struct source *after, const char *unit)
{
    for (size_t i = 0; i < work->n_files; i++) {
        for (size_t k = 0; k < after->n_files; k++) {
            const struct source_file *file = after->files[k];
            if (strcmp(file->real_path, work->files[i].real_path) != 0) {
                continue;
            }
            for (size_t m = 0; m < file->n_mains; m++) {
                if (strcmp(file->mains[m]->path, unit) == 0) {
                    return file->real_path;
                }
            }
        }
    }
    return "";
}

/* Read the N units at ITEMS, of one REQUEST, with the result: what did compile must still
 * do.  Returns 1 if a module was refused. */
static int
verify_includers(struct work *work, const struct source_request *request,
                 const struct includer *items, size_t n, struct error *err)
{
    struct arena *arena = work->run->arena;
    const char **paths = ARENA_ARRAY(arena, const char *, n);
    struct source *before, *after;
    for (size_t i = 0; i < n; i++) {
        paths[i] = path_below(items[i].path, work->run->folder);
    }
    struct source_request original = *request;
    original.paths = paths;
    original.n_paths = n;
    original.entry = items[0].entry;
    struct source_request changed = original;
    result_give_texts(work, &changed);
    if (source_read(arena, &changed, &after, err) != 0) {
        return -1;
    }
    if (after->n_problems == 0 && after->n_warnings == 0) {
        return 0;
    }
    if (source_read(arena, &original, &before, err) != 0) {
        return -1;
    }
    const struct source_problem *problem = source_new_problem(before, after);
    if (problem == NULL) {
        return 0;
    }
    const char *unit = problem->path;
    for (size_t i = 0; i < after->n_files; i++) {
        if (after->files[i] == problem->file && problem->file->n_mains > 0) {
            unit = problem->file->mains[0]->path;
        }
    }
    const char *culprit = changed_file_in(work, after, unit);
    result_refuse_culprits(
        work, culprit,
        arena_format(arena,
                     "the converted text breaks %s, %s (%s:%u: %s)",
                     unit,
                     items[0].entry != 0
                         ? "as another entry of the compilation database compiles it"
                     : items[0].is_unlisted
                         ? "which is not named and in no compilation database, but includes a "
                           "file that changes; name it, too, or --exclude it if nobody compiles it"
                         : "which is not converted, but includes a file that changes; "
                           "name it, too",
                     problem->path, problem->line, problem->message));
    return 1;
}

/* Whoever else the build lets compile a file that changes must still be able to. */
static int
verify_other_units(struct work *work, struct error *err)
{
    struct arena *arena = work->run->arena;
    const char **files = ARENA_ARRAY(arena, const char *, work->n_files + 1);
    struct includers includers;
    for (size_t i = 0; i < work->n_files; i++) {
        files[i] = work->files[i].real_path;
    }
    if (includers_find(arena, &work->request, work->source, files, work->n_files,
                       &includers, err)
        != 0)
    {
        return -1;
    }
    struct source_request request = work->request;
    request.database = includers.database;
    for (size_t i = 0, n; i < includers.n_items; i += n) {
        n = 1;
        while (includers.items[i].entry == 0 && i + n < includers.n_items
               && includers.items[i + n].entry == 0
               && includers.items[i + n].is_unlisted == includers.items[i].is_unlisted)
        {
            n++;
        }
        int code = verify_includers(work, &request, &includers.items[i], n, err);
        if (code != 0) {
            return code;
        }
    }
    return 0;
}

/* --- all ------------------------------------------------------------------------------- */

int
result_verify(struct work *work, struct error *err)
{
    struct arena *arena = work->run->arena;
    struct source_request request = work->request;
    struct source *after;
    struct findings findings;

    result_give_texts(work, &request);
    if (work->options.abi3 != 0) {
        /* What the result uses must be in the limited API. */
        const char **arguments =
            ARENA_ARRAY(arena, const char *, request.n_arguments + 1);
        for (size_t i = 0; i < request.n_arguments; i++) {
            arguments[i] = request.arguments[i];
        }
        arguments[request.n_arguments++] =
            arena_format(arena, "-DPy_LIMITED_API=0x%08x", work->options.abi3);
        request.arguments = arguments;
    }
    if (source_read(arena, &request, &after, err) != 0) {
        return -1;
    }
    struct edits edits;
    result_edits(work, &edits);
    struct verification verification = {work->source, after, &work->prepared,
                                        &work->before, &edits};
    struct verification_faults faults = {0};
    verification_problems(arena, &verification, &faults);
    if (faults.n_items == 0) {
        result_reference_faults(arena, &verification, &faults);
    }
    if (faults.n_items == 0) {
        findings_init(&findings, arena);
        const struct check_versions versions = {.without_gil = work->options.threads};
        checks_run_for(arena, after, &versions, &findings);
        thread_findings_keep(work, after, &findings);
        findings_init(&work->kept, arena);
        verification_findings(arena, &verification, &findings, &work->kept, &faults);
    }
    if (faults.n_items > 0) {
        refuse_faults(work, &faults);
        return 1;
    }
    int code = result_verify_configurations(work, &request, after, err);
    return code != 0 ? code : verify_other_units(work, err);
}
