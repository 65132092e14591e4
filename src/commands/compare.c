/* insulate compare BEFORE AFTER: what Python code can tell apart of two builds. */
#include "commands/command.h"

#include <string.h>

#include "base/child.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/scratch.h"
#include "base/strbuf.h"
#include "commands/imports.h"
#include "compare/differences.h"
#include "compare/observer.h"
#include "prove/python.h"

struct compare_options {
    struct common_options common;
    const char *module;
    const char *python;
    double time_limit;
};

const struct option compare_options[] = {
    {"module", 'm', OPTION_WORD, OPTION(struct compare_options, module), "NAME",
     "importable name of the module (default: from the file name)"},
    {"python", 0, OPTION_WORD, OPTION(struct compare_options, python), "EXE",
     "Python to run both builds with (default: python3 on PATH)"},
    {"time-limit", 0, OPTION_SECONDS, OPTION(struct compare_options, time_limit), "S",
     "time limit of one step, in seconds (default: 5)"},
    {0},
};

/* --- the two builds --- */

static bool
is_library(const char *name)
{
    return string_ends(name, ".so");
}

/* "pkg/_spam.cpython-313-x86_64-linux-gnu.so" is pkg._spam. */
static const char *
name_of_file(struct arena *arena, const char *path)
{
    size_t folder_size = (size_t)(path_base(path) - path);
    size_t size = folder_size + strcspn(path + folder_size, ".");
    char *name = arena_copy(arena, path, size);
    for (char *slash; (slash = strchr(name, '/')) != NULL;) {
        *slash = '.';
    }
    return name;
}

/* The only extension module in the folder at PATH. */
static const char *
name_in_folder(struct arena *arena, const char *path, struct error *err)
{
    struct path_list list = {0};
    const char *folder = path_real(arena, path);
    if (file_list(arena, folder, is_library, &list, err) != 0) {
        return NULL;
    }
    const char *only = NULL;
    size_t n = 0;
    for (size_t i = 0; i < list.n_paths; i++) {
        if (is_library(path_base(list.paths[i]))) {
            only = list.paths[i];
            n++;
        }
    }
    if (n == 1) {
        return name_of_file(arena, path_below(only, folder));
    }
    error_set(err, ERROR_USAGE,
              n == 0
                  ? "no extension module in %s"
                  : "%s contains several extension modules; choose one with --module",
              path);
    return NULL;
}

static int
choose(struct run *run, const struct compare_options *options, size_t index,
       struct build *build, struct error *err)
{
    build_init(build, run->arena);
    build->path = run->operands.items[index];
    if (!file_exists(build->path)) {
        return error_set(err, ERROR_IO, "no such file or directory: %s", build->path);
    }
    if (options->module != NULL) {
        build->module = options->module;
    }
    else if (file_is_folder(build->path)) {
        build->module = name_in_folder(run->arena, build->path, err);
    }
    else {
        build->module = name_of_file(run->arena, path_base(build->path));
    }
    return build->module != NULL ? 0 : -1;
}

/* --- the run --- */

/* What comes of BUILD in two processes need not be the same; that it cannot be
 * imported in the first is enough. */
static int
must_import(const struct build *build, struct error *err)
{
    if (build->crash != NULL) {
        return error_set(err, ERROR_CHILD, "%s: '%s' %s", build->path, build->module,
                         build->crash);
    }
    if (build->failure != NULL) {
        return error_set(err, ERROR_CHILD, "%s: '%s' cannot be imported: %s",
                         build->path, build->module, build->failure);
    }
    return 0;
}

/* AFTER does not import, where BEFORE does: all the difference there can be. */
static void
report_failure(struct run *run, const struct build *after)
{
    struct finding *finding =
        after->failure != NULL
            ? findings_add(&run->findings, "init-failed",
                           "the module can no longer be imported: %s", after->failure)
            : findings_add(&run->findings, after->crash_rule,
                           "the module could be imported before; now it %s",
                           after->crash);
    finding->path = after->path;
    finding->module = after->module;
}

static int
compare(struct run *run, const struct observer *observer, struct build *before,
        struct build *after, int minor, struct error *err)
{
    struct build control = *before;
    if (observe(observer, before, err) != 0 || must_import(before, err) != 0
        || observe(observer, after, err) != 0)
    {
        return -1;
    }
    if (after->is_missing) {
        return must_import(after, err);
    }
    if (after->failure != NULL || after->crash != NULL) {
        report_failure(run, after);
        return 0;
    }
    if (observe(observer, &control, err) != 0) {
        return -1;
    }
    struct comparison comparison = {
        .before = before,
        .control = &control,
        .after = after,
        .minor = minor,
        .findings = &run->findings,
    };
    differences_find(&comparison);
    run_say(run, "compared %zu observations of the module and %zu types",
            comparison.n_observations, comparison.n_types);
    if (comparison.n_unstable != 0) {
        run_say(run, "%zu of them skipped: they vary between runs of %s",
                comparison.n_unstable, before->path);
    }
    return 0;
}

static int
set_up_and_compare(struct run *run, const struct compare_options *options,
                   struct observer *observer, struct error *err)
{
    struct python python;
    struct build before, after;
    CLEANUP(strbuf_done) struct strbuf path = STRBUF_INIT;
    if (run->operands.n_items != 2) {
        return error_set(err, ERROR_USAGE, "expected two builds, BEFORE and AFTER");
    }
    imports_add_path(run->arena, &path);
    if (choose(run, options, 0, &before, err) != 0
        || choose(run, options, 1, &after, err) != 0
        || python_query(run->arena,
                        options->python != NULL ? options->python : "python3",
                        path.text, &python, err)
               != 0)
    {
        return -1;
    }
    observer->python = python.executable;
    observer->python_path = arena_string(run->arena, path.text);
    observer->folder = scratch_make(run->arena, err);
    return observer->folder != NULL
               ? compare(run, observer, &before, &after, python.minor, err)
               : -1;
}

int
cmd_compare(const struct command *self, int argc, char **argv)
{
    struct compare_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        struct error err = ERROR_INIT;
        struct observer observer = {.arena = run.arena,
                                    .step_limit = options.time_limit};
        interrupt_catch();
        child_adopt_orphans(); /* what a module leaves running ends with its observer */
        int status = set_up_and_compare(&run, &options, &observer, &err);
        /* Now: whoever reads the report may end this process by reading no further. */
        scratch_remove(observer.folder);
        run.clean = "no differences";
        code = status == 0 ? run_report(&run, false) : run_fail(&run, &err);
    }
    return run_end(&run, code);
}
